import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import {
  OPERATORS,
  readCondition,
  writeCondition,
  type Condition,
  type Operator,
  type Row,
  type Value,
} from '../../../core/tree/condition.ts';
import { useRecordFields, type RecordFields } from './use-record-fields.ts';

interface ConditionFieldsProps {
  id: string;
  condition: string | null;
  onChange: (condition: string | null, gesture: string) => void;
}
/** A row that is not filled in yet has no field. */
interface Draft {
  readonly within: Condition['within'];
  readonly groups: readonly (readonly Row[])[];
}
const EMPTY_ROW: Row = { field: '', operator: 'eq', value: '' };
const EMPTY: Draft = { within: 'and', groups: [[EMPTY_ROW]] };
const OPERATOR_OPTIONS = (Object.entries(OPERATORS) as [Operator, string][]).map(([value, label]) => ({ value, label }));

const filled = ({ within, groups }: Draft): Condition => ({
  within,
  groups: groups.map((rows) => rows.filter(({ field }) => field !== '')),
});
const draftOf = (text: string | null): Draft | null => (text === null ? EMPTY : readCondition(text));

/** When a branch or a flow is taken: rows of field, operator and value, or a free expression. */
export function ConditionFields({ id, condition, onChange }: ConditionFieldsProps) {
  const [draft, setDraft] = useState(() => ({ text: condition, rows: draftOf(condition) }));
  const [isFree, setFree] = useState(draft.rows === null);
  // undo, or another view, has changed the expression
  const isOurs = draft.text === condition;
  const rows = isOurs ? draft.rows : draftOf(condition);
  const write = (next: Draft, gesture = '') => {
    const text = writeCondition(filled(next));
    setDraft({ text, rows: next });
    onChange(text, gesture);
  };
  const showRows = !isFree && rows !== null;
  return (
    <fieldset className="tree-condition">
      <legend>
        条件
        <Button size="small" type="link" disabled={!showRows && rows === null} onClick={() => setFree(showRows)}>
          {showRows ? '改用表达式' : '改用条件行'}
        </Button>
      </legend>
      {showRows ? (
        <Groups draft={rows} onChange={write} />
      ) : (
        <>
          <Input.TextArea
            id={id}
            aria-label="条件表达式"
            rows={3}
            maxLength={2000}
            className="mono"
            value={condition ?? ''}
            onChange={(event) => onChange(event.target.value || null, 'expression')}
          />
          <p className="muted">
            {rows === null ? '该表达式不能用条件行表示。' : ''}例如 {'${amount >= 5000}'}，可用单据字段、发起人 submitter
          </p>
        </>
      )}
    </fieldset>
  );
}

function Groups({ draft, onChange }: { draft: Draft; onChange: (draft: Draft, gesture?: string) => void }) {
  const fields = useRecordFields();
  const { within, groups } = draft;
  const [inner, outer] = within === 'and' ? ['且', '或'] : ['或', '且'];
  const put = (at: number, rows: readonly Row[], gesture?: string) => {
    const next = groups.map((one, n) => (n === at ? rows : one)).filter((one) => one.length > 0);
    onChange({ within, groups: next.length > 0 ? next : EMPTY.groups }, gesture);
  };
  return (
    <>
      <Select<Condition['within']>
        aria-label="条件之间的关系"
        value={within}
        options={[
          { value: 'and', label: '组内同时满足，组间任一满足' },
          { value: 'or', label: '组内任一满足，组间同时满足' },
        ]}
        onChange={(next) => onChange({ within: next, groups })}
        style={{ width: '100%', marginBottom: 8 }}
      />
      {groups.map((rows, at) => (
        // groups have no id
        // eslint-disable-next-line react/no-array-index-key
        <div key={at}>
          {at > 0 && <p className="condition-word">{outer}</p>}
          <div className="condition-group" role="group" aria-label={`条件组 ${at + 1}`}>
            {rows.map((row, n) => (
              // eslint-disable-next-line react/no-array-index-key
              <div key={n}>
                {n > 0 && <p className="condition-word">{inner}</p>}
                <RowFields
                  row={row}
                  fields={fields}
                  onChange={(next, gesture) => put(at, rows.with(n, next), gesture && `${gesture} ${at} ${n}`)}
                  onRemove={() => put(at, rows.toSpliced(n, 1))}
                />
              </div>
            ))}
            <Button size="small" icon={<PlusOutlined />} onClick={() => put(at, [...rows, EMPTY_ROW])}>
              添加条件
            </Button>
          </div>
        </div>
      ))}
      <div className="condition-tools">
        <Button size="small" icon={<PlusOutlined />} onClick={() => onChange({ within, groups: [...groups, [EMPTY_ROW]] })}>
          添加条件组
        </Button>
      </div>
    </>
  );
}

const ORDERED: ReadonlySet<Operator> = new Set(['gt', 'ge', 'lt', 'le']);
/** A typed value as an expression compares it: amounts and what is ordered as numbers, yes and no as such. */
export function valueOf(text: string, operator: Operator, kind: string | undefined): Value {
  if (text === 'true' || text === 'false') return text === 'true';
  const isNumber = /^-?\d{1,15}(\.\d{1,6})?$/.test(text.trim());
  return isNumber && (kind === 'amount' || ORDERED.has(operator)) ? Number(text) : text;
}

interface RowFieldsProps {
  row: Row;
  fields: RecordFields;
  onChange: (row: Row, gesture?: string) => void;
  onRemove: () => void;
}
function RowFields({ row, fields, onChange, onRemove }: RowFieldsProps) {
  const { field, operator, value } = row;
  const [typed, setTyped] = useState<{ text: string; value: Value | null }>({ text: String(value ?? ''), value });
  const shown = typed.value === value ? typed.text : String(value ?? '');
  const put = (next: Row, text: string, gesture?: string) => {
    const hasNone = next.operator === 'empty' || next.operator === 'filled';
    const kept = hasNone ? null : valueOf(text, next.operator, fields.kinds.get(next.field));
    setTyped({ text, value: kept });
    onChange({ ...next, value: kept }, gesture);
  };
  const isKnown = field === '' || fields.labels.has(field);
  const options = [
    ...(isKnown ? [] : [{ label: '其他', options: [{ value: field, label: field }] }]),
    // several types have a field of one name
    ...fields.groups.map(({ label, fields: own }) => ({
      label,
      options: own.map((one) => ({ key: `${label} ${one.name}`, value: one.name, label: one.label })),
    })),
  ];
  return (
    <div className="condition-row">
      <Select
        aria-label="字段"
        placeholder="选择字段"
        value={field || undefined}
        options={options}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={false}
        onChange={(next: string) => put({ ...row, field: next }, shown)}
      />
      <Select<Operator>
        aria-label="比较"
        value={operator}
        options={OPERATOR_OPTIONS}
        popupMatchSelectWidth={false}
        onChange={(next) => put({ ...row, operator: next }, shown)}
      />
      <Button type="text" icon={<DeleteOutlined />} aria-label="删除条件" onClick={onRemove} />
      {operator !== 'empty' && operator !== 'filled' && (
        <Input
          className="condition-value"
          aria-label="值"
          placeholder="比较的值"
          maxLength={200}
          value={shown}
          onChange={(event) => put(row, event.target.value, 'value')}
        />
      )}
    </div>
  );
}
