import type { Expr } from '#kit/core/expr/ast.ts';
import type { SqlDialect, DatePart } from './dialects.ts';
import { bind, joined, QueryProblem, raw, sql, type BindAs, type Sql } from './sql.ts';
import { spanOf } from './time.ts';

/** What the tree of a calculated field is put into. */
export interface ExprPlace {
  readonly dialect: SqlDialect;
  /** today in the configured zone, `2026-03-01` */
  readonly today: string;
  /** a field by the name that the expression uses */
  field(name: string): Sql;
  /** an aggregate over rows; null argument = all rows */
  aggregate(name: string, arg: Expr | null): Sql;
}
const PARTS = new Set(['YEAR', 'QUARTER', 'MONTH', 'DAY', 'WEEKDAY', 'HOUR']);
const AGGREGATES = new Set(['SUM', 'AVG', 'MIN', 'MAX', 'COUNT', 'COUNTD', 'MEDIAN', 'STDDEV']);

/** `%`, `_` and `!` of a text that is looked for; `!` is the escape because a backslash ends literals in some servers. */
export const likeText = (text: string): string => text.replace(/[!%_]/g, '!$&');
export const like = (value: Sql, pattern: string): Sql => sql`(lower(${value}) like lower(${bind(pattern, 'text')}) escape '!')`;

const literal = ({ value, text }: Extract<Expr, { kind: 'number' }>, as: BindAs): Sql => [{ bind: value, as, digits: text }];

/** A literal next to something that it is compared with takes its type from there. */
function compared(expr: Expr, place: ExprPlace): Sql {
  if (expr.kind !== 'string') return expr.kind === 'number' ? literal(expr, 'value') : exprSql(expr, place);
  return bind(expr.value, spanOf(expr.value) ? 'datetime' : 'value');
}

/** Pieces of a statement for one expression: some grammars write an argument several times, which doubles at every level. */
const MAX_PIECES = 50_000;

/** A condition as a value where a truth is wanted as a number or text is left to the server. Throws QueryProblem for what grows too long. */
export function exprSql(expr: Expr, place: ExprPlace): Sql {
  const made = partSql(expr, place);
  if (made.length > MAX_PIECES) throw new QueryProblem('计算字段过于复杂，请简化');
  return made;
}

function partSql(expr: Expr, place: ExprPlace): Sql {
  const { dialect } = place;
  const of = (inner: Expr): Sql => exprSql(inner, place);
  switch (expr.kind) {
    case 'number':
      return literal(expr, 'number');
    case 'string':
      return bind(expr.value, 'text');
    case 'bool':
      return expr.value ? raw('(1 = 1)') : raw('(1 = 0)');
    case 'null':
      return raw('null');
    case 'field':
      return place.field(expr.name);
    case 'unary':
      return expr.op === '-' ? sql`(- ${of(expr.arg)})` : sql`(not ${conditionSqlOf(expr.arg, place)})`;
    case 'binary': {
      if (expr.op === 'and' || expr.op === 'or')
        return sql`(${conditionSqlOf(expr.left, place)} ${raw(expr.op)} ${conditionSqlOf(expr.right, place)})`;
      if (expr.op === '/') return dialect.divide(of(expr.left), of(expr.right));
      if (expr.op === '%') return dialect.modulo(of(expr.left), of(expr.right));
      if (['+', '-', '*'].includes(expr.op)) return sql`(${of(expr.left)} ${raw(expr.op)} ${of(expr.right)})`;
      return sql`(${compared(expr.left, place)} ${raw(expr.op)} ${compared(expr.right, place)})`;
    }
    case 'in': {
      const items = joined(
        expr.items.map((item) => compared(item, place)),
        ', ',
      );
      return sql`(${of(expr.arg)} ${raw(expr.not ? 'not in' : 'in')} (${items}))`;
    }
    case 'isNull':
      return sql`(${of(expr.arg)} is ${raw(expr.not ? 'not null' : 'null')})`;
    case 'case': {
      const whens = expr.whens.map(([when, then]) => sql`when ${conditionSqlOf(when, place)} then ${of(then)}`);
      return sql`(case ${joined(whens, ' ')}${expr.other ? sql` else ${of(expr.other)}` : raw('')} end)`;
    }
    case 'call':
      return call(expr.name, expr.args, place);
  }
}

const COMPARISONS = new Set(['=', '<>', '<', '<=', '>', '>=', 'and', 'or']);
/** A condition: a stored truth is compared, because not every server takes it as one. */
export function conditionSqlOf(expr: Expr, place: ExprPlace): Sql {
  const isCondition =
    (expr.kind === 'binary' && COMPARISONS.has(expr.op)) ||
    (expr.kind === 'unary' && expr.op === 'not') ||
    ['in', 'isNull', 'bool'].includes(expr.kind) ||
    (expr.kind === 'call' && ['ISNULL', 'CONTAINS', 'STARTSWITH'].includes(expr.name));
  return isCondition ? exprSql(expr, place) : sql`(${exprSql(expr, place)} = ${bind(true, 'bool')})`;
}

function call(name: string, args: readonly Expr[], place: ExprPlace): Sql {
  const { dialect } = place;
  if (AGGREGATES.has(name)) return place.aggregate(name, args[0] ?? null);
  const given = args.map((arg) => exprSql(arg, place));
  const [a, b, c] = given as [Sql, Sql, Sql];
  const whole = (at: number): Sql => {
    const arg = args[at];
    return arg?.kind === 'number' ? bind(arg.value, 'int' satisfies BindAs) : given[at]!;
  };
  if (PARTS.has(name)) return dialect.part(name as DatePart, a);
  switch (name) {
    case 'IF':
      return sql`(case when ${conditionSqlOf(args[0]!, place)} then ${b}${c ? sql` else ${c}` : raw('')} end)`;
    case 'IFNULL':
    case 'COALESCE':
      return sql`coalesce(${joined(given, ', ')})`;
    case 'NULLIF':
      return sql`nullif(${a}, ${compared(args[1]!, place)})`;
    case 'ISNULL':
      return sql`(${a} is null)`;
    case 'CONCAT':
      return dialect.concat(given);
    case 'LEFT':
      return sql`substr${raw(dialect.name === 'tsql' ? 'ing' : '')}(${a}, 1, ${whole(1)})`;
    case 'RIGHT':
      return dialect.right(a, whole(1));
    case 'SUBSTR':
      return dialect.name === 'tsql'
        ? sql`substring(${a}, ${whole(1)}, ${c ? whole(2) : bind(4000, 'int')})`
        : sql`substr(${a}, ${whole(1)}${c ? sql`, ${whole(2)}` : raw('')})`;
    case 'LENGTH':
      return dialect.length(a);
    case 'UPPER':
    case 'LOWER':
    case 'TRIM':
    case 'ABS':
      return sql`${raw(name.toLowerCase())}(${a})`;
    case 'REPLACE':
      return sql`replace(${a}, ${b}, ${c})`;
    case 'CONTAINS':
    case 'STARTSWITH': {
      const needle = args[1]!;
      if (needle.kind !== 'string') throw new QueryProblem(`函数 ${name} 的第2个参数须是文本常量`);
      return like(a, `${name === 'CONTAINS' ? '%' : ''}${likeText(needle.value)}%`);
    }
    case 'ROUND':
      return dialect.round(a, args[1] ? whole(1) : bind(0, 'int'));
    case 'FLOOR':
      return dialect.floor(a);
    case 'CEIL':
      return dialect.ceil(a);
    case 'NUMBER':
      return dialect.toNumber(a);
    case 'TEXT':
      return dialect.toText(a);
    case 'DATE':
      return dialect.toDate(args[0]!.kind === 'string' ? bind((args[0] as { value: string }).value, 'datetime') : a);
    case 'ADDDAYS': {
      const days = args[1]!;
      if (days.kind !== 'number') throw new QueryProblem('函数 ADDDAYS 的天数须是常数');
      return dialect.addDays(a, Math.trunc(days.value));
    }
    case 'DAYSBETWEEN':
      return dialect.daysBetween(
        ...(args.map((arg, i) => (arg.kind === 'string' ? bind(arg.value, 'datetime') : given[i]!)) as [Sql, Sql]),
      );
    case 'TODAY':
      return dialect.toDate(bind(place.today, 'datetime'));
    default:
      throw new QueryProblem(`没有函数“${name}”`);
  }
}
