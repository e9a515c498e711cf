import { dateTime, day } from '../format.ts';
import { Missing, Tag } from '../Tag.tsx';
import { momentText, urgencyOf, type MomentKind } from './moment.ts';
import { useNow } from './use-now.ts';

interface DateTextProps {
  value: string | number | Date | null | undefined;
  /**
   * `moment` (default), `due` (deadline: red when past, amber on the day), `log` (always with seconds), `day` (calendar day without time)
   */
  kind?: MomentKind | 'day';
}

/** Uniform rendering of dates; the tooltip shows the full time. */
export function DateText({ value, kind = 'moment' }: DateTextProps) {
  return kind === 'moment' || kind === 'due' ? <LivingDate value={value} kind={kind} /> : <FixedDate value={value} kind={kind} />;
}

function FixedDate({ value, kind }: { value: DateTextProps['value']; kind: 'day' | 'log' }) {
  const text = kind === 'day' ? day(value) : dateTime(value);
  return text === null ? <Missing /> : <time dateTime={text}>{text}</time>;
}

function LivingDate({ value, kind }: { value: DateTextProps['value']; kind: 'moment' | 'due' }) {
  const now = useNow();
  const full = dateTime(value);
  if (full === null) return <Missing />;
  const text = (
    <time dateTime={full} title={full}>
      {momentText(value, now, kind)}
    </time>
  );
  const urgency = kind === 'due' ? urgencyOf(value, now) : null;
  if (urgency === null) return text;
  return (
    <Tag tone={urgency === 'late' ? 'bad' : 'warn'} dot={false}>
      {text}
    </Tag>
  );
}
