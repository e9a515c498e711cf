import { DeleteOutlined } from '@ant-design/icons';
import { Checkbox, Input, Select } from 'antd';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { ReqParam } from '../../contract/api.ts';
import { PlainTable } from '../PlainTable.tsx';
import { type Change, type Draft, type Problems, withoutParam, withParam } from './draft.ts';
import { Problem, statusOf } from './parts.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: Change;
}
const NO_VALUE = ['10', '11'];

/** 从字段选择: a further parameter of a column. */
export function AddParam({ draft, change }: Omit<Props, 'problems'>) {
  const options = draft.executeConfig.fieldParams.map(({ columnName, columnComment }) => ({
    value: columnName,
    label: columnComment ? `${columnComment} ${columnName}` : columnName,
  }));
  return (
    <Select
      className="market-add"
      size="small"
      showSearch
      aria-label="从字段添加参数"
      placeholder="从字段添加参数"
      value={null}
      disabled={options.length === 0}
      options={options}
      onChange={(columnName: string | null) => columnName && change(withParam(draft, columnName))}
    />
  );
}

/** 参数: name, condition, type, what stands for nothing given. */
export function ParamStep({ draft, problems, change }: Props) {
  const isTable = draft.executeConfig.configType !== '2';
  if (draft.reqParams.length === 0)
    return (
      <>
        <Problem text={problems.get('reqParams')} />
        <StateView
          kind="empty"
          inline
          what={isTable ? '没有请求参数：调用返回全部数据，按页取；在字段列表勾选“请求”后在这里配置' : '写好脚本后点击“解析”，参数列在这里'}
        />
      </>
    );
  return (
    <>
      <Problem text={problems.get('reqParams')} />
      <ParamTable draft={draft} problems={problems} change={change} />
    </>
  );
}

/** Parameters have no key of their own: a name may be typed twice for a moment. */
function ParamTable({ draft, problems, change }: Props) {
  const isTable = draft.executeConfig.configType !== '2';
  const types = useDict('data_param_type');
  const operators = useDict('data_where_type');
  const set = (at: number, some: Partial<ReqParam>) =>
    change({ reqParams: draft.reqParams.map((param, i) => (i === at ? { ...param, ...some } : param)) });
  const choices = (dict: typeof types) => dict.items.map(({ itemText, itemValue }) => ({ value: itemText, label: itemValue }));
  const of = (param: ReqParam, i: number): CellProps => ({
    param,
    isTable,
    problem: (name) => problems.get(`reqParams.${i}.${name}`),
    onChange: (some) => set(i, some),
  });
  return (
    <PlainTable
      label="请求参数"
      className="inputs"
      rows={draft.reqParams}
      columns={[
        { title: '参数名', cell: (param, i) => <NameCell {...of(param, i)} /> },
        { title: '说明', cell: (param, i) => <TextCell {...of(param, i)} field="paramComment" label="说明" most={200} /> },
        { title: '类型', cell: (param, i) => <ChoiceCell {...of(param, i)} field="paramType" label="类型" options={choices(types)} /> },
        isTable && {
          title: '操作符',
          cell: (param, i) => <ChoiceCell {...of(param, i)} field="whereType" label="操作符" options={choices(operators)} />,
        },
        { title: '必填', cell: (param, i) => <MustCell {...of(param, i)} /> },
        { title: '示例值', cell: (param, i) => <TextCell {...of(param, i)} field="exampleValue" label="示例值" most={500} /> },
        { title: '默认值', cell: (param, i) => <TextCell {...of(param, i)} field="defaultValue" label="默认值" most={500} /> },
        isTable && {
          title: <span className="sr-only">操作</span>,
          cell: ({ paramName }, i) => (
            <button
              type="button"
              className="icon-button"
              aria-label={`删除参数 ${paramName}`}
              onClick={() => change(withoutParam(draft, i))}
            >
              <DeleteOutlined />
            </button>
          ),
        },
      ]}
    />
  );
}

interface CellProps {
  param: ReqParam;
  isTable: boolean;
  problem: (name: keyof ReqParam) => string | undefined;
  onChange: (some: Partial<ReqParam>) => void;
}
function NameCell({ param, isTable, problem, onChange }: CellProps) {
  const name = param.paramName;
  const column = param.columnName || name;
  return (
    <>
      <Input
        className="mono"
        aria-label={`${name} 参数名`}
        readOnly={!isTable}
        variant={isTable ? 'outlined' : 'borderless'}
        maxLength={40}
        status={statusOf(problem('paramName'))}
        value={name}
        onChange={(event) => onChange({ paramName: event.target.value })}
      />
      <Problem text={problem('paramName')} />
      {isTable && column !== name && <small className="muted">字段 {column}</small>}
    </>
  );
}

interface ChoiceProps extends CellProps {
  field: 'paramType' | 'whereType';
  label: string;
  options: { value: string; label: string }[];
}
const ChoiceCell = ({ param, onChange, field, label, options }: ChoiceProps) => (
  <Select
    className={field === 'whereType' ? 'operator' : undefined}
    aria-label={`${param.paramName} ${label}`}
    options={options}
    value={param[field]}
    onChange={(value) => onChange({ [field]: value })}
  />
);

const MustCell = ({ param, onChange }: CellProps) => (
  <Checkbox
    aria-label={`${param.paramName} 必填`}
    checked={param.nullable === '0'}
    onChange={(event) => onChange({ nullable: event.target.checked ? '0' : '1' })}
  />
);

interface TextProps extends CellProps {
  field: 'paramComment' | 'exampleValue' | 'defaultValue';
  label: string;
  most: number;
}
/** 为空 and 不为空 are asked with no value: only what they are for can be said. */
const TextCell = ({ param, problem, onChange, field, label, most }: TextProps) => (
  <>
    <Input
      aria-label={`${param.paramName} ${label}`}
      maxLength={most}
      status={statusOf(problem(field))}
      disabled={field !== 'paramComment' && NO_VALUE.includes(param.whereType)}
      value={param[field] ?? ''}
      onChange={(event) => onChange({ [field]: event.target.value || null })}
    />
    <Problem text={problem(field)} />
  </>
);
