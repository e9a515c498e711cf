import { ClockCircleOutlined } from '@ant-design/icons';
import { dateTime } from '#kit/web/format.ts';
import { momentText, urgencyOf } from '#kit/web/parts/moment.ts';
import { useNow } from '#kit/web/parts/use-now.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';

interface DueTagProps {
  dueTime: string | null;
  isSuspended: boolean;
}
/** How much time is left: 逾期 3 小时 · 今天 18:00 · 11-25; limits of suspended instances stand still. */
export function DueTag({ dueTime, isSuspended }: DueTagProps) {
  const now = useNow();
  if (isSuspended) return <Tag dot={false}>已挂起</Tag>;
  if (dueTime === null) return <Missing />;
  const urgency = urgencyOf(dueTime, now);
  const text = (
    <time dateTime={dueTime} title={dateTime(dueTime) ?? undefined}>
      {momentText(dueTime, now, 'due')}
    </time>
  );
  if (urgency === 'late')
    return (
      <Tag tone="bad" dot={false}>
        <ClockCircleOutlined aria-hidden /> {text}
      </Tag>
    );
  return <span className={urgency === 'today' ? 'due-today' : 'muted'}>{text}</span>;
}
