import type { Field, FieldType } from '../../contract/field.ts';
import type { Condition, FilterNode, Scalar } from '../../contract/query.ts';
import { like, likeText } from './expression.ts';
import { bind, joined, QueryProblem, raw, sql, type BindAs, type Sql } from './sql.ts';
import type { SqlDialect } from './dialects.ts';
import { momentText, relativeSpan, spanOf, type Moment, type TimeSpan } from './time.ts';

/** When a query is asked: the calendar of the configured zone. */
export interface Clock {
  /** now in the zone */
  readonly now: Moment;
  readonly fiscalMonth: number;
}
export const MAX_CONDITIONS = 50;
export const MAX_DEPTH = 6;
const NEVER = raw('1 = 0');

export const isTime = (type: FieldType): boolean => type === 'date' || type === 'datetime';
export const isGroup = (node: FilterNode): node is { all: FilterNode[] } | { any: FilterNode[] } => !('col' in node);

/** Refuses trees that are too deep or too large. */
export function checkTree(nodes: readonly FilterNode[], label: string): void {
  let count = 0;
  const look = (node: FilterNode, depth: number): void => {
    if (depth > MAX_DEPTH) throw new QueryProblem(`${label}最多嵌套${MAX_DEPTH}层`);
    if (!isGroup(node)) {
      if (++count > MAX_CONDITIONS) throw new QueryProblem(`${label}最多${MAX_CONDITIONS}个条件`);
      return;
    }
    for (const inner of 'all' in node ? node.all : node.any) look(inner, depth + 1);
  };
  for (const node of nodes) look(node, 1);
}

/** Conditions joined as the tree says; null when there is nothing to say. */
export function treeSql(nodes: readonly FilterNode[], word: 'and' | 'or', leaf: (condition: Condition) => Sql): Sql | null {
  const parts = nodes.flatMap((node): Sql[] => {
    if (!isGroup(node)) return [leaf(node)];
    const inner = 'all' in node ? treeSql(node.all, 'and', leaf) : treeSql(node.any, 'or', leaf);
    return inner ? [inner] : [];
  });
  if (parts.length === 0) return null;
  return parts.length === 1 ? parts[0]! : sql`(${joined(parts, ` ${word} `)})`;
}

const say = (name: string, text: string): QueryProblem => new QueryProblem(`条件“${name}”${text}`);

function listOf(condition: Condition, name: string): readonly Scalar[] {
  const list = condition.values ?? (condition.value === undefined ? undefined : [condition.value]);
  if (list === undefined) throw say(name, '缺少取值');
  return list;
}
function valueOf(condition: Condition, name: string): Scalar {
  const value = condition.value === undefined ? condition.values?.[0] : condition.value;
  if (value === undefined) throw say(name, '缺少取值');
  return value;
}

/** The value as the type of its field wants it. */
function typed(value: Scalar, type: FieldType, name: string): Scalar {
  if (value === null) return null;
  if (type === 'number') {
    if (typeof value === 'number' && Number.isFinite(value)) return value;
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
    if (!Number.isFinite(number)) throw say(name, '的取值须是数值');
    return number;
  }
  if (type === 'bool') {
    if (typeof value === 'boolean') return value;
    if (value === 1 || value === '1' || value === 'true' || value === '是') return true;
    if (value === 0 || value === '0' || value === 'false' || value === '否') return false;
    throw say(name, '的取值须是“是”或“否”');
  }
  return typeof value === 'string' ? value : String(value);
}

function timeOf(value: Scalar, name: string): TimeSpan {
  const span = value === null ? null : spanOf(String(value));
  if (!span) throw say(name, '的取值须是日期，例如 2026-03-01');
  return span;
}

/** The span of a condition on a time that has a beginning or an end; null for other conditions. */
export function boundsOf(condition: Condition, name: string, clock: Clock): { from: Moment | null; to: Moment | null } | null {
  switch (condition.op) {
    case 'eq':
      return valueOf(condition, name) === null ? null : timeOf(valueOf(condition, name), name);
    case 'gt':
      return { from: timeOf(valueOf(condition, name), name).to, to: null };
    case 'gte':
      return { from: timeOf(valueOf(condition, name), name).from, to: null };
    case 'lt':
      return { from: null, to: timeOf(valueOf(condition, name), name).from };
    case 'lte':
      return { from: null, to: timeOf(valueOf(condition, name), name).to };
    case 'between': {
      const [from, to] = pairOf(condition, name);
      return { from: from === null ? null : timeOf(from, name).from, to: to === null ? null : timeOf(to, name).to };
    }
    case 'relative':
      if (!condition.relative) throw say(name, '缺少相对日期');
      return relativeSpan(condition.relative, clock.now, clock.fiscalMonth);
    default:
      return null;
  }
}

function pairOf(condition: Condition, name: string): [Scalar, Scalar] {
  const [from = null, to = null] = condition.values ?? [];
  if (condition.values?.length !== 2 || (from === null && to === null)) throw say(name, '需要起止两个取值');
  return [from, to];
}

/** A column between two moments, the second one excluded. */
export function within(column: Sql, span: { from: Moment | null; to: Moment | null }, as: BindAs): Sql {
  const parts = [
    ...(span.from === null ? [] : [sql`${column} >= ${bind(momentText(span.from), as)}`]),
    ...(span.to === null ? [] : [sql`${column} < ${bind(momentText(span.to), as)}`]),
  ];
  return parts.length === 0 ? raw('1 = 1') : sql`(${joined(parts, ' and ')})`;
}

/** Number of conditions that a list of moments may be taken apart into. */
const anyOf = (parts: readonly Sql[]): Sql =>
  parts.length === 0 ? NEVER : parts.length === 1 ? parts[0]! : sql`(${joined(parts, ' or ')})`;

function equals(column: Sql, values: readonly Scalar[], type: FieldType, name: string): Sql {
  const hasNull = values.includes(null);
  const known = values.filter((value) => value !== null);
  const parts: Sql[] = [];
  if (isTime(type)) parts.push(...known.map((value) => within(column, timeOf(value, name), type as BindAs)));
  else if (known.length > 0) {
    const as: BindAs = type === 'bool' ? 'bool' : 'value';
    const bound = [...new Set(known.map((value) => typed(value, type, name)))].map((value) => bind(value, as));
    parts.push(bound.length === 1 ? sql`${column} = ${bound[0]!}` : sql`${column} in (${joined(bound, ', ')})`);
  }
  if (hasNull) parts.push(sql`${column} is null`);
  return anyOf(parts);
}

const COMPARE = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/**
 * One condition over a value. Empty values are no match of `eq`, `in` and comparisons, and a match of the negative ones; an empty list
 * matches nothing (and leaves nothing out of `nin`). Text is looked for without regard to case.
 */
export function conditionSql(
  condition: Condition,
  field: Pick<Field, 'name' | 'type'>,
  column: Sql,
  place: { dialect: SqlDialect; clock: Clock },
): Sql {
  const { name, type } = field;
  switch (condition.op) {
    case 'null':
      return sql`${column} is null`;
    case 'notnull':
      return sql`${column} is not null`;
    case 'eq':
      return equals(column, [valueOf(condition, name)], type, name);
    case 'in':
      return equals(column, listOf(condition, name), type, name);
    case 'ne':
    case 'nin': {
      const values = condition.op === 'ne' ? [valueOf(condition, name)] : listOf(condition, name);
      if (values.length === 0) return raw('1 = 1');
      if (values.every((value) => value === null)) return sql`${column} is not null`;
      const match = equals(
        column,
        values.filter((value) => value !== null),
        type,
        name,
      );
      return values.includes(null) ? sql`(${column} is not null and not (${match}))` : sql`(${column} is null or not (${match}))`;
    }
    case 'contains':
    case 'starts':
    case 'ends':
    case 'ncontains': {
      const text = likeText(String(valueOf(condition, name) ?? ''));
      const pattern = condition.op === 'starts' ? `${text}%` : condition.op === 'ends' ? `%${text}` : `%${text}%`;
      const found = like(type === 'string' && place.dialect.name !== 'postgres' ? column : place.dialect.toText(column), pattern);
      return condition.op === 'ncontains' ? sql`(${column} is null or not ${found})` : found;
    }
    default: {
      if (condition.op === 'relative' && !isTime(type)) throw say(name, '不是日期，不能使用相对日期');
      if (isTime(type)) return within(column, boundsOf(condition, name, place.clock)!, type as BindAs);
      if (condition.op === 'between') {
        const [from, to] = pairOf(condition, name).map((value) => typed(value, type, name));
        return sql`(${joined([...(from === null ? [] : [sql`${column} >= ${bind(from!, 'value')}`]), ...(to === null ? [] : [sql`${column} <= ${bind(to!, 'value')}`])], ' and ')})`;
      }
      if (condition.op === 'relative') throw say(name, '不是日期，不能使用相对日期');
      const value = typed(valueOf(condition, name), type, name);
      if (value === null) return NEVER;
      return sql`${column} ${raw(COMPARE[condition.op])} ${bind(value, type === 'bool' ? 'bool' : 'value')}`;
    }
  }
}
