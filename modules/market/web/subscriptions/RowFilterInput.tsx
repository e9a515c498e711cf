import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select } from 'antd';
import type { WhereType } from '../../contract/api.ts';
import type { RowCondition } from '../../contract/row-filter.ts';
import { ROW_OPERATORS } from '../../core/row-grant.ts';
import '../square/square.css';

const MAX = 10;
const SEVERAL: WhereType = '12';
const hasValue = (type: WhereType): boolean => type !== '10' && type !== '11';
const operators = Object.entries(ROW_OPERATORS).map(([value, label]) => ({ value: value as WhereType, label }));

interface Props {
  columns: readonly { columnName: string; comment: string | null }[];
  value?: readonly RowCondition[];
  onChange?: (value: RowCondition[]) => void;
}
/** 行范围: conditions that all rows meet; none = all rows. */
function RowFilterInput({ columns, value = [], onChange }: Props) {
  const put = (at: number, change: Partial<RowCondition>) => onChange?.(value.map((one, n) => (n === at ? { ...one, ...change } : one)));
  return (
    <div className="market-conditions">
      {value.map((one, n) => (
        // conditions have nothing else that tells them apart, and are not sorted
        <div className="market-condition" key={n} role="group" aria-label={`条件${n + 1}`}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label="字段"
            placeholder="字段"
            value={one.columnName || undefined}
            options={columns.map(({ columnName, comment }) => ({
              value: columnName,
              label: comment ? `${comment} ${columnName}` : columnName,
            }))}
            onChange={(columnName: string) => put(n, { columnName })}
          />
          <Select<WhereType>
            aria-label="操作符"
            value={one.whereType}
            options={operators}
            onChange={(whereType) => put(n, { whereType, values: hasValue(whereType) ? one.values : [] })}
          />
          <Values condition={one} onChange={(values) => put(n, { values })} />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={`删除条件${n + 1}`}
            onClick={() => onChange?.(value.filter((_, at) => at !== n))}
          />
        </div>
      ))}
      {value.length < MAX && (
        <Button
          size="small"
          icon={<PlusOutlined />}
          disabled={columns.length === 0}
          onClick={() => onChange?.([...value, { columnName: '', whereType: '1', values: [] }])}
        >
          加条件
        </Button>
      )}
    </div>
  );
}

function Values({ condition, onChange }: { condition: RowCondition; onChange: (values: string[]) => void }) {
  if (!hasValue(condition.whereType)) return <span className="muted">不需要取值</span>;
  if (condition.whereType === SEVERAL)
    return <Select mode="tags" aria-label="取值" placeholder="输入后回车" value={condition.values} onChange={onChange} />;
  return (
    <Input
      aria-label="取值"
      placeholder="取值"
      maxLength={500}
      value={condition.values[0] ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? [] : [event.target.value])}
    />
  );
}

/** Why conditions cannot be sent yet; null when they can. */
const conditionsProblem = (conditions: readonly RowCondition[]): string | null =>
  conditions.some(({ columnName, whereType, values }) => columnName === '' || (hasValue(whereType) && values.length === 0))
    ? '请填写每个条件的字段和取值'
    : null;

/** 行范围 of a form, as `rows`. */
export const RowFilterItem = ({ columns, extra }: Pick<Props, 'columns'> & { extra: string }) => (
  <Form.Item
    name="rows"
    label="行范围"
    extra={extra}
    validateTrigger="onSubmit"
    rules={[
      {
        validator: (_, rows: RowCondition[] | undefined) => {
          const problem = conditionsProblem(rows ?? []);
          return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
        },
      },
    ]}
  >
    <RowFilterInput columns={columns} />
  </Form.Item>
);
