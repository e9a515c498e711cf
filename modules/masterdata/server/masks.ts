import type { Ctx, Db } from '#kit/server/ctx.ts';
import { levelledColumns, masksFor, type Shown } from '#modules/gate/server/index.ts';
import { managedSourceId, SCHEMA } from '#modules/managed/server/index.ts';
import type { ModelInForce } from './model-in-force.ts';

/** How the caller sees the masked columns of a model, by the id of the column; columns that are seen as they are do not stand in it. */
export type Masks = ReadonlyMap<string, Shown>;

/** The table of a model in the catalogue; null where the source of managed tables is left out, so that nobody could have classified it. */
async function catalogued(db: Db, model: ModelInForce): Promise<{ id: string; sourceId: string } | null> {
  const sourceId = await managedSourceId(db);
  if (sourceId === null) return null;
  const table = await db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('schemaName', '=', SCHEMA)
    .where('tableName', '=', model.table.name)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return table ? { id: table.id, sourceId } : null;
}

/** Columns of a model with their names in the table. */
const namedColumns = (model: ModelInForce) =>
  model.columns.flatMap((column) => {
    const stored = model.table.columns.find((one) => !one.isHidden && one.fieldId === column.id);
    return stored ? [{ id: column.id, name: stored.name }] : [];
  });

/** Columns of the levels L3 and L4, whoever looks: what everybody reads alike shows them masked. */
export async function sensitiveColumns(db: Db, model: ModelInForce): Promise<ReadonlySet<string>> {
  const table = await catalogued(db, model);
  if (!table) return new Set();
  const levelled = new Set((await levelledColumns(db, table.id)).filter((column) => column.mask !== null).map((column) => column.name));
  return new Set(namedColumns(model).flatMap(({ id, name }) => (levelled.has(name) ? id : [])));
}

/** The masks of a model for the caller: those of the classes that its columns have in the catalogue. */
export async function masksOf(ctx: Ctx, model: ModelInForce): Promise<Masks> {
  const table = await catalogued(ctx.db, model);
  if (!table) return new Map();
  const named = namedColumns(model);
  const shows = await masksFor(
    ctx,
    { ...table, schema: SCHEMA },
    named.map(({ name }) => name),
  );
  return new Map(named.flatMap(({ id }, at) => (shows[at] ? [[id, shows[at]] as const] : [])));
}
