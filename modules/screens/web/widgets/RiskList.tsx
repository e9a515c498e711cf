import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { SEVERITIES, severityOf, type Severity } from '#kit/core/chart/severity.ts';
import { flag, num, str, textOf, type Column, type Row, type Table } from './read.ts';
import type { DataProps } from './types.ts';
import { wordsOf } from './wall-parts.ts';

/** Severe, high, middle, low: the lowest is quiet, never green. */
const TONES = ['var(--severity-4)', 'var(--severity-3)', 'var(--severity-2)', 'var(--s-text3)'] as const;
const QUIET = TONES.length - 1;
export const gradeTone = (grade: number): string => TONES[Math.min(QUIET, grade)]!;

/** The grade of a word: by its place among the words of the setting, worst first, else by what it says; quiet where it says nothing. */
export function gradeOf(word: string, levels: readonly string[]): number {
  const at = levels.indexOf(word);
  if (at >= 0) return at;
  const severity: Severity | null = severityOf(word);
  return severity === null ? QUIET : SEVERITIES.length - severity;
}

const COUNT = 40;
/** Rows of this height have room for two lines of the name. */
const TWO_LINES = 84;
const KEEP_MS = 6000;
/** Rows that were not in the answer before: they keep a light ground for a while. */
function useNewRows(keys: readonly string[]): ReadonlySet<string> {
  const before = useRef<ReadonlySet<string> | null>(null);
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const joined = keys.join('\n');
  useEffect(() => {
    const now = new Set(joined.split('\n'));
    const known = before.current;
    before.current = now;
    if (!known) return;
    const added = new Set([...now].filter((key) => !known.has(key)));
    if (added.size === 0) return;
    setFresh(added);
    const timer = setTimeout(() => setFresh(new Set()), KEEP_MS);
    return () => clearTimeout(timer);
  }, [joined]);
  return fresh;
}

interface Graded {
  readonly row: Row;
  readonly grade: number;
  readonly key: string;
}
/** Rows in the order of their grades; within a grade as they came. */
export function gradedRows({ dims, rows }: Table, levels: readonly string[]): Graded[] {
  return rows
    .map((row) => ({ row, grade: gradeOf(textOf(row, dims[1]), levels), key: dims.map((dim) => textOf(row, dim)).join('|') }))
    .toSorted((a, b) => a.grade - b.grade);
}

/** What is wrong now, worst first; the list never scrolls by itself. */
export function RiskList({ node, props, data, table, onRow, isChosen }: DataProps) {
  const levels = wordsOf(str(props, 'levels'));
  const rows = gradedRows(table, levels);
  const fresh = useNewRows(rows.map(({ key }) => key));
  const [, , detail, place, day] = table.dims;
  const [amount] = table.measures;
  const total = data.cut?.total ?? rows.length;
  const rowH = num(props, 'rowHeight');
  const head = flag(props, 'summary') ? 104 : 0;
  const room = Math.max(1, Math.floor((node.h - head - 36) / rowH));
  const shown = rows.slice(0, Math.min(room, num(props, 'most')));
  const words = (row: Row, ...columns: (Column | undefined)[]) =>
    columns.flatMap((column) => (column && textOf(row, column) !== '' ? [textOf(row, column)] : [])).join(' · ');
  return (
    <div className="sw-risks">
      {head > 0 && <Summary props={props} rows={rows} levels={levels} total={total} />}
      <ol>
        {shown.map(({ row, grade, key }, i) => (
          <li
            key={`${key}${i}`}
            data-new={fresh.has(key) ? '' : undefined}
            data-chosen={isChosen(row) ? '' : undefined}
            style={{ height: rowH, '--k': gradeTone(grade), '--lines': rowH >= TWO_LINES ? 2 : 1 } as CSSProperties}
            onClick={onRow ? () => onRow(row) : undefined}
          >
            <b title={textOf(row, table.dims[0])}>{textOf(row, table.dims[0])}</b>
            <span>
              <em>{textOf(row, detail)}</em>
              {words(row, place) && ` · ${words(row, place)}`}
            </span>
            {day && <time>{textOf(row, day)}</time>}
            {amount && <strong>{textOf(row, amount)}</strong>}
          </li>
        ))}
      </ol>
      <footer>
        {total > shown.length && (
          <span>
            还有 {(total - shown.length).toLocaleString('en-US')} {str(props, 'unit')}
          </span>
        )}
        {total > shown.length && head > 0 && <span>先按严重程度</span>}
      </footer>
    </div>
  );
}

interface SummaryProps {
  props: DataProps['props'];
  rows: readonly Graded[];
  levels: readonly string[];
  total: number;
}
function Summary({ props, rows, levels, total }: SummaryProps) {
  const counts = levels.map((_, grade) => rows.filter((row) => row.grade === grade).length);
  return (
    <header>
      <h3>{str(props, 'title')}</h3>
      <b style={{ fontSize: COUNT }}>
        {total.toLocaleString('en-US')}
        <small>{str(props, 'unit')}</small>
      </b>
      <div>
        {counts.map((count, grade) => (count > 0 ? <i key={grade} style={{ flexGrow: count, background: gradeTone(grade) }} /> : null))}
      </div>
      <p>
        {levels.map((level, grade) => (
          <span key={level}>
            {level} <b style={{ color: gradeTone(grade) }}>{counts[grade]}</b>
          </span>
        ))}
      </p>
    </header>
  );
}
