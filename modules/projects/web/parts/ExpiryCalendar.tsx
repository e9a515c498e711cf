import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Link } from 'react-router';
import { day as dayOf } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag, type Tone } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import type { Expiring } from '../../contract/expiry.ts';
import { addDays, daysLeft } from '../../core/expiry.ts';
import { api } from '../api.ts';
import { useAddress } from './address.ts';
import './projects.css';

type Reply = CallReply<typeof api.expiry.calendar>;
type Item = Reply['items'][number];

const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const IN_CELL = 2;

const monthOf = (day: string): string => day.slice(0, 7);
const stepMonth = (month: string, by: number): string => {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
};
/** The weeks that a month touches, Monday first. */
function daysOf(month: string): string[] {
  const first = `${month}-01`;
  const start = addDays(first, -((new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7));
  const last = addDays(`${stepMonth(month, 1)}-01`, -1);
  const end = addDays(last, (7 - new Date(`${last}T00:00:00Z`).getUTCDay()) % 7);
  return Array.from({ length: daysLeft(end, start) + 1 }, (_, index) => addDays(start, index));
}

/** How urgent a day is, seen from today. */
const toneOf = (day: string, today: string): Tone => {
  const left = daysLeft(day, today);
  if (left < 0) return 'bad';
  return left <= 30 ? 'warn' : 'line';
};

/** What ends when, month by month; a day opens its list. Month and day stand in the address (`month`, `day`). */
export function ExpiryCalendar({ entity }: { entity?: Expiring }) {
  const today = dayOf(serverNow()) ?? '';
  const [monthText, setMonth] = useAddress('month');
  const [dayText, setDay] = useAddress('day');
  const month = /^20\d\d-(0[1-9]|1[0-2])$/.test(monthText ?? '') ? (monthText as string) : monthOf(today);
  const days = daysOf(month);
  const answer = useCall(
    api.expiry.calendar,
    { query: { from: days[0] as string, to: days.at(-1) as string, ...(entity && { entity }) } },
    { keepPrevious: true },
  );
  const counts = new Map(answer.data?.days.map((one) => [one.day, one.count]));
  const total = days.filter((day) => monthOf(day) === month).reduce((sum, day) => sum + (counts.get(day) ?? 0), 0);
  const chosen = dayText !== null && days.includes(dayText) ? dayText : null;
  const items = answer.data?.items ?? [];
  const go = (by: number) => setMonth(by === 0 ? null : stepMonth(month, by));

  return (
    <div className="panel calendar-page">
      <div className="calendar-main">
        <div className="calendar-head">
          <button type="button" className="icon-button" aria-label="上个月" onClick={() => go(-1)}>
            <LeftOutlined />
          </button>
          <h2>
            {month.slice(0, 4)}年{Number(month.slice(5))}月
          </h2>
          <button type="button" className="icon-button" aria-label="下个月" onClick={() => go(1)}>
            <RightOutlined />
          </button>
          <Button size="small" disabled={month === monthOf(today)} onClick={() => go(0)}>
            本月
          </Button>
          <span className="muted">{answer.data && `本月到期 ${total} 项`}</span>
        </div>
        {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isLoading && <StateView className="calendar-skeleton" kind="loading" rows={8} />}
        {answer.data && !answer.error && (
          <div className="calendar-grid" role="grid" aria-label="到期日历" aria-busy={answer.isFetching}>
            {WEEK.map((name) => (
              <div key={name} className="calendar-week" role="columnheader">
                {name}
              </div>
            ))}
            {days.map((day) => (
              <DayCell
                key={day}
                day={day}
                today={today}
                isOutside={monthOf(day) !== month}
                isChosen={day === chosen}
                count={counts.get(day) ?? 0}
                items={items}
                onOpen={() => setDay(day === chosen ? null : day)}
              />
            ))}
          </div>
        )}
      </div>
      <aside className="calendar-rail">
        <DayList day={chosen} items={items} count={chosen ? (counts.get(chosen) ?? 0) : 0} today={today} />
      </aside>
    </div>
  );
}

interface DayCellProps {
  day: string;
  today: string;
  isOutside: boolean;
  isChosen: boolean;
  count: number;
  items: readonly Item[];
  onOpen: () => void;
}

function DayCell({ day, today, isOutside, isChosen, count, items, onOpen }: DayCellProps) {
  const names = count === 0 ? [] : items.filter((item) => item.validTo === day).slice(0, IN_CELL);
  const classes = ['calendar-day', isOutside && 'outside', isChosen && 'on', day === today && 'today'].filter(Boolean).join(' ');
  const number = <span className="calendar-number">{Number(day.slice(8))}</span>;
  if (count === 0)
    return (
      <div className={classes} role="gridcell">
        {number}
      </div>
    );
  return (
    <button
      type="button"
      role="gridcell"
      className={classes}
      aria-label={`${day} 到期 ${count} 项`}
      aria-pressed={isChosen}
      onClick={onOpen}
    >
      <span className="calendar-top">
        {number}
        <Tag tone={toneOf(day, today)} dot={false}>
          {count} 项
        </Tag>
      </span>
      {names.map((item) => (
        <span key={`${item.id} ${item.what}`} className="calendar-item cut">
          {item.title}
        </span>
      ))}
    </button>
  );
}

function DayList({ day, items, count, today }: { day: string | null; items: readonly Item[]; count: number; today: string }) {
  if (day === null) return <p className="calendar-hint muted">选择有到期项目的日期，这里列出当天到期的全部记录。</p>;
  const own = items.filter((item) => item.validTo === day);
  const left = daysLeft(day, today);
  return (
    <>
      <h3>
        {day}
        <small className="muted">{left < 0 ? `已过期 ${-left} 天` : left === 0 ? '今天到期' : `还有 ${left} 天`}</small>
      </h3>
      {count === 0 && <p className="muted">当天没有到期的记录。</p>}
      <ul>
        {own.map((item) => (
          <li key={`${item.id} ${item.what}`}>
            <Link to={item.path}>{item.title}</Link>
            <div className="muted">
              {item.what}
              {item.deptName && ` · ${item.deptName}`}
            </div>
          </li>
        ))}
      </ul>
      {count > own.length && <p className="muted">另有 {count - own.length} 项，请在列表中按有效期筛选查看。</p>}
    </>
  );
}
