import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { levelledColumns, masksFor, masksForOthers, type Shown } from '#modules/gate/server/index.ts';
import { cataloguedTables } from '#modules/managed/server/index.ts';
import type { ModelInForce } from './model-in-force.ts';

/** How the caller sees the masked columns of a model, by the id of the column; columns that are seen as they are do not stand in it. */
export type Masks = ReadonlyMap<string, Shown>;

const catalogued = async (db: Db, { table }: ModelInForce) => (await cataloguedTables(db, [table.name])).get(table.name);

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
    table,
    named.map(({ name }) => name),
  );
  return new Map(named.flatMap(({ id }, at) => (shows[at] ? [[id, shows[at]] as const] : [])));
}

/** How whoever may see no sensitive column in the clear sees those of a model; the masks of their classes, by the id of the column. */
export async function masksForOthersOf(app: App, db: Db, model: ModelInForce): Promise<Masks> {
  const table = await catalogued(db, model);
  if (!table) return new Map();
  const named = namedColumns(model);
  const shows = await masksForOthers(
    { app, db },
    table.id,
    named.map(({ name }) => name),
  );
  return new Map(named.flatMap(({ id }, at) => (shows[at] ? [[id, shows[at]] as const] : [])));
}
