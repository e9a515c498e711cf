import { InputNumber } from 'antd';

interface Props {
  label: string;
  /** read by screen readers; the label is a letter */
  title: string;
  /** null = several values */
  value: number | null;
  min?: number;
  max?: number;
  step?: number;
  suffix?: string;
  disabled?: boolean;
  onChange: (value: number) => void;
}

/** Hundredths; what is being typed stays as it is, a point at its end too. */
const rounded = (shown: number | string | undefined, { userTyping, input }: { userTyping: boolean; input: string }): string => {
  if (userTyping) return input;
  const text = String(shown ?? '');
  return text === '' ? '' : String(Math.round(Number(text) * 100) / 100);
};

/** A small number with its letter before it; arrow keys step, Shift steps by ten. */
export function NumberBox({ label, title, value, suffix, onChange, ...rest }: Props) {
  return (
    <InputNumber
      size="small"
      className="sed-number"
      prefix={label}
      suffix={suffix}
      aria-label={title}
      placeholder="多个值"
      value={value}
      precision={2}
      formatter={rounded}
      {...rest}
      onChange={(next) => next !== null && onChange(next)}
    />
  );
}
