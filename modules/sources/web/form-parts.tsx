import { Form, Switch } from 'antd';
import type { ReactNode } from 'react';

interface FieldProps {
  name: string | string[];
  label: string;
  required?: boolean;
  /** has a value from the start: neither * nor 选填 */
  preset?: boolean;
  hint?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}
/** One labelled field of the form. */
export function Field({ name, label, required, preset, hint, wide, children }: FieldProps) {
  return (
    <Form.Item
      name={name}
      extra={hint}
      className={wide ? 'wide' : undefined}
      label={
        <>
          {label}
          {required && <span className="form-mark">*</span>}
          {!required && !preset && <span className="form-optional">选填</span>}
        </>
      }
    >
      {children}
    </Form.Item>
  );
}

interface OnOffProps {
  id?: string;
  words: readonly [on: string, off: string];
  value?: string;
  onChange?: (value: string) => void;
}
/** A switch over '1' and '0'. */
export const OnOff = ({ id, words: [on, off], value, onChange }: OnOffProps) => (
  <Switch id={id} checked={value === '1'} checkedChildren={on} unCheckedChildren={off} onChange={(next) => onChange?.(next ? '1' : '0')} />
);
