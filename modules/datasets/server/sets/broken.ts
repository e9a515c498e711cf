import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { fieldOf, parseExpr, type Expr } from '#kit/core/expr/index.ts';
import type { BrokenField } from '../../contract/data-set.ts';
import type { SetModel, SetOrigin } from '../../contract/data-set-model.ts';
import { EXTRACT_TABLE, readExtract } from '../extract/index.ts';
import { fileExtract } from '../extract/file-set.ts';

type Table = { schema: string; table: string };
const keyOf = (table: Table): string => `${table.schema}.${table.table}`;

/** Living columns of tables by `schema.table`; a table that is gone is missing. */
async function columnsOf(db: Db, sourceId: string, tables: readonly Table[]): Promise<Map<string, Set<string>>> {
  const rows = await db
    .selectFrom('metadataTable')
    .leftJoin('metadataColumn', (join) =>
      join.onRef('metadataColumn.tableId', '=', 'metadataTable.id').on('metadataColumn.deletedAt', 'is', null),
    )
    .select(['schemaName', 'tableName', 'columnName'])
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataTable.deletedAt', 'is', null)
    .where('tableName', 'in', [...new Set(tables.map(({ table }) => table))])
    .execute();
  const found = new Map<string, Set<string>>();
  for (const { schemaName, tableName, columnName } of rows) {
    const key = `${schemaName}.${tableName}`;
    const names = found.get(key) ?? new Set();
    if (columnName) names.add(columnName);
    found.set(key, names);
  }
  return found;
}

/** Where each column of a set stands; null when only the source can say (SQL). */
function placesOf(origin: SetOrigin, fields: SetModel['fields']): Map<string, Table & { column: string }> | null {
  if (origin.kind === 'table') return new Map(fields.filter((field) => !field.expr).map(({ id }) => [id, { ...origin.table, column: id }]));
  if (origin.kind !== 'join') return null;
  const tables = new Map(origin.model.tables.map((table) => [table.alias, table]));
  return new Map(
    origin.model.columns.flatMap(({ id, alias, column }) => {
      const table = tables.get(alias);
      return table ? [[id, { schema: table.schema, table: table.table, column }] as const] : [];
    }),
  );
}

type JoinModel = Extract<SetOrigin, { kind: 'join' }>['model'];
/** The first table or column that a join compares by and that is gone, in words: nothing can be read of the set. */
function lostLink(model: JoinModel, living: ReadonlyMap<string, ReadonlySet<string>>): string | null {
  const tables = new Map(model.tables.map((table) => [table.alias, keyOf(table)]));
  const gone = [...tables.values()].find((key) => !living.has(key));
  if (gone !== undefined) return `表 ${gone} 已不存在`;
  for (const { left, right, on } of model.joins)
    for (const pair of on)
      for (const [alias, column] of [
        [left, pair.left],
        [right, pair.right],
      ] as const) {
        const key = tables.get(alias);
        if (key !== undefined && !living.get(key)?.has(column)) return `关联字段 ${key}.${column} 已不存在，请重新设置关联`;
      }
  return null;
}

/** The join as far as the catalogue still has its columns. Throws rule.broken when its tables cannot be joined any more. */
export async function withoutLostColumns(ctx: Ctx, sourceId: string, model: JoinModel): Promise<JoinModel> {
  const living = await columnsOf(ctx.db, sourceId, model.tables);
  if (living.size === 0 && !(await isHarvested(ctx.db, sourceId))) return model;
  const lost = lostLink(model, living);
  if (lost !== null) throw new AppError('rule.broken', lost);
  const tables = new Map(model.tables.map((table) => [table.alias, living.get(keyOf(table))]));
  const columns = model.columns.filter(({ alias, column }) => tables.get(alias)?.has(column));
  return columns.length > 0 ? { ...model, columns } : model;
}

function namesIn(expr: Expr): string[] {
  switch (expr.kind) {
    case 'field':
      return [expr.name];
    case 'unary':
    case 'isNull':
      return namesIn(expr.arg);
    case 'binary':
      return [...namesIn(expr.left), ...namesIn(expr.right)];
    case 'in':
      return [expr.arg, ...expr.items].flatMap(namesIn);
    case 'case':
      return [...expr.whens.flatMap(([when, then]) => [...namesIn(when), ...namesIn(then)]), ...(expr.other ? namesIn(expr.other) : [])];
    case 'call':
      return expr.args.flatMap(namesIn);
    default:
      return [];
  }
}

/** Calculated fields that name broken ones, however deep. */
function spread(fields: SetModel['fields'], broken: BrokenField[]): BrokenField[] {
  const all = [...broken];
  for (let grown = true; grown;) {
    grown = false;
    for (const field of fields) {
      if (!field.expr || all.some((one) => one.field === field.id)) continue;
      const { ast } = parseExpr(field.expr);
      const bad = ast && namesIn(ast).find((name) => all.some((one) => one.field === (fieldOf(fields, name)?.id ?? name)));
      if (!bad) continue;
      all.push({ field: field.id, reason: `计算字段“${field.name}”使用了失效的字段“${bad}”` });
      grown = true;
    }
  }
  return all;
}

/** SQL texts break with the columns that the lineage of the set was taken from and that are gone since. */
async function lostOfSql(db: Db, setId: string, sourceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('metadataLineageObject')
    .innerJoin('metadataLineageEdge', 'metadataLineageEdge.toId', 'metadataLineageObject.id')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataLineageEdge.fromId')
    .leftJoin('metadataColumn', (join) =>
      join
        .onRef('metadataColumn.tableId', '=', 'metadataTable.id')
        .onRef('metadataColumn.columnName', '=', 'metadataLineageEdge.fromColumn')
        .on('metadataColumn.deletedAt', 'is', null),
    )
    .select([
      'metadataLineageEdge.toColumn',
      'metadataLineageEdge.fromColumn',
      'tableName',
      'schemaName',
      'metadataTable.deletedAt',
      'metadataColumn.id as columnId',
    ])
    .where('metadataLineageObject.objectType', '=', 'dataset')
    .where('metadataLineageObject.objectKey', '=', setId)
    .where('metadataLineageObject.deletedAt', 'is', null)
    .where('metadataTable.sourceId', '=', sourceId)
    .where('metadataLineageEdge.fromColumn', 'is not', null)
    .execute();
  return rows
    .filter((row) => row.deletedAt !== null || row.columnId === null)
    .map((row) => `${row.toColumn ?? ''}\n${row.schemaName}.${row.tableName}.${row.fromColumn}`);
}

/** Fields that an uploaded file does not have; a file that cannot be read is told where it is read. */
async function lostOfFile(ctx: Ctx, fields: SetModel['fields'], origin: Extract<SetOrigin, { kind: 'file' }>): Promise<BrokenField[]> {
  try {
    const { path } = await fileExtract(ctx.app, ctx.db, origin);
    const { columns } = await readExtract(
      ctx.app,
      path,
      { text: `select * from ${EXTRACT_TABLE}`, params: [] },
      { maxRows: 0, signal: ctx.signal },
    );
    const known = new Set(columns.map(({ name }) => name));
    return fields.flatMap((field) =>
      field.expr || known.has(field.id) ? [] : [{ field: field.id, reason: `字段“${field.id}”已不存在于文件“${origin.originalName}”` }],
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [];
  }
}

/**
 * Fields that the catalogue no longer has, with the cause in words, and calculated fields that name them. A set of an SQL text is told by
 * its lineage. Nothing is asked of the source.
 */
export async function brokenFields(ctx: Ctx, set: { id: string | null; sourceId: string | null; model: SetModel }): Promise<BrokenField[]> {
  const { model, sourceId } = set;
  if (model.origin.kind === 'file') return spread(model.fields, await lostOfFile(ctx, model.fields, model.origin));
  if (sourceId === null) return [];
  const source = await ctx.db
    .selectFrom('metadataSource')
    .select(['status', 'sourceName', 'deletedAt'])
    .where('id', '=', sourceId)
    .executeTakeFirst();
  if (!source || source.deletedAt !== null) return model.fields.map(({ id }) => ({ field: id, reason: '数据源已删除' }));
  const places = placesOf(model.origin, model.fields);
  if (places === null) {
    if (model.origin.kind !== 'sql' || set.id === null) return [];
    const lost = await lostOfSql(ctx.db, set.id, sourceId);
    return spread(
      model.fields,
      model.fields.flatMap((field) => {
        const one = lost.find((text) => text.startsWith(`${field.id}\n`));
        return one ? [{ field: field.id, reason: `字段“${field.name}”来自的 ${one.split('\n')[1]} 已不存在` }] : [];
      }),
    );
  }
  const tables = model.origin.kind === 'join' ? model.origin.model.tables : [...places.values()];
  if (tables.length === 0) return [];
  const living = await columnsOf(ctx.db, sourceId, tables);
  // a source that was never harvested knows nothing
  if (living.size === 0 && !(await isHarvested(ctx.db, sourceId))) return [];
  const link = model.origin.kind === 'join' ? lostLink(model.origin.model, living) : null;
  if (link !== null) return model.fields.map(({ id }) => ({ field: id, reason: link }));
  const broken = model.fields.flatMap((field): BrokenField[] => {
    if (field.expr) return [];
    const place = places.get(field.id);
    if (!place) return [{ field: field.id, reason: `字段“${field.name}”不属于任何表` }];
    const columns = living.get(keyOf(place));
    if (!columns) return [{ field: field.id, reason: `表 ${keyOf(place)} 已不存在` }];
    return columns.has(place.column) ? [] : [{ field: field.id, reason: `字段 ${keyOf(place)}.${place.column} 已不存在` }];
  });
  return spread(model.fields, broken);
}

const isHarvested = async (db: Db, sourceId: string): Promise<boolean> =>
  (await db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).limit(1).executeTakeFirst()) !== undefined;
