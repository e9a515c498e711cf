import type { Condition, FilterNode } from '../../contract/query.ts';
import type { CompileInput } from './compile.ts';
import { boundsOf, conditionSql, isGroup, isTime, treeSql } from './condition.ts';
import type { SqlDialect } from './dialects.ts';
import type { Fields } from './fields.ts';
import { raw, type Sql } from './sql.ts';
import { dayText, momentText, relativeSpan, type Moment } from './time.ts';

export interface Bounds {
  readonly from: Moment | null;
  readonly to: Moment | null;
}
export interface Filters {
  readonly where: readonly Sql[];
  readonly spans: readonly { col: string; from: string; to: string }[];
}

/** The conditions of a query on its rows. `leaveOut` names top conditions that somebody else takes care of. */
export function filtersOf(
  { query, clock }: CompileInput,
  fields: Fields,
  dialect: SqlDialect,
  used: Set<string>,
  leaveOut: ReadonlySet<FilterNode> = new Set(),
): Filters {
  const spans: { col: string; from: string; to: string }[] = [];
  const leaf = (condition: Condition): Sql => {
    const { field, type } = fields.get(condition.col);
    const own = { name: field.name, type: type === 'any' ? ('string' as const) : type };
    if (condition.op === 'relative' && condition.relative && isTime(own.type)) {
      const { from, to } = relativeSpan(condition.relative, clock.now, clock.fiscalMonth);
      const isFine = condition.relative.unit === 'hour';
      spans.push({
        col: condition.col,
        from: isFine ? momentText(from) : dayText(from),
        to: isFine ? momentText(to - 1000) : dayText(to - 1),
      });
    }
    return conditionSql(condition, own, fields.row(condition.col, used), { dialect, clock });
  };
  const where = query.filters.flatMap((node) => {
    const part = treeSql([node], 'and', leaf);
    return part && !leaveOut.has(node) ? [part] : [];
  });
  return { where, spans };
}

/** Top conditions that bound one field of time, and the span that they leave together. */
export function boundsOn(
  col: string,
  { query, clock }: CompileInput,
  fields: Fields,
): { conditions: readonly Condition[]; bounds: Bounds } | null {
  const conditions: Condition[] = [];
  let from: Moment | null = null;
  let to: Moment | null = null;
  for (const node of query.filters) {
    if (isGroup(node) || node.col !== col) continue;
    const found = boundsOf(node, fields.get(col).field.name, clock);
    if (!found) continue;
    conditions.push(node);
    if (found.from !== null) from = from === null ? found.from : Math.max(from, found.from);
    if (found.to !== null) to = to === null ? found.to : Math.min(to, found.to);
  }
  return conditions.length > 0 ? { conditions, bounds: { from, to } } : null;
}

export const whereSql = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw('') : [' where ', ...conditions.flatMap((part, i) => (i === 0 ? part : [' and ', ...part]))];
