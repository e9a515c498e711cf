import type { Ctx, Db } from '#kit/server/ctx.ts';
import { fieldRef, selectFrom, updateRow } from '#modules/managed/server/index.ts';
import { tellTargets } from '../distribute/outbox.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';

/** An attribute of a record that named a merged record. */
export interface MovedReference {
  readonly modelId: string;
  readonly columnId: string;
  readonly recordId: string;
  /** what it named */
  readonly named: string;
}

/** Models that have a table, with their columns that name records of a model. */
async function referring(db: Db, modelId: string): Promise<{ model: ModelInForce; columns: string[] }[]> {
  const rows = await db
    .selectFrom('masterdataModel')
    .select('id')
    .where('deletedAt', 'is', null)
    .where('modelPhysicalTable', 'is not', null)
    .orderBy('id')
    .execute();
  const models = [];
  for (const { id } of rows) {
    // records of a model that is disabled for now name others too
    const model = await modelInForce(db, { id }, { isDisabledToo: true });
    const columns = model.columns.filter(({ refModelId }) => refModelId === modelId).map((column) => column.id);
    if (columns.length > 0) models.push({ model, columns });
  }
  return models;
}

/** Lets every attribute that names one of some records name another one; answers what was changed. */
export async function pointElsewhere(db: Db, modelId: string, from: readonly string[], to: string): Promise<MovedReference[]> {
  const moved: MovedReference[] = [];
  for (const { model, columns } of await referring(db, modelId))
    for (const columnId of columns) {
      const rows = await selectFrom(db, model.table, ['$id', columnId])
        .where(fieldRef(model.table, columnId), 'in', [...from])
        .orderBy('$id')
        .execute();
      for (const row of rows) {
        const recordId = String(row['$id'] as string);
        await updateRow(db, model.table, { field: '$id', is: recordId }, { [columnId]: to });
        moved.push({ modelId: model.id, columnId, recordId, named: String(row[columnId] as string) });
      }
    }
  return moved;
}

/** Lets attributes name again what they named, where they still name what the merge made of it. */
export async function pointBack(db: Db, moved: readonly MovedReference[], to: string): Promise<void> {
  const models = new Map<string, ModelInForce>();
  for (const { modelId, columnId, recordId, named } of moved) {
    const model = models.get(modelId) ?? (await modelInForce(db, { id: modelId }, { isDisabledToo: true }));
    models.set(modelId, model);
    if (!model.columns.some(({ id }) => id === columnId)) continue;
    const [row] = await selectFrom(db, model.table, [columnId]).where(fieldRef(model.table, '$id'), '=', recordId).execute();
    if (row?.[columnId] === to) await updateRow(db, model.table, { field: '$id', is: recordId }, { [columnId]: named });
  }
}

/** Tells the targets of other models of records whose references were moved. */
export async function tellOfReferences(ctx: Ctx, moved: readonly MovedReference[]): Promise<void> {
  for (const modelId of new Set(moved.map((one) => one.modelId))) {
    const ids = new Set(moved.flatMap((one) => (one.modelId === modelId ? one.recordId : [])));
    await tellTargets(
      ctx,
      await modelInForce(ctx.db, { id: modelId }, { isDisabledToo: true }),
      [...ids].map((recordId) => ({ recordId, action: 'change' })),
    );
  }
}
