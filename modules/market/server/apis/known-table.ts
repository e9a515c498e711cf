import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { raw, sql, sqlDialect, type SqlDialect } from '#modules/datasets/core/index.ts';
import { loadSet, selectOf } from '#modules/datasets/server/index.ts';
import { ofVisibleTable, SENSITIVE_LEVELS } from '#modules/gate/server/index.ts';
import { TableKey } from '#modules/sources/contract/table-kind.ts';
import type { Source } from '#modules/sources/server/index.ts';
import type { ExecuteConfig, TableJoin } from '../../contract/api.ts';
import type { KnownColumn, KnownTable } from '../../core/index.ts';
import { readingCtx } from './reading.ts';

/** One table as the catalogue has it. */
export interface CatalogueTable {
  readonly id: string;
  readonly schemaName: string;
  readonly tableName: string;
  readonly columns: readonly CatalogueColumn[];
  readonly keys: readonly TableKey[];
  /** the primary key, else a unique one; none where its columns are not known */
  readonly key: readonly string[];
}

/** A table with its columns as the catalogue has them. Throws entity.notFound for what the caller does not see. */
export async function catalogueTable(ctx: Ctx, sourceId: string, tableId: string): Promise<CatalogueTable> {
  const table = await ctx.db
    .selectFrom('metadataTable')
    .select(['metadataTable.id', 'metadataTable.schemaName', 'metadataTable.tableName', 'metadataTable.keys'])
    .where('metadataTable.id', '=', tableId)
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.deletedAt', 'is', null)
    .where(ofVisibleTable(readingCtx(ctx), { table: 'metadataTable.id', source: 'metadataTable.sourceId' }))
    .executeTakeFirst();
  if (!table) throw new AppError('entity.notFound', '数据表不存在或没有查看权限');
  const columns = await columnsIn(ctx, [table.id]);
  const keys = TableKey.array().parse(table.keys);
  const key = (keys.find(({ kind }) => kind === 'primary') ?? keys.find(({ kind }) => kind === 'unique'))?.columns ?? [];
  const names = new Set(columns.map(({ columnName }) => columnName));
  return {
    ...table,
    keys,
    key: key.every((name) => names.has(name)) ? key : [],
    columns,
  };
}

interface CatalogueColumn {
  readonly tableId: string;
  readonly columnName: string;
  readonly dataType: string;
  readonly isNullable: boolean;
  readonly isSensitive: boolean;
}
async function columnsIn(ctx: Ctx, tableIds: readonly string[]): Promise<CatalogueColumn[]> {
  if (tableIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom('metadataColumn as c')
    .leftJoin('metadataClass as class', (on) => on.onRef('class.id', '=', 'c.classId').on('class.deletedAt', 'is', null))
    .select((e) => ['c.tableId', 'c.columnName', 'c.dataType', 'c.columnNullable', e.fn.coalesce('c.level', 'class.level').as('level')])
    .where('c.tableId', 'in', tableIds)
    .where('c.deletedAt', 'is', null)
    .orderBy('c.tableId')
    .orderBy('c.columnPosition')
    .execute();
  return rows.map(({ columnNullable, level, ...column }) => ({
    ...column,
    isNullable: columnNullable === '1',
    isSensitive: level !== null && (SENSITIVE_LEVELS as readonly string[]).includes(level),
  }));
}

const columnsOf = (table: CatalogueTable, how: { prefix: string; name: (column: string) => string; mayLack: boolean }) =>
  table.columns.map(({ columnName, dataType, isNullable, isSensitive }): [string, KnownColumn] => [
    `${how.prefix}${columnName}`,
    { sql: how.name(columnName), type: dataType, isNullable: isNullable || how.mayLack, isSensitive },
  ]);

interface Joined {
  readonly columns: ReadonlyMap<string, KnownColumn>;
  readonly key: readonly string[] | null;
  readonly from: string;
}

/** A table more; rows that meet at most one of its rows are told apart by what told them apart before. */
function withJoin(before: Joined, join: TableJoin, table: CatalogueTable, dialect: SqlDialect): Joined {
  const { quote } = dialect;
  const name = (column: string) => `${join.alias}.${quote(column)}`;
  const isLeft = join.joinType === 'left';
  const own = new Map(columnsOf(table, { prefix: `${join.alias}.`, name, mayLack: isLeft }));
  const on = join.on.map(({ left, right }) => {
    const from = before.columns.get(left);
    const to = own.get(`${join.alias}.${right}`);
    if (!from || !to) throw new AppError('input.invalid', `关联字段“${from ? right : left}”不存在`);
    return `${from.sql} = ${to.sql}`;
  });
  const isOne = table.key.length > 0 && table.key.every((column) => join.on.some(({ right }) => right === column));
  const key = isOne ? [] : table.key.map((column) => `${join.alias}.${column}`);
  return {
    columns: new Map([...before.columns, ...own]),
    key: before.key === null || (!isOne && table.key.length === 0) ? null : [...before.key, ...key],
    from: `${before.from} ${isLeft ? 'left join' : 'inner join'} ${quote(table.schemaName)}.${quote(table.tableName)} ${join.alias} on ${on.join(' and ')}`,
  };
}

async function tableOf(ctx: Ctx, { tableId, joins }: ExecuteConfig, source: Source): Promise<KnownTable> {
  const dialect = sqlDialect(source.adapter.dialect);
  const { quote } = dialect;
  const first = await catalogueTable(ctx, source.id, tableId ?? '');
  const place = `${quote(first.schemaName)}.${quote(first.tableName)}`;
  if (joins.length === 0)
    return { from: raw(place), columns: new Map(columnsOf(first, { prefix: '', name: quote, mayLack: false })), key: first.key };
  if (new Set(joins.map(({ alias }) => alias)).size < joins.length) throw new AppError('input.invalid', '关联表的别名重复');
  const others = await Promise.all(joins.map((join) => catalogueTable(ctx, source.id, join.tableId)));
  let all: Joined = {
    columns: new Map(columnsOf(first, { prefix: '', name: (column) => `t1.${quote(column)}`, mayLack: false })),
    key: first.key.length > 0 ? first.key : null,
    from: `${place} t1`,
  };
  // a column of the first table that is written like one of another would stand for both
  if (first.columns.some(({ columnName }) => /^t[23]\./.test(columnName)))
    throw new AppError('input.invalid', '主表有以 t2. 或 t3. 开头的字段，不能关联其他表');
  for (const [i, join] of joins.entries()) all = withJoin(all, join, others[i]!, dialect);
  return { from: raw(all.from), columns: all.columns, key: all.key ?? [] };
}

const FIELD_TYPES = { string: 'text', number: 'numeric', date: 'date', datetime: 'timestamp', bool: 'boolean' } as const;

type Set = Awaited<ReturnType<typeof loadSet>>;

/** Columns of the catalogue behind the fields of a data set over tables, by field; fields of texts and calculated ones have none. */
async function columnsBehind(ctx: Ctx, { model: { origin }, sourceId }: Set): Promise<Map<string, CatalogueColumn>> {
  if (origin.kind !== 'table' && origin.kind !== 'join') return new Map();
  const places = origin.kind === 'table' ? [{ ...origin.table, alias: '' }] : origin.model.tables;
  const rows = await ctx.db
    .selectFrom('metadataTable')
    .select(['id', 'schemaName', 'tableName'])
    .where('sourceId', '=', sourceId)
    .where('deletedAt', 'is', null)
    .where(
      'tableName',
      'in',
      places.map(({ table }) => table),
    )
    .execute();
  const aliases = new Map(
    rows.map(({ id, schemaName, tableName }) => [id, places.filter((one) => one.schema === schemaName && one.table === tableName)]),
  );
  const columns = await columnsIn(ctx, [...aliases.keys()]);
  const named = columns.flatMap((column) =>
    aliases.get(column.tableId)!.map(({ alias }) => [`${alias} ${column.columnName}`, column] as const),
  );
  const byPlace = new Map(named);
  const fields = origin.kind === 'table' ? columns.map(({ columnName: id }) => ({ id, alias: '', column: id })) : origin.model.columns;
  return new Map(
    fields.flatMap(({ id, alias, column }) => {
      const found = byPlace.get(`${alias} ${column}`);
      return found ? [[id, found] as const] : [];
    }),
  );
}

/** The rows of a data set that the caller may see, with its calculated fields; the gate limits and masks them like those of any statement. */
async function setOf(ctx: Ctx, { dataSetId, fieldParams, orderBy }: ExecuteConfig, source: Source): Promise<KnownTable> {
  const set = await loadSet(ctx, dataSetId ?? '');
  if (set.sourceId === null) throw new AppError('rule.broken', '数据集模式只支持基于数据源的数据集，不支持上传文件和平台数据');
  if (set.sourceId !== source.id) throw new AppError('rule.broken', `数据集“${set.name}”已更换数据源，请重新选择数据集`);
  const ticked = fieldParams.filter(({ reqable, resable }) => reqable === '1' || resable === '1');
  const used = new Set([...ticked, ...orderBy].map(({ columnName }) => columnName));
  const fields = set.model.fields.filter(({ id }) => used.has(id));
  if (fields.length === 0) return { from: raw(''), columns: new Map(), key: [] };
  const ids = fields.map(({ id }) => id);
  const dialect = sqlDialect(source.adapter.dialect);
  const [select, behind] = await Promise.all([selectOf(ctx, set, ids, source.adapter.dialect), columnsBehind(ctx, set)]);
  const columns = fields.map(({ id, type, expr }, i): [string, KnownColumn] => {
    const column = expr ? undefined : behind.get(id);
    // what a text or an expression is made of is not known here, so nothing is ordered by it unasked
    const known = {
      type: column?.dataType ?? FIELD_TYPES[type],
      isNullable: column?.isNullable ?? true,
      isSensitive: column?.isSensitive ?? true,
    };
    return [id, { sql: `g.c${i}`, ...known }];
  });
  return { from: sql`(${select}) ${raw(dialect.alias('g'))}`, columns: new Map(columns), key: [] };
}

/** What an API reads; null for scripts. Throws entity.notFound for what the caller does not see. */
export async function knownTable(ctx: Ctx, source: Source, config: ExecuteConfig): Promise<KnownTable | null> {
  if (config.configType === '2') return null;
  return config.configType === '3' ? setOf(ctx, config, source) : tableOf(ctx, config, source);
}
