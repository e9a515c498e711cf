import type { CSSProperties } from 'react';
import { useMinute } from '../stage/clock.ts';
import { colorOf } from '../stage/themes.ts';
import { Pages } from './Pages.tsx';
import { Tag } from './parts.tsx';
import { flag, items, num, tagColor, textOf, valueOf, type Column, type Row } from './read.ts';
import type { DataProps } from './types.ts';
import { usePaging } from './use-paging.ts';

const DAY_MS = 86_400_000;
const momentOf = (row: Row, column: Column | undefined): number | null => {
  const value = column ? row[column.at] : null;
  const at = typeof value === 'string' ? Date.parse(value.slice(0, 10)) : Number.NaN;
  return Number.isNaN(at) ? null : at;
};
/** Months between two ticks: all of them divide a year, so that every January has one. */
const STEPS = [1, 2, 3, 4, 6, 12, 24, 60] as const;
/**
 * First days of months between two moments, as dense as their labels have room. Januaries are told by their year, and so is the first tick:
 * no month stands without its year.
 */
export function monthsOf(from: number, to: number, most: number): { at: number; label: string; isYear: boolean }[] {
  const first = new Date(from);
  const months = ((to - from) / DAY_MS / 365.25) * 12;
  const every = STEPS.find((step) => months / step <= most) ?? 120;
  const ticks: { at: number; label: string; isYear: boolean }[] = [];
  for (let month = first.getUTCMonth() + 1; ticks.length < 600; month += 1) {
    const at = Date.UTC(first.getUTCFullYear(), month, 1);
    if (at >= to) break;
    const day = new Date(at);
    const [year, no] = [day.getUTCFullYear(), day.getUTCMonth()];
    if ((year * 12 + no) % every !== 0) continue;
    const isYear = no === 0;
    const label = isYear ? `${year}年` : `${no + 1}月`;
    ticks.push({ at, isYear, label: ticks.length === 0 && !isYear ? `${year}年${label}` : label });
  }
  // the long label of the first tick must not run into the second
  if (ticks[1]?.isYear && !ticks[0]!.isYear) ticks.shift();
  return ticks;
}

/** Letters of a stage and of a percentage beside a bar, in pixels. */
const STAGE_LETTER = 16;
const PERCENT = 48;
const NEAR = 6;
/** A label of the axis runs to the right of its tick: from where it would lie under that of today. */
const [BEFORE_TODAY, AFTER_TODAY] = [84, 26];
const MONTH_LABEL = 50;
const YEAR_LABEL = 62;

type Tick = ReturnType<typeof monthsOf>[number];
/**
 * Where the labels of the axis stand; null: not at all. A month gives way to the label of today, a year among months moves aside, since without
 * it nobody knows which months these are.
 */
export function labelsAt(ticks: readonly Tick[], x: (at: number) => number, now: number | null): (number | null)[] {
  const isNear = (left: number) => now !== null && left > now - BEFORE_TODAY && left < now + AFTER_TODAY;
  const aside = (left: number) => (left <= now! ? now! - BEFORE_TODAY : now! + AFTER_TODAY);
  const hasMonths = ticks.some(({ isYear }) => !isYear);
  const moved = ticks.flatMap(({ at, isYear }) => (hasMonths && isYear && isNear(x(at)) ? [aside(x(at))] : []));
  const isUnderYear = (left: number) => moved.some((year) => left > year - MONTH_LABEL && left < year + YEAR_LABEL);
  return ticks.map(({ at, isYear }) => {
    const left = x(at);
    if (hasMonths && isYear) return isNear(left) ? aside(left) : left;
    return isNear(left) || isUnderYear(left) ? null : left;
  });
}

/**
 * Where the words of a bar stand: behind its end, behind today's line where they would lie on it, before its start where there is no room
 * behind. Nothing covers the start of a bar.
 */
export function wordsAt(bar: { from: number; to: number }, words: number, now: number | null, width: number): number {
  const behind = bar.to + NEAR;
  const isOnLine = now !== null && behind < now + NEAR && behind + words > now - NEAR;
  const at = isOnLine ? now + NEAR : behind;
  if (at + words <= width) return at;
  return bar.from - NEAR - words >= 0 ? bar.from - NEAR - words : Math.max(0, width - words);
}

/** Projects along time: planned span, done part, stage and state, today's line, pages. */
export function Gantt({ node, props, table, onRow, isChosen }: DataProps) {
  const now = useMinute();
  const [name, start, end, stage, state, owner] = table.dims;
  const [progress] = table.measures;
  const { rows, page, pages, turnTo, hover } = usePaging(table.rows, num(props, 'page'), num(props, 'seconds'));
  const spans = table.rows.flatMap((row) => [momentOf(row, start), momentOf(row, end)]).filter((at) => at !== null);
  const low = Math.min(...spans, now) - 8 * DAY_MS;
  const high = Math.max(...spans, now) + 8 * DAY_MS;
  const left = Math.min(320, node.w * 0.4);
  const right = state ? 96 : 0;
  const width = node.w - left - right - 12;
  const x = (at: number) => ((at - low) / (high - low)) * width;
  const head = 28;
  const ticks = monthsOf(low, high, Math.floor(width / 54));
  const rowH = Math.min(
    52,
    (node.h - head - (pages > 1 ? 18 : 0)) / Math.max(1, num(props, 'page') < rows.length ? num(props, 'page') : Math.max(rows.length, 1)),
  );
  const tags = items(props, 'tags');
  const hasToday = flag(props, 'today');
  return (
    <div className="sw-gantt" {...hover}>
      <Scale ticks={ticks} x={x} now={hasToday ? x(now) : null} box={{ left: left + 6, width, head, height: rowH * rows.length }} />
      {rows.map((row, i) => {
        const from = momentOf(row, start);
        const to = momentOf(row, end);
        const raw = valueOf(row, progress);
        const done = raw === null ? null : Math.min(1, Math.max(0, progress?.format?.kind === 'percent' || raw <= 1 ? raw : raw / 100));
        const isLate = to !== null && to < now && (done ?? 0) < 1;
        const style = {
          '--k': colorOf(isLate ? 'severity3' : state ? tagColor(textOf(row, state), tags) : 'accent', 'accent'),
        } as CSSProperties;
        return (
          <div
            key={`${page}-${i}`}
            className="sw-gantt-row"
            data-chosen={isChosen(row) ? '' : undefined}
            style={{ height: rowH, ...style }}
            onClick={onRow ? () => onRow(row) : undefined}
          >
            <span style={{ width: left }} title={textOf(row, name)}>
              {textOf(row, name)}
              {owner && <small>{textOf(row, owner)}</small>}
            </span>
            <div style={{ width }}>
              {from !== null && to !== null && (
                <Bar
                  from={x(from)}
                  to={x(to)}
                  done={done}
                  late={isLate ? '' : undefined}
                  stage={stage ? textOf(row, stage) : ''}
                  now={hasToday ? x(now) : null}
                  width={width}
                />
              )}
            </div>
            {state && (
              <span style={{ width: right }} className="sw-gantt-state">
                <Tag text={textOf(row, state)} tags={tags} />
              </span>
            )}
          </div>
        );
      })}
      <Pages page={page} pages={pages} turnTo={turnTo} />
    </div>
  );
}

interface BarProps {
  from: number;
  to: number;
  done: number | null;
  late: '' | undefined;
  stage: string;
  now: number | null;
  width: number;
}
/** The planned span with its done part; stage and share beside it. */
function Bar({ from, to, done, late, stage, now, width }: BarProps) {
  const percent = done === null ? '' : `${Math.round(done * 100)}%`;
  const words = [stage, percent].filter(Boolean).join(' ');
  const room = stage.length * STAGE_LETTER + (percent ? PERCENT : 0);
  return (
    <>
      <i data-late={late} style={{ left: from, width: Math.max(4, to - from) }}>
        <em style={{ width: `${(done ?? 0) * 100}%` }} />
      </i>
      {words !== '' && <strong style={{ left: wordsAt({ from, to }, room, now, width) }}>{words}</strong>}
    </>
  );
}

interface ScaleProps {
  ticks: ReturnType<typeof monthsOf>;
  x: (at: number) => number;
  now: number | null;
  box: { left: number; width: number; head: number; height: number };
}
/** Months above the bars, their lines, and the line of today. */
function Scale({ ticks, x, now, box: { left, width, head, height } }: ScaleProps) {
  const labels = labelsAt(ticks, x, now);
  return (
    <>
      <div className="sw-gantt-axis" style={{ left, width, height: head }}>
        {ticks.map(({ at, label, isYear }, i) => {
          const place = labels[i] ?? null;
          return (
            place !== null && (
              <span key={at} data-year={isYear ? '' : undefined} style={{ left: place }}>
                {label}
              </span>
            )
          );
        })}
      </div>
      <div className="sw-gantt-grid" style={{ left, width, top: head, height }}>
        {ticks.map(({ at, isYear }) => (
          <i key={at} data-year={isYear ? '' : undefined} style={{ left: x(at) }} />
        ))}
        {now !== null && (
          <u style={{ left: now }}>
            <span>今日</span>
          </u>
        )}
      </div>
    </>
  );
}
