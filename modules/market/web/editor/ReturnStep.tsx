import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { ResParam } from '../../contract/api.ts';
import { api } from '../api.ts';
import type { Draft, Problems } from './draft.ts';
import { Problem, statusOf } from './parts.tsx';
import { useTableColumns } from './pickers.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
}

/** 返回: names and descriptions of what stands in the answer; what is sensitive is masked by its class, for every caller. */
export function ReturnStep({ draft, problems, change }: Props) {
  const can = useCan();
  const isTable = draft.executeConfig.configType === '1';
  const mayDetail = isTable && can(api.table.get);
  const { known } = useTableColumns(isTable ? (draft.executeConfig.tableId ?? null) : null, mayDetail);
  if (draft.resParams.length === 0)
    return (
      <>
        <Problem text={problems.get('resParams')} />
        <StateView kind="empty" inline what={isTable ? '还没有返回字段，在字段列表勾选“返回”' : '写好脚本后点击“解析”，返回字段列在这里'} />
      </>
    );
  const set = (at: number, some: Partial<ResParam>) =>
    change({ resParams: draft.resParams.map((output, i) => (i === at ? { ...output, ...some } : output)) });
  return (
    <>
      <Problem text={problems.get('resParams')} />
      <div className="market-scroll" tabIndex={0} role="region" aria-label="返回参数">
        <table className="market-table inputs">
          <thead>
            <tr>
              <th scope="col">字段名</th>
              {isTable && <th scope="col">返回名称</th>}
              <th scope="col">说明</th>
              {mayDetail && <th scope="col">级别</th>}
              {mayDetail && <th scope="col">返回为</th>}
              <th scope="col">示例值</th>
            </tr>
          </thead>
          <tbody>
            {draft.resParams.map((output, i) => (
              <tr key={output.fieldName}>
                <td className="mono">{output.fieldName}</td>
                {isTable && (
                  <td>
                    <Input
                      className="mono"
                      aria-label={`${output.fieldName} 返回名称`}
                      placeholder={output.fieldName}
                      status={statusOf(problems.get(`resParams.${i}.fieldAliasName`))}
                      value={output.fieldAliasName ?? ''}
                      onChange={(event) => set(i, { fieldAliasName: event.target.value || null })}
                    />
                    <Problem text={problems.get(`resParams.${i}.fieldAliasName`)} />
                  </td>
                )}
                <td>
                  <Input
                    aria-label={`${output.fieldName} 说明`}
                    maxLength={500}
                    value={output.fieldComment ?? ''}
                    onChange={(event) => set(i, { fieldComment: event.target.value || null })}
                  />
                </td>
                {mayDetail && (
                  <td>
                    <LevelTag level={known.get(output.fieldName)?.level ?? null} />
                  </td>
                )}
                {mayDetail && <td>{isSensitive(known.get(output.fieldName)?.level) ? <Masked /> : <span className="muted">原值</span>}</td>}
                <td>
                  <Input
                    aria-label={`${output.fieldName} 示例值`}
                    maxLength={500}
                    value={output.exampleValue ?? ''}
                    onChange={(event) => set(i, { exampleValue: event.target.value || null })}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** Levels that the gate masks in answers of APIs, whoever released them. */
const isSensitive = (level: string | null | undefined): boolean => level === 'L3' || level === 'L4';
const Masked = () => (
  <span className="market-masked">
    <EyeInvisibleOutlined aria-hidden /> 脱敏
  </span>
);
