import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { ResParam } from '../../contract/api.ts';
import type { Draft, Problems } from './draft.ts';
import { Problem, statusOf } from './parts.tsx';
import { useOriginColumns } from './pickers.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
}

/** 返回: names and descriptions of what stands in the answer; what is sensitive is masked by its class, for every caller. */
export function ReturnStep({ draft, problems, change }: Props) {
  const isTable = draft.executeConfig.configType !== '2';
  const { levels: known } = useOriginColumns(draft.executeConfig);
  const set = (at: number, some: Partial<ResParam>) =>
    change({ resParams: draft.resParams.map((output, i) => (i === at ? { ...output, ...some } : output)) });
  const none = isTable ? '还没有返回字段，在字段列表勾选“返回”' : '写好脚本后点击“解析”，返回字段列在这里';
  return (
    <>
      <Problem text={problems.get('resParams')} />
      {draft.resParams.length === 0 && <StateView kind="empty" inline what={none} />}
      {draft.resParams.length > 0 && (
        <div className="market-scroll" tabIndex={0} role="region" aria-label="返回参数">
          <table className="market-table inputs">
            <thead>
              <tr>
                <th scope="col">字段名</th>
                {isTable && <th scope="col">返回名称</th>}
                <th scope="col">说明</th>
                {isTable && known && <th scope="col">级别</th>}
                {isTable && known && <th scope="col">返回为</th>}
                <th scope="col">示例值</th>
              </tr>
            </thead>
            <tbody>
              {draft.resParams.map((output, i) => (
                <OutputRow
                  key={output.fieldName}
                  output={output}
                  isTable={isTable}
                  level={isTable && known ? (known.get(output.fieldName) ?? null) : undefined}
                  problem={problems.get(`resParams.${i}.fieldAliasName`)}
                  onChange={(some) => set(i, some)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

interface RowProps {
  output: ResParam;
  isTable: boolean;
  /** undefined where levels are not shown */
  level: string | null | undefined;
  problem: string | undefined;
  onChange: (some: Partial<ResParam>) => void;
}
function OutputRow({ output, isTable, level, problem, onChange }: RowProps) {
  const name = output.fieldName;
  return (
    <tr>
      <td className="mono">{name}</td>
      {isTable && (
        <td>
          <Input
            className="mono"
            aria-label={`${name} 返回名称`}
            placeholder={name}
            status={statusOf(problem)}
            value={output.fieldAliasName ?? ''}
            onChange={(event) => onChange({ fieldAliasName: event.target.value || null })}
          />
          <Problem text={problem} />
        </td>
      )}
      <td>
        <Input
          aria-label={`${name} 说明`}
          maxLength={500}
          value={output.fieldComment ?? ''}
          onChange={(event) => onChange({ fieldComment: event.target.value || null })}
        />
      </td>
      {level !== undefined && (
        <td>
          <LevelTag level={level} />
        </td>
      )}
      {level !== undefined && <td>{isSensitive(level) ? <Masked /> : <span className="muted">原值</span>}</td>}
      <td>
        <Input
          aria-label={`${name} 示例值`}
          maxLength={500}
          value={output.exampleValue ?? ''}
          onChange={(event) => onChange({ exampleValue: event.target.value || null })}
        />
      </td>
    </tr>
  );
}

/** Levels that the gate masks in answers of APIs, whoever released them. */
const isSensitive = (level: string | null): boolean => level === 'L3' || level === 'L4';
const Masked = () => (
  <span className="market-masked">
    <EyeInvisibleOutlined aria-hidden /> 脱敏
  </span>
);
