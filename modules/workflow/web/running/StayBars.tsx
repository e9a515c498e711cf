import { useNow } from '#kit/web/parts/use-now.ts';
import { day } from '#kit/web/format.ts';
import type { Track } from '../drawing/flow-strip.ts';
import { secondsSince, stayText } from '../stay.ts';

/** People that are drawn; the others are counted. */
const MAX_ROWS = 12;
const DAY_MS = 86_400_000;
const MAX_TICKS = 3;

interface Stay {
  readonly key: string;
  readonly node: string;
  readonly nodeId: string;
  readonly person: string;
  readonly start: number;
  readonly end: number | null;
  readonly due: number | null;
}
const millis = (time: string): number => new Date(time).getTime();

/** Who had the instance and how long, in order; copies are nobody's work. */
function staysOf(track: Track): Stay[] {
  return track.nodes
    .flatMap((node) =>
      node.visits
        .filter(({ result }) => result !== 'copied' && result !== 'read')
        .map(({ person, startTime, endTime, dueTime }, n) => ({
          key: `${node.id} ${n}`,
          node: node.name || node.id,
          nodeId: node.id,
          person: person ?? '待签收',
          start: millis(startTime),
          end: endTime === null ? null : millis(endTime),
          due: dueTime === null ? null : millis(dueTime),
        })),
    )
    .toSorted((a, b) => a.start - b.start);
}
const isLate = ({ end, due }: Stay, now: number): boolean => due !== null && (end ?? now) > due;

/** Days under the bars, at most three. */
function ticksOf(from: number, until: number): number[] {
  const first = Math.ceil((from + 8 * 3_600_000) / DAY_MS) * DAY_MS - 8 * 3_600_000;
  const days = Math.max(0, Math.floor((until - first) / DAY_MS) + 1);
  const step = Math.max(1, Math.ceil(days / MAX_TICKS));
  return Array.from({ length: Math.ceil(days / step) }, (_, n) => first + n * step * DAY_MS);
}

/** How long it has stayed with each person, against the limit where it stands. */
export function StayBars({ track }: { track: Track }) {
  const now = useNow();
  const all = staysOf(track);
  const open = all.filter(({ end }) => end === null);
  const room = Math.max(0, MAX_ROWS - open.length);
  const done = all.filter(({ end }) => end !== null);
  const shown = [...done.slice(done.length - Math.min(room, done.length)), ...open.slice(0, MAX_ROWS)];
  if (shown.length === 0) return <p className="stay-none">还没有人办理过</p>;
  const from = Math.min(...shown.map(({ start }) => start));
  const limits = open.flatMap(({ due }) => due ?? []);
  const limit = limits.length > 0 ? Math.min(...limits) : null;
  const until = Math.max(now, from + 60_000, ...(limit === null ? [] : [limit]));
  const at = (time: number): string => `${((time - from) / (until - from)) * 100}%`;
  return (
    <section className="stay" aria-label="停留">
      <header>
        <h4>停留</h4>
        <span className="stay-key ok">已办</span>
        <span className="stay-key now">在办</span>
        <span className="stay-key bad">逾期</span>
        {limit !== null && <span className="stay-key limit">期限</span>}
      </header>
      <ul>
        {shown.map((stay, n) => (
          <StayRow key={stay.key} stay={stay} isFirst={shown[n - 1]?.nodeId !== stay.nodeId} now={now} at={at} limit={limit} />
        ))}
      </ul>
      <div className="stay-days" aria-hidden>
        {ticksOf(from, until).map((tick) => (
          <span key={tick} style={{ left: at(tick) }}>
            {day(tick)?.slice(5)}
          </span>
        ))}
      </div>
      {all.length > shown.length && <p className="stay-none">另有 {all.length - shown.length} 人次没有列出</p>}
    </section>
  );
}

interface StayRowProps {
  stay: Stay;
  /** the first of its node says the name of the node */
  isFirst: boolean;
  now: number;
  at: (time: number) => string;
  limit: number | null;
}
function StayRow({ stay, isFirst, now, at, limit }: StayRowProps) {
  const { node, person, start, end } = stay;
  const isOver = isLate(stay, now);
  const tone = isOver ? 'bad' : end === null ? 'now' : 'ok';
  const seconds = secondsSince(new Date(start).toISOString(), end ?? now);
  return (
    <li className={tone}>
      <span className="stay-node" title={node}>
        {isFirst && node}
      </span>
      <span className="stay-person" title={person}>
        {person}
      </span>
      <span className="stay-line">
        <i style={{ left: at(start), width: `max(3px, calc(${at(end ?? now)} - ${at(start)}))` }} />
        {end === null && limit !== null && <u style={{ left: at(limit) }} />}
      </span>
      <span className="stay-time">
        {isOver && <span className="sr-only">逾期，</span>}
        {stayText(seconds)}
      </span>
    </li>
  );
}
