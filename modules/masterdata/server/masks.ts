import type { Ctx } from '#kit/server/ctx.ts';
import { masksFor, type Shown } from '#modules/gate/server/index.ts';
import { managedSourceId, SCHEMA } from '#modules/managed/server/index.ts';
import type { ModelInForce } from './model-in-force.ts';

/** How the caller sees the masked columns of a model, by the id of the column; columns that are seen as they are do not stand in it. */
export type Masks = ReadonlyMap<string, Shown>;

/** The masks of a model for the caller: those of the classes that its columns have in the catalogue. */
export async function masksOf(ctx: Ctx, model: ModelInForce): Promise<Masks> {
  const sourceId = await managedSourceId(ctx.db);
  if (sourceId === null) return new Map();
  const table = await ctx.db
    .selectFrom('metadataTable')
    .select('id')
    .where('sourceId', '=', sourceId)
    .where('schemaName', '=', SCHEMA)
    .where('tableName', '=', model.table.name)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!table) return new Map();
  const named = model.columns.flatMap((column) => {
    const stored = model.table.columns.find((one) => !one.isHidden && one.fieldId === column.id);
    return stored ? [{ id: column.id, name: stored.name }] : [];
  });
  const shows = await masksFor(
    ctx,
    { id: table.id, schema: SCHEMA, sourceId },
    named.map(({ name }) => name),
  );
  return new Map(named.flatMap(({ id }, at) => (shows[at] ? [[id, shows[at]] as const] : [])));
}
