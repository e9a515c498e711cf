import { isNode, walk, catalogOf, type CatalogTable, type Dialect } from '#modules/sources/core/index.ts';
import { checkStatement, type Parsed } from './check.ts';
import { lex, type Statement } from './lex.ts';
import { Refusal } from './refusal.ts';
import type { Source } from './scope.ts';

/** What a row filter may say about the person who reads. */
export const USER_VALUES = ['id', 'username', 'deptId', 'deptIds'] as const;
export type UserValue = (typeof USER_VALUES)[number];
export interface ConditionUser {
  readonly id: string;
  readonly username: string;
  readonly deptId: string | null;
  /** the department with those below it */
  readonly deptIds: readonly string[];
}
/** A checked row filter. */
export interface Condition {
  /** pieces of SQL, and between them the places where a value of the reader goes */
  readonly pieces: readonly ({ readonly sql: string } | { readonly value: UserValue })[];
  /** the base columns that it reads */
  readonly columns: ReadonlySet<Source>;
}
/** A row filter on its way through the parser. */
export interface ConditionText {
  /** a whole query around the filter: lex and parse this */
  readonly query: string;
  readonly start: number;
  readonly text: string;
  readonly places: readonly { readonly start: number; readonly end: number; readonly value: UserValue }[];
}

const PLACE = /\$\{\s*([^}]*?)\s*\}/g;
const MAX_CHARS = 4000;
const USER_VALUE = new Map(USER_VALUES.map((value) => [`user.${value}`, value]));
/** What a condition on one row cannot hold: other rows. */
const FORBIDDEN = /^(select|union|intersect|except|values|subquery|exists|window_function|over|star|parameter)$/;
const AGGREGATES =
  /^(count|sum|avg|min|max|string_agg|list_agg|group_concat|array_agg|stddev.*|var.*_.*|variance|median|mode|any_value|percentile.*|logical_(and|or)|bitwise_.*_agg|j_?s_?o_?n.*_agg|.*_agg|corr|covar_.*|regr_.*|grouping.*|aggregate_function|generate_series|unnest)$/;
const AGGREGATE_CALLS =
  /^(.*_agg|.*arrayagg|.*objectagg|bit_(and|or|xor)|bool_(and|or)|every|group_concat|std.*|var_.*|approx_.*|uniq.*|sleep|pg_sleep)$/;

/**
 * Puts a row filter into the query that is parsed for checking it. Places like `${user.id}` become text of the same length, so that
 * positions stay those of the filter. Throws Refusal for unknown places and texts that are too long.
 */
export function conditionText(text: string, table: CatalogTable, dialect: Dialect): ConditionText {
  if (text.trim() === '') throw new Refusal('请填写行过滤条件');
  if (text.length > MAX_CHARS) throw new Refusal(`行过滤条件过长，最多${MAX_CHARS}个字符`);
  const places: { start: number; end: number; value: UserValue }[] = [];
  const filled = text.replace(PLACE, (place, name: string, start: number) => {
    const value = USER_VALUE.get(name);
    if (!value) throw new Refusal(`不支持的变量“${place}”，可使用 ${[...USER_VALUE.keys()].map((key) => `\${${key}}`).join('、')}`, start);
    places.push({ start, end: start + place.length, value });
    return `'${'x'.repeat(place.length - 2)}'`;
  });
  const before = `select 1 from ${dialect.quote(table.schema)}.${dialect.quote(table.name)} where (`;
  return { query: `${before}${filled}\n)`, start: before.length, text, places };
}

/**
 * Checks a row filter written by a steward: one boolean expression over the columns of its table, without other tables, queries,
 * aggregates and comments. `parsed` is what the parser says about `textToParse` of the only statement of `conditionText(…).query`.
 * Answers the filter in pieces for `fillCondition`. Throws Refusal or LexError with the position in the filter.
 */
export function checkCondition(given: ConditionText, parsed: Parsed, table: CatalogTable, dialect: Dialect): Condition {
  const { start, text, places } = given;
  try {
    const [statement, ...more] = lex(given.query, dialect);
    if (!statement || more.length > 0) throw new Refusal('行过滤条件不能包含分号');
    assertOne(statement, given);
    const place = { database: table.schema, account: table.schema };
    const leave = { mayWrite: false, hasParams: false };
    const checked = checkStatement(statement, parsed, catalogOf([table], dialect, place), leave, dialect);
    if (checked.refs.length !== 1) throw new Refusal('行过滤条件不能包含子查询');
    walk(conditionOf(parsed), (node) => {
      const [kind, ...others] = Object.keys(node);
      if (others.length > 0 || kind === undefined) return;
      if (FORBIDDEN.test(kind)) throw new Refusal('行过滤条件不能包含子查询和窗口函数');
      const body = node[kind];
      const called = isNode(body) && typeof body.name === 'string' ? body.name.toLowerCase() : '';
      if (AGGREGATES.test(kind) || AGGREGATE_CALLS.test(called)) throw new Refusal('行过滤条件不能使用聚合函数');
    });
    return { pieces: piecesOf(statement.text.slice(start, start + text.length), places), columns: checked.columns };
  } catch (error) {
    if (!(error instanceof Error) || !('offset' in error) || typeof error.offset !== 'number') throw error;
    throw new Refusal(error.message, Math.min(Math.max(error.offset - start, 0), text.length));
  }
}

/** What stands in WHERE; anything else in the query was written by the filter itself. */
function conditionOf(parsed: Parsed): unknown {
  const [root] = parsed.ast;
  const select = isNode(root) ? root.select : null;
  const where = isNode(select) ? select.where_clause : null;
  const whole = isNode(where) ? where.this : null;
  const condition = isNode(whole) && isNode(whole.paren) ? whole.paren.this : null;
  if (!isNode(select) || condition === null) throw new Refusal('行过滤条件必须是一个布尔表达式');
  for (const key of ['group_by', 'having', 'order_by', 'limit', 'offset', 'fetch', 'qualify', 'windows'])
    if (select[key] !== null && select[key] !== undefined) throw new Refusal('行过滤条件必须是一个布尔表达式');
  return condition;
}

/** Checks that a filter cannot leave its parentheses, and that placeholders stand for whole values. */
function assertOne(statement: Statement, { start, text, places }: ConditionText): void {
  const end = start + text.length;
  const inside = statement.tokens.filter((token) => token.start >= start && token.start < end);
  let depth = 0;
  for (const token of inside) {
    if (token.kind === 'param') throw new Refusal('行过滤条件不支持参数占位符', token.start);
    if (token.kind === 'word' && token.text === 'select') throw new Refusal('行过滤条件不能包含子查询', token.start);
    if (token.kind !== 'symbol') continue;
    depth += token.text === '(' ? 1 : token.text === ')' ? -1 : 0;
    if (depth < 0) throw new Refusal('括号不成对', token.start);
  }
  if (depth !== 0) throw new Refusal('括号不成对', end);
  for (const { start: from, end: to, value } of places) {
    const i = inside.findIndex((token) => token.start === start + from && token.end === start + to && token.kind === 'string');
    if (i < 0) throw new Refusal(`变量“\${user.${value}}”不能写在引号或名称里`, start + from);
    if (value !== 'deptIds') continue;
    const isInList = inside[i - 1]?.text === '(' && inside[i - 2]?.text === 'in' && inside[i + 1]?.text === ')';
    if (!isInList) throw new Refusal('变量“${user.deptIds}”只能写成 字段 in (${user.deptIds})', start + from);
  }
}

function piecesOf(text: string, places: ConditionText['places']): Condition['pieces'] {
  const pieces: Condition['pieces'][number][] = [];
  let from = 0;
  for (const { start, end, value } of places) {
    pieces.push({ sql: text.slice(from, start) }, { value });
    from = end;
  }
  return [...pieces, { sql: text.slice(from) }];
}

/**
 * The filter as SQL for one reader. Values of the reader become text literals, which every kind of database compares with numbers
 * too where it allows that at all; parameters are no choice, because those of a statement are counted. No department is `null`,
 * which is equal to nothing. Throws Refusal when a value cannot be a literal safely.
 */
export function fillCondition(condition: Condition, user: ConditionUser, dialect: Dialect): string {
  const literal = (value: string | null) => (value === null ? 'null' : dialect.literal(value));
  try {
    return condition.pieces
      .map((piece) => {
        if ('sql' in piece) return piece.sql;
        if (piece.value === 'deptIds') return user.deptIds.length === 0 ? 'null' : user.deptIds.map(literal).join(', ');
        return literal(user[piece.value]);
      })
      .join('')
      .trim();
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal('账号信息含有不能用于行过滤条件的字符，请联系管理员');
    throw error;
  }
}
