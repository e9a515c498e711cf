import { Form, Input, Select, Switch } from 'antd';
import { useDraftText } from '../session.ts';

interface FieldProps {
  id: string;
  label: string;
  value: string;
  onKeep: (text: string) => void;
  extra?: string;
  /** written only when it is left: what is half typed means something else */
  isWhole?: boolean;
  /** several lines */
  rows?: number;
  isMono?: boolean;
  disabled?: boolean;
  /** offered, anything else may be typed */
  offers?: readonly string[];
}

/** A text that is written when the field is left: one step. */
export function TextField({ id, label, value, onKeep, extra, rows, isMono, isWhole, disabled, offers }: FieldProps) {
  const draft = useDraftText(value, onKeep, isWhole ? null : undefined);
  const shared = { id, ...draft, disabled, className: isMono ? 'mono' : undefined };
  return (
    <Form.Item label={label} htmlFor={id} extra={extra}>
      {rows ? <Input.TextArea rows={rows} {...shared} /> : <Input list={offers && `${id}-offers`} {...shared} />}
      {offers && (
        <datalist id={`${id}-offers`}>
          {offers.map((offer) => (
            <option key={offer} value={offer} />
          ))}
        </datalist>
      )}
    </Form.Item>
  );
}

interface ChoiceProps<T extends string> {
  id: string;
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}
export function Choice<T extends string>({ id, label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <Form.Item label={label} htmlFor={id}>
      <Select<T> id={id} value={value} options={[...options]} onChange={onChange} />
    </Form.Item>
  );
}

interface FlagProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}
export function Flag({ label, isOn, onChange }: FlagProps) {
  return (
    <Form.Item label={label}>
      <Switch aria-label={label} checked={isOn} onChange={onChange} />
    </Form.Item>
  );
}
