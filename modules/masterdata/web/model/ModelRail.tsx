import { useCan } from '#kit/web/can.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Model, ModelVersion } from '../../contract/model.ts';
import { api } from '../api.ts';
import { modelPath } from '../paths.ts';
import { PlanList } from './BuildDialog.tsx';
import { CodeSegments } from './code-segments.tsx';
import { ColumnPanel } from './ColumnPanel.tsx';
import type { DraftColumn } from './draft.ts';
import type { Labels } from './grid-cells.ts';

interface Props {
  model: Model;
  versions: readonly ModelVersion[];
  inForce: ModelVersion | null;
  column: DraftColumn | null;
  labels: Labels;
  isReadonly: boolean;
  onChange: (label: string, key: string, part: Partial<DraftColumn>, gesture?: string) => void;
}
/** Beside the columns: the chosen one, how records are numbered, the versions, what building would do. */
export function ModelRail({ model, versions, column, labels, isReadonly, onChange }: Props) {
  const can = useCan();
  return (
    <aside className="md-rail" aria-label="模型概况">
      {column && (
        <ColumnPanel {...{ column, labels, isReadonly }} onChange={(label, part, gesture) => onChange(label, column.key, part, gesture)} />
      )}
      <Panel
        title="编码规则"
        padded
        link={{ text: model.codeRules.length > 0 || isReadonly ? '查看' : '设置', to: modelPath(model.id, 'codes') }}
      >
        {model.codeRules.length === 0 && <p className="muted">没有自动编码的列</p>}
        {model.codeRules.map((rule) => (
          <div key={rule.id} className="md-code">
            <CodeSegments pattern={rule.pattern} />
            <span>
              下一个 <b className="mono">{rule.nextCode}</b>
              {rule.gapless === '1' && ' · 不留空号'}
            </span>
          </div>
        ))}
      </Panel>
      {versions.length > 0 && (
        <Panel title="版本" padded link={{ text: '对比', to: modelPath(model.id, 'versions') }}>
          <ol className="md-versions">
            {versions.slice(0, 4).map((version) => (
              <li key={version.versionNo}>
                <b>V{version.versionNo}</b>
                {version.isCurrent ? <Tag tone="calm">在用</Tag> : <Tag>历史</Tag>}
                <span className="muted cut" title={version.changes.join('；')}>
                  {version.versionNo > 1 ? `${version.changes.length} 处变化` : '首次建模'} ·{' '}
                  <DateText value={version.createTime} kind="day" />
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      )}
      {can(api.model.plan) && <ImpactPanel model={model} />}
    </aside>
  );
}

/** What building the draft, as it is saved, would do to the table. */
function ImpactPanel({ model }: { model: Model }) {
  const { data, error, refetch } = useCall(api.model.plan, { params: { id: model.id } }, { staleTime: 0 });
  return (
    <Panel title="建模影响" note="按已保存的草稿" padded>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data && <PlanList steps={data.steps.slice(0, 8)} problems={data.problems} />}
      {data && data.steps.length > 8 && <p className="muted">另有 {data.steps.length - 8} 项</p>}
    </Panel>
  );
}
