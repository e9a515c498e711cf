import type { ExecuteConfig, ReqParam, ResParam } from '../contract/api.ts';
import { bind, joined, raw, sql, type Sql, type SqlDialect } from '#modules/datasets/core/index.ts';
import type { Paging } from './paging.ts';
import { isTextType, type Given, type Value } from './values.ts';

/** A table with the types of its columns and the columns of its key, as the catalogue knows it. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly types: ReadonlyMap<string, string>;
  readonly key: readonly string[];
}
export interface TableApi {
  readonly table: KnownTable;
  readonly config: ExecuteConfig;
  readonly reqParams: readonly ReqParam[];
  readonly outputs: readonly { readonly column: string; readonly name: string }[];
}

/** What the answer consists of: the returned columns, under their names. */
export const outputsOf = (config: ExecuteConfig, resParams: readonly ResParam[]): { column: string; name: string }[] => {
  const aliases = new Map(resParams.map(({ fieldName, fieldAliasName }) => [fieldName, fieldAliasName || fieldName]));
  return config.fieldParams
    .filter(({ resable }) => resable === '1')
    .map(({ columnName }) => ({ column: columnName, name: aliases.get(columnName) ?? columnName }));
};

/** LIKE needs a character that protects its wildcards; `!` needs no protection itself in any dialect. */
const escaped = (text: string): string => text.replaceAll(/[!%_[]/g, '!$&');
const PATTERNS = { '3': (text: string) => `%${text}%`, '4': (text: string) => `%${text}`, '5': (text: string) => `${text}%` } as const;
const COMPARES = { '1': '=', '2': '<>', '6': '>', '7': '>=', '8': '<', '9': '<=' } as const;

const bound = (value: Value): Sql => bind(value, 'value');

function condition(param: ReqParam, column: Sql, type: string, given: Value | readonly Value[], dialect: SqlDialect): Sql {
  switch (param.whereType) {
    case '3':
    case '4':
    case '5': {
      const text = isTextType(type) ? column : dialect.toText(column);
      return sql`${text} like ${bind(PATTERNS[param.whereType](escaped(String(given))), 'text')} escape '!'`;
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

/** Columns that end every order, so that pages neither repeat nor leave out rows: the key, else all that is returned. */
const lastOrders = ({ table, outputs }: TableApi): readonly string[] =>
  table.key.length > 0 ? table.key : outputs.map(({ column }) => column);

function whereOf({ table, reqParams }: TableApi, values: ReadonlyMap<string, Given>, dialect: SqlDialect): Sql {
  const conditions = reqParams.flatMap((param) => {
    const given = values.get(param.paramName);
    if (given === null || given === undefined) return [];
    const column = param.columnName || param.paramName;
    return [condition(param, raw(dialect.quote(column)), table.types.get(column) ?? '', given, dialect)];
  });
  return conditions.length === 0 ? raw('') : sql` where ${joined(conditions, ' and ')}`;
}

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

/** The statements of one call over a table: its rows, ordered to the key and cut to a page, and how many there are. */
export function tableStatements(
  api: TableApi,
  values: ReadonlyMap<string, Given>,
  paging: Paging,
  dialect: SqlDialect,
): { rows: Sql; count: Sql } {
  const { table, config, outputs } = api;
  const name = (column: string) => dialect.quote(column);
  const from = raw(`${dialect.quote(table.schema)}.${dialect.quote(table.name)}`);
  const where = whereOf(api, values, dialect);
  const columns = raw(
    outputs.map(({ column, name: alias }) => (column === alias ? name(column) : `${name(column)} as ${name(alias)}`)).join(', '),
  );
  const chosen = config.orderBy.map(({ columnName, direction }) => `${name(columnName)} ${direction}`);
  const already = new Set(config.orderBy.map(({ columnName }) => columnName));
  const last = lastOrders(api)
    .filter((column) => !already.has(column))
    .map((column) => `${name(column)} asc`);
  const order = raw([...chosen, ...last].join(', '));
  return {
    rows: paged(sql`select ${columns} from ${from}${where} order by ${order}`, paging, dialect),
    count: sql`select count(*) as ${raw(name('n'))} from ${from}${where}`,
  };
}
