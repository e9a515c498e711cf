import type { ExecuteConfig, OrderBy, ReqParam } from '../contract/api.ts';
import { bind, joined, raw, sql, type Sql, type SqlDialect } from '#modules/datasets/core/index.ts';
import { rowsAfter } from './keyset.ts';
import type { Paging } from './paging.ts';
import { isTextType, type Given, type Value } from './values.ts';

export interface KnownColumn {
  /** how a statement names it, quoted */
  readonly sql: string;
  readonly type: string;
  readonly isNullable: boolean;
  /** masked, or perhaps so: nothing is ordered by it unless somebody asks for that, which the gate then refuses */
  readonly isSensitive: boolean;
}
/** What rows are read from: a table, several that are joined, or the rows of a data set, with its columns by the names that an API has for them. */
export interface KnownTable {
  readonly from: Sql;
  readonly columns: ReadonlyMap<string, KnownColumn>;
  /** columns that tell its rows apart; none where that is not known */
  readonly key: readonly string[];
}
export interface TableApi {
  readonly table: KnownTable;
  readonly config: ExecuteConfig;
  readonly reqParams: readonly ReqParam[];
  readonly outputs: readonly { readonly column: string; readonly name: string }[];
}
/** Which rows of the answer a call asks for. */
export interface Asked {
  readonly paging: Paging;
  /** order by names of the answer; null = that of the API */
  readonly sort: readonly OrderBy[] | null;
  /** values of the row that the rows follow, by the order; null = from the beginning */
  readonly after: readonly string[] | null;
}

/** LIKE needs a character that protects its wildcards; `!` needs no protection itself in any dialect. */
const escaped = (text: string): string => text.replaceAll(/[!%_[]/g, '!$&');
const PATTERNS = { '3': (text: string) => `%${text}%`, '4': (text: string) => `%${text}`, '5': (text: string) => `${text}%` } as const;
const COMPARES = { '1': '=', '2': '<>', '6': '>', '7': '>=', '8': '<', '9': '<=' } as const;

const bound = (value: Value): Sql => bind(value, 'value');

/** A value of a parameter as it is bound: a pattern where its condition is one. */
export function asBound({ whereType }: Pick<ReqParam, 'whereType'>, value: Value): Value {
  return whereType === '3' || whereType === '4' || whereType === '5' ? PATTERNS[whereType](escaped(String(value))) : value;
}

function condition(param: ReqParam, column: Sql, type: string, given: Value | readonly Value[], dialect: SqlDialect): Sql {
  switch (param.whereType) {
    case '3':
    case '4':
    case '5': {
      const text = isTextType(type) ? column : dialect.toText(column);
      return sql`${text} like ${bind(asBound(param, given as Value), 'text')} escape '!'`;
    }
    case '10':
      return sql`${column} is null`;
    case '11':
      return sql`${column} is not null`;
    case '12':
      return sql`${column} in (${joined((Array.isArray(given) ? (given as readonly Value[]) : [given as Value]).map(bound), ', ')})`;
    default: {
      if (Array.isArray(given)) return sql`${column} in (${joined((given as readonly Value[]).map(bound), ', ')})`;
      return sql`${column} ${raw(COMPARES[param.whereType])} ${bound(given as Value)}`;
    }
  }
}

/** The columns of an order: those asked for, then what tells rows apart, so that pages neither repeat nor leave out rows. */
export function ordersOf({ table, config, outputs }: TableApi, sort: Asked['sort']): OrderBy[] {
  const columnOf = new Map(outputs.map(({ name, column }) => [name, column]));
  const chosen =
    sort?.map(({ columnName, direction }) => ({ columnName: columnOf.get(columnName) ?? columnName, direction })) ?? config.orderBy;
  const already = new Set(chosen.map(({ columnName }) => columnName));
  const last =
    table.key.length > 0
      ? table.key
      : outputs.map(({ column }) => column).filter((column) => table.columns.get(column)?.isSensitive === false);
  return [...chosen, ...last.filter((column) => !already.has(column)).map((columnName) => ({ columnName, direction: 'asc' as const }))];
}

const known = ({ columns }: KnownTable, name: string): KnownColumn => {
  const column = columns.get(name);
  if (!column) throw new Error(`a statement names an unknown column ${name}`);
  return column;
};

function conditionsOf({ table, reqParams }: TableApi, values: ReadonlyMap<string, Given>, dialect: SqlDialect): Sql[] {
  return reqParams.flatMap((param) => {
    const given = values.get(param.paramName);
    if (given === null || given === undefined) return [];
    const column = known(table, param.columnName || param.paramName);
    return [condition(param, raw(column.sql), column.type, given, dialect)];
  });
}
const where = (conditions: readonly Sql[]): Sql => (conditions.length === 0 ? raw('') : sql` where ${joined(conditions, ' and ')}`);

/** `select …` cut to a page, in the words of the dialect. The numbers are whole and bounded. */
export function paged(select: Sql, { pageNum, pageSize }: Paging, dialect: SqlDialect): Sql {
  const offset = (pageNum - 1) * pageSize;
  switch (dialect.name) {
    // bound, so that every page of an API is one prepared statement
    case 'postgres':
      return sql`${select} limit ${bind(pageSize, 'int')} offset ${bind(offset, 'int')}`;
    case 'tsql':
    case 'oracle':
      return sql`${select} offset ${raw(String(offset))} rows fetch next ${raw(String(pageSize))} rows only`;
    case 'trino':
      return sql`${select} offset ${raw(String(offset))} limit ${raw(String(pageSize))}`;
    default:
      return sql`${select} limit ${raw(String(pageSize))} offset ${raw(String(offset))}`;
  }
}

/** The statements of one call: its rows, ordered to the key and cut to a page, and how many there are. */
export function tableStatements(
  api: TableApi,
  values: ReadonlyMap<string, Given>,
  { paging, sort, after }: Asked,
  dialect: SqlDialect,
): { rows: Sql; count: Sql } {
  const { table, outputs } = api;
  const { quote } = dialect;
  const conditions = conditionsOf(api, values, dialect);
  const orders = ordersOf(api, sort).map(({ columnName, direction }) => ({ sql: known(table, columnName).sql, direction }));
  const columns = outputs.map(({ column, name }) => {
    const own = known(table, column).sql;
    return own === quote(name) ? own : `${own} as ${quote(name)}`;
  });
  const order = orders.map((one) => `${one.sql} ${one.direction}`);
  const rest = after === null ? conditions : [...conditions, rowsAfter(orders, after)];
  const select = sql`select ${raw(columns.join(', '))} from ${table.from}${where(rest)}${raw(order.length > 0 ? ` order by ${order.join(', ')}` : '')}`;
  return {
    rows: paged(select, paging, dialect),
    count: sql`select count(*) as ${raw(quote('n'))} from ${table.from}${where(conditions)}`,
  };
}
