import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { LevelTag } from '#modules/gate/web/parts.ts';
import type { ResParam } from '../../contract/api.ts';
import { PlainTable } from '../PlainTable.tsx';
import type { Change, Draft, Problems } from './draft.ts';
import { Problem, statusOf } from './parts.tsx';
import { useOriginColumns } from './pickers.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: Change;
}

/** 返回: names and descriptions of what stands in the answer; what is sensitive is masked by its class, for every caller. */
export function ReturnStep({ draft, problems, change }: Props) {
  const isTable = draft.executeConfig.configType !== '2';
  const { levels: known } = useOriginColumns(draft.executeConfig);
  const set = (at: number, some: Partial<ResParam>) =>
    change({ resParams: draft.resParams.map((output, i) => (i === at ? { ...output, ...some } : output)) });
  const isLevelled = isTable && known !== undefined && known !== null;
  const levelOf = ({ fieldName }: ResParam): string | null => known?.get(fieldName) ?? null;
  const problemAt = (i: number) => problems.get(`resParams.${i}.fieldAliasName`);
  const none = isTable ? '还没有返回字段，在字段列表勾选“返回”' : '写好脚本后点击“解析”，返回字段列在这里';
  return (
    <>
      <Problem text={problems.get('resParams')} />
      {draft.resParams.length === 0 && <StateView kind="empty" inline what={none} />}
      {draft.resParams.length > 0 && (
        <PlainTable
          label="返回参数"
          className="inputs"
          rows={draft.resParams}
          keyOf={({ fieldName }) => fieldName}
          columns={[
            { title: '字段名', mono: true, cell: ({ fieldName }) => fieldName },
            isTable && {
              title: '返回名称',
              cell: (output, i) => (
                <>
                  <Input
                    className="mono"
                    aria-label={`${output.fieldName} 返回名称`}
                    placeholder={output.fieldName}
                    status={statusOf(problemAt(i))}
                    value={output.fieldAliasName ?? ''}
                    onChange={(event) => set(i, { fieldAliasName: event.target.value || null })}
                  />
                  <Problem text={problemAt(i)} />
                </>
              ),
            },
            {
              title: '说明',
              cell: (output, i) => <TextCell output={output} field="fieldComment" label="说明" onChange={(some) => set(i, some)} />,
            },
            isLevelled && { title: '级别', cell: (output) => <LevelTag level={levelOf(output)} /> },
            isLevelled && {
              title: '返回为',
              cell: (output) => (isSensitive(levelOf(output)) ? <Masked /> : <span className="muted">原值</span>),
            },
            {
              title: '示例值',
              cell: (output, i) => <TextCell output={output} field="exampleValue" label="示例值" onChange={(some) => set(i, some)} />,
            },
          ]}
        />
      )}
    </>
  );
}

interface TextProps {
  output: ResParam;
  field: 'fieldComment' | 'exampleValue';
  label: string;
  onChange: (some: Partial<ResParam>) => void;
}
const TextCell = ({ output, field, label, onChange }: TextProps) => (
  <Input
    aria-label={`${output.fieldName} ${label}`}
    maxLength={500}
    value={output[field] ?? ''}
    onChange={(event) => onChange({ [field]: event.target.value || null })}
  />
);

/** Levels that the gate masks in answers of APIs, whoever released them. */
const isSensitive = (level: string | null): boolean => level === 'L3' || level === 'L4';
const Masked = () => (
  <span className="market-masked">
    <EyeInvisibleOutlined aria-hidden /> 脱敏
  </span>
);
