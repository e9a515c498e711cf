import { Input, InputNumber, Select } from 'antd';
import { FIELDS, RULES, type FieldName } from '#kit/contract/cron.ts';
import { choiceOf, textOfChoice, withField, type Choice } from '#kit/core/cron/choice.ts';

const MODES: readonly { value: Choice['mode']; label: string }[] = [
  { value: 'any', label: '每个' },
  { value: 'range', label: '区间' },
  { value: 'step', label: '间隔' },
  { value: 'list', label: '指定' },
  { value: 'text', label: '其他写法' },
];
const HINTS: Partial<Record<FieldName, string>> = { day: 'L、LW、15W', weekday: '6L、6#2' };
const WEEKDAYS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];
const nameOf = (field: FieldName, value: number): string => (field === 'weekday' ? (WEEKDAYS[value - 1] ?? String(value)) : String(value));

interface FieldChoicesProps {
  text: string;
  disabled?: boolean | undefined;
  onChange: (text: string) => void;
}

/** One row for each of the six fields of an expression. */
export function FieldChoices({ text, disabled, onChange }: FieldChoicesProps) {
  const words = text.trim() === '' ? ['0', '0', '2', '*', '*', '?'] : text.trim().split(/\s+/);
  return (
    <div className="cron-fields">
      {FIELDS.map((field, index) => (
        <FieldRow
          key={field}
          field={field}
          choice={choiceOf(field, words[index] ?? '*')}
          disabled={disabled}
          onChange={(choice) => onChange(withField(words, field, textOfChoice(choice)).join(' '))}
        />
      ))}
    </div>
  );
}

interface FieldRowProps {
  field: FieldName;
  choice: Choice;
  disabled?: boolean | undefined;
  onChange: (choice: Choice) => void;
}

function FieldRow({ field, choice, disabled, onChange }: FieldRowProps) {
  const { label, min, max } = RULES[field];
  const start: Record<Choice['mode'], Choice> = {
    any: { mode: 'any' },
    range: { mode: 'range', from: min, to: max },
    step: { mode: 'step', from: min, by: field === 'month' ? 3 : 5 },
    list: { mode: 'list', values: [min] },
    text: { mode: 'text', text: field === 'day' ? 'L' : field === 'weekday' ? '6L' : `${min}-${max}/5` },
  };
  const number = (name: string, value: number, set: (value: number) => void, least = min) => (
    <InputNumber
      aria-label={`${label}${name}`}
      min={least}
      max={max}
      precision={0}
      value={value}
      disabled={disabled}
      onChange={(next) => set(next ?? least)}
    />
  );
  return (
    <div className="cron-field">
      <span className="cron-label">{label}</span>
      <Select
        aria-label={`${label}的方式`}
        value={choice.mode}
        options={[...MODES]}
        disabled={disabled}
        onChange={(mode: Choice['mode']) => onChange(start[mode])}
      />
      <div className="cron-line">
        {choice.mode === 'any' && <span className="muted">{`不限${label}`}</span>}
        {choice.mode === 'range' && (
          <>
            {number('起', choice.from, (from) => onChange({ ...choice, from, to: Math.max(from, choice.to) }))}至
            {number('止', choice.to, (to) => onChange({ ...choice, to, from: Math.min(to, choice.from) }))}
          </>
        )}
        {choice.mode === 'step' && (
          <>
            从{number('起', choice.from, (from) => onChange({ ...choice, from }))}起每隔
            {number('间隔', choice.by, (by) => onChange({ ...choice, by }), 1)}
          </>
        )}
        {choice.mode === 'list' && (
          <Select
            mode="multiple"
            className="cron-many"
            aria-label={`${label}的值`}
            value={[...choice.values]}
            disabled={disabled}
            maxTagCount={6}
            options={Array.from({ length: max - min + 1 }, (_, index) => ({ value: min + index, label: nameOf(field, min + index) }))}
            onChange={(values: number[]) => values.length > 0 && onChange({ mode: 'list', values })}
          />
        )}
        {choice.mode === 'text' && (
          <Input
            className="mono cron-text"
            aria-label={`${label}的写法`}
            value={choice.text}
            disabled={disabled}
            placeholder={HINTS[field]}
            onChange={(event) => onChange({ mode: 'text', text: event.target.value })}
          />
        )}
      </div>
    </div>
  );
}
