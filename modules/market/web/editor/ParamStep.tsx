import { DeleteOutlined } from '@ant-design/icons';
import { Checkbox, Input, Select } from 'antd';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { ReqParam } from '../../contract/api.ts';
import { withoutParam, withParam, type Draft, type Problems } from './draft.ts';
import { Problem, statusOf } from './parts.tsx';

interface Props {
  draft: Draft;
  problems: Problems;
  change: (some: Partial<Draft>) => void;
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
  const types = useDict('data_param_type');
  const operators = useDict('data_where_type');
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
  const set = (at: number, some: Partial<ReqParam>) =>
    change({ reqParams: draft.reqParams.map((param, i) => (i === at ? { ...param, ...some } : param)) });
  const choices = (dict: typeof types) => dict.items.map(({ itemText, itemValue }) => ({ value: itemText, label: itemValue }));
  return (
    <>
      <Problem text={problems.get('reqParams')} />
      <div className="market-scroll" tabIndex={0} role="region" aria-label="请求参数">
        <table className="market-table inputs">
          <thead>
            <tr>
              <th scope="col">参数名</th>
              <th scope="col">说明</th>
              <th scope="col">类型</th>
              {isTable && <th scope="col">操作符</th>}
              <th scope="col">必填</th>
              <th scope="col">示例值</th>
              <th scope="col">默认值</th>
              {isTable && (
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {draft.reqParams.map((param, i) => (
              // parameters have no key of their own: a name may be typed twice for a moment
              <ParamRow
                key={i}
                param={param}
                isTable={isTable}
                types={choices(types)}
                operators={choices(operators)}
                problem={(name) => problems.get(`reqParams.${i}.${name}`)}
                onChange={(some) => set(i, some)}
                onRemove={() => change(withoutParam(draft, i))}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface Choice {
  value: string;
  label: string;
}
interface RowProps {
  param: ReqParam;
  isTable: boolean;
  types: Choice[];
  operators: Choice[];
  problem: (name: keyof ReqParam) => string | undefined;
  onChange: (some: Partial<ReqParam>) => void;
  onRemove: () => void;
}
function ParamRow({ param, isTable, types, operators, problem, onChange, onRemove }: RowProps) {
  const name = param.paramName;
  const column = param.columnName || name;
  const hasValue = !NO_VALUE.includes(param.whereType);
  const cell = { param, isOff: !hasValue, problem, onChange };
  return (
    <tr>
      <td>
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
      </td>
      <TextCell {...cell} isOff={false} field="paramComment" label="说明" most={200} />
      <td>
        <Select
          aria-label={`${name} 类型`}
          options={types}
          value={param.paramType}
          onChange={(paramType) => onChange({ paramType: paramType as ReqParam['paramType'] })}
        />
      </td>
      {isTable && (
        <td>
          <Select
            className="operator"
            aria-label={`${name} 操作符`}
            options={operators}
            value={param.whereType}
            onChange={(whereType) => onChange({ whereType: whereType as ReqParam['whereType'] })}
          />
        </td>
      )}
      <td>
        <Checkbox
          aria-label={`${name} 必填`}
          checked={param.nullable === '0'}
          onChange={(event) => onChange({ nullable: event.target.checked ? '0' : '1' })}
        />
      </td>
      <TextCell {...cell} field="exampleValue" label="示例值" most={500} />
      <TextCell {...cell} field="defaultValue" label="默认值" most={500} />
      {isTable && (
        <td>
          <button type="button" className="icon-button" aria-label={`删除参数 ${name}`} onClick={onRemove}>
            <DeleteOutlined />
          </button>
        </td>
      )}
    </tr>
  );
}

interface TextProps extends Pick<RowProps, 'param' | 'problem' | 'onChange'> {
  field: 'paramComment' | 'exampleValue' | 'defaultValue';
  label: string;
  most: number;
  isOff: boolean;
}
const TextCell = ({ param, problem, onChange, field, label, most, isOff }: TextProps) => (
  <td>
    <Input
      aria-label={`${param.paramName} ${label}`}
      maxLength={most}
      status={statusOf(problem(field))}
      disabled={isOff}
      value={param[field] ?? ''}
      onChange={(event) => onChange({ [field]: event.target.value || null })}
    />
    <Problem text={problem(field)} />
  </td>
);
