import { BulbOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { elementPath } from '../paths.ts';
import { labelsOf, type ElementRow } from './element-texts.tsx';
import { isMoved, useImpact } from './ImpactList.tsx';
import type { Version } from './VersionBlock.tsx';

/** Beside an element: how far the catalogue keeps to it, what its draft would change, where it came from. */
export function ElementRail({ row, versions }: { row: ElementRow; versions: readonly Version[] }) {
  const can = useCan();
  return (
    <aside className="element-rail" aria-label="数据元概况">
      {can(api.binding.stat) && <RatePanel row={row} />}
      {row.changed.length > 0 && row.state !== 'draft' && <ImpactPanel row={row} />}
      <TrailPanel row={row} versions={versions} />
    </aside>
  );
}

const PARTS = ['conform', 'partial', 'bad', 'retired', 'exempt', 'unread'] as const;

function RatePanel({ row }: { row: ElementRow }) {
  const { data: stat, error, refetch } = useCall(api.binding.stat, { query: { elementId: row.id } });
  const open = useCall(api.binding.proposals, { query: { elementId: row.id, pageSize: 1 } }).data?.total ?? 0;
  return (
    <Panel title="落标" padded link={{ text: '绑定字段', to: elementPath(row.id, 'bound') }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {stat && (
        <>
          <p className="element-rate">
            <b>{stat.percent === null ? '—' : `${stat.percent}%`}</b>{' '}
            <span className="muted">
              {stat.percent === null ? '还没有绑定的字段' : `合标 ${count(stat.conform)} / ${count(stat.bound)}`}
              {stat.exempt > 0 && `，豁免 ${count(stat.exempt)} 不计`}
            </span>
          </p>
          <div className="composition" aria-hidden>
            {PARTS.map((part) => stat[part] > 0 && <i key={part} className={part} style={{ flex: stat[part] }} />)}
          </div>
        </>
      )}
      {open > 0 && (
        <p className="element-hint">
          <BulbOutlined /> 还有 {count(open)} 个字段像这个数据元{' '}
          <Link to={`/standard/binding?q=keyword:${encodeURIComponent(row.elementName)}`}>查看</Link>
        </p>
      )}
    </Panel>
  );
}

function ImpactPanel({ row }: { row: ElementRow }) {
  const { data, error, refetch } = useImpact(row.id, 'publish');
  return (
    <Panel title={`发布 V${(row.versionNo ?? 0) + 1} 的影响`} padded link={{ text: '逐项查看', to: elementPath(row.id, 'impact') }}>
      {error && <StateView kind="error" inline error={error} onRetry={() => void refetch()} />}
      {data && (
        <dl className="element-figures">
          <div>
            <dt>不再合标</dt>
            <dd className={data.worse > 0 ? 'bad' : ''}>{count(data.worse)} 个字段</dd>
          </div>
          <div>
            <dt>变为合标</dt>
            <dd>{count(data.better)} 个字段</dd>
          </div>
          <div>
            <dt>结论有变化</dt>
            <dd>{count(data.columns.filter(isMoved).length)} 个字段</dd>
          </div>
          {data.hidden > 0 && (
            <div>
              <dt>无权查看</dt>
              <dd>{count(data.hidden)} 个字段</dd>
            </div>
          )}
        </dl>
      )}
    </Panel>
  );
}

function TrailPanel({ row, versions }: { row: ElementRow; versions: readonly Version[] }) {
  return (
    <Panel title="版本" padded>
      <ol className="element-trail">
        {(row.changed.length > 0 || row.versionNo === null) && (
          <li className="draft">
            <b>
              V{(row.versionNo ?? 0) + 1} 草稿 {row.processInstanceId !== null && <FlowTag flow={row} />}
            </b>
            <span className="muted">
              <DateText value={row.updateTime} />
            </span>
            <small>{row.changed.length > 0 ? labelsOf(row.changed) : '还没有发布过'}</small>
          </li>
        )}
        {row.pending === 'retire' && (
          <li>
            <b>废止审核中</b> <FlowTag flow={row} />
          </li>
        )}
        {versions.map((version) => (
          <li key={version.id} className={version.endTime === null ? 'current' : ''}>
            <b>
              V{version.versionNo}{' '}
              {version.endTime === null ? (
                <Tag tone="ok">生效中</Tag>
              ) : row.state === 'retired' && version.versionNo === row.versionNo ? (
                '已废止'
              ) : (
                '已失效'
              )}
            </b>
            <span className="muted">
              <DateText value={version.publishTime} />
            </span>
            <small>
              {version.changed.length > 0 ? labelsOf(version.changed) : '首次发布'}
              {version.publishName && `，${version.publishName}发布`}
            </small>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
