import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type View = 'source' | 'domain' | 'dept' | 'element' | 'layer' | 'owner';
export type Summary = CallReply<typeof api.binding.summary>[number];
export type Counts = Pick<Summary, 'columns' | 'bound' | 'conform' | 'partial' | 'bad' | 'retired' | 'exempt' | 'unread'>;
/** What the list at the right shows: what is to be done, all bound columns, those of one state, or those without a standard. */
export type Shown = 'toDo' | 'all' | 'unbound' | (typeof PARTS)[number][0];
/** A row of the statistics that was chosen; null = everything. */
export interface Place {
  readonly view: View;
  readonly id: string | null;
  readonly name: string;
}

export const PARTS = [
  ['conform', '合标'],
  ['partial', '部分合标'],
  ['bad', '不合标'],
  ['retired', '标准已废止'],
  ['exempt', '豁免'],
  ['unread', '无法核对'],
] as const;
export const percentText = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`);
export const unboundOf = (of: Counts): number => Math.max(0, of.columns - of.bound - of.exempt - of.unread);

/** What columns consist of, as one bar; those without a standard stay grey. */
export function Composition({ of }: { of: Counts }) {
  const all = Math.max(
    1,
    of.columns,
    PARTS.reduce((sum, [part]) => sum + of[part], 0),
  );
  const said = [...PARTS.map(([part, label]) => `${label}${of[part]}`), `未映射${unboundOf(of)}`];
  return (
    <span className="composition" role="img" aria-label={said.join('，')}>
      {PARTS.map(([part]) => of[part] > 0 && <i key={part} className={part} style={{ width: `${(of[part] / all) * 100}%` }} />)}
    </span>
  );
}

/** Points against 30 days ago. */
export function Change({ points }: { points: number | null }) {
  if (points === null) return <span className="muted">—</span>;
  const tone = points > 0 ? 'up' : points < 0 ? 'down' : 'same';
  return <span className={`binding-change ${tone}`}>{`${points > 0 ? '+' : ''}${points.toFixed(1)}`}</span>;
}
