import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import type { CSSProperties } from 'react';
import { dateTime } from '../format.ts';
import type { FieldProps } from './types.ts';

dayjs.locale('zh-cn');

const ZONE = '+08:00';
const at = (text: string | null | undefined): Dayjs | null => (text ? dayjs(text) : null);
const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface DateInputProps extends FieldProps {
  placeholder?: string;
  className?: string;
  style?: CSSProperties;
}

/** A calendar day as text: `2026-11-20`. */
export function DayInput({ value, onChange, placeholder = '选择日期', ...props }: DateInputProps) {
  return (
    <DatePicker
      {...props}
      placeholder={placeholder}
      value={at(textOf(value))}
      onChange={(next: Dayjs | null) => onChange?.(next?.format('YYYY-MM-DD') ?? null)}
    />
  );
}

/** A moment as text, shown and chosen in the time of China. */
export function TimeInput({ value, onChange, placeholder = '选择时间', ...props }: DateInputProps) {
  return (
    <DatePicker
      {...props}
      showTime
      placeholder={placeholder}
      value={at(dateTime(textOf(value)))}
      onChange={(next: Dayjs | null) => onChange?.(next ? `${next.format('YYYY-MM-DDTHH:mm:ss')}${ZONE}` : null)}
    />
  );
}

interface DateSpanProps {
  'aria-label': string;
  className?: string;
  style?: CSSProperties;
  from: string | undefined;
  to: string | undefined;
  /** an open end is an empty text */
  onChange: (from: string, to: string) => void;
}

/** From one day to another; either end may be open. */
export function DateSpan({ from, to, onChange, ...props }: DateSpanProps) {
  return (
    <DatePicker.RangePicker
      {...props}
      value={[at(from), at(to)]}
      allowEmpty
      onChange={(span) => onChange(span?.[0]?.format('YYYY-MM-DD') ?? '', span?.[1]?.format('YYYY-MM-DD') ?? '')}
    />
  );
}
