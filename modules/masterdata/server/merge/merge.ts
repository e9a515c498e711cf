import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import {
  deleteRows,
  keyOfRow,
  repeatedField,
  setWholeRow,
  wholeRows,
  type OwnedTable,
  type WholeRow,
} from '#modules/managed/server/index.ts';
import type { Survival } from '../../contract/match.ts';
import { tellTargets } from '../distribute/outbox.ts';
import { isCircle } from '../checked.ts';
import { loadCandidate } from '../match/candidates.ts';
import { forgetRecords } from '../match/index-records.ts';
import { regroup } from '../match/regroup.ts';
import { ruleOf } from '../match/rule.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';
import { recordProposals } from '../record-approval.ts';
import { forgetForSearch, indexForSearch } from '../search-index.ts';
import { chosenValues, readGroup, type ChosenValue, type Wishes } from './choices.ts';
import { pointElsewhere, tellOfReferences, type MovedReference } from './references.ts';

export interface MergeBody {
  readonly candidateId: string;
  readonly recordIds?: readonly string[] | null | undefined;
  readonly keeps?: string | null | undefined;
  readonly rules?: Readonly<Record<string, Survival>> | null | undefined;
  readonly chosen?: Readonly<Record<string, string>> | null | undefined;
}
/** What a merge took away or changed, as it was. */
export interface Taken {
  /** rows of all merged records, that of the one that stays first */
  readonly rows: readonly WholeRow[];
  readonly xrefs: readonly { readonly id: string; readonly recordId: string }[];
  readonly references: readonly MovedReference[];
  readonly historyId: string;
}
/** The record as the merge left it. */
export interface Kept {
  readonly row: WholeRow;
}

const invalid = (path: string, message: string): AppError => new AppError('input.invalid', message, [{ path, message }]);

/** The stored column of a field. */
export const storedColumn = (table: OwnedTable, fieldId: string) =>
  table.columns.find((column) => !column.isHidden && column.fieldId === fieldId)!;

function wishesOf(model: ModelInForce, body: MergeBody, records: readonly string[]): Wishes {
  const ids = new Map(model.columns.map(({ id, columnName }) => [columnName, id]));
  const byId = <V>(given: Readonly<Record<string, V>> | null | undefined, path: string): Map<string, V> =>
    new Map(
      Object.entries(given ?? {}).map(([name, value]) => {
        const id = ids.get(name);
        if (id === undefined) throw invalid(`${path}.${name}`, `模型中没有列 ${name}，请刷新后重试`);
        return [id, value];
      }),
    );
  const chosen = byId(body.chosen, 'chosen');
  for (const record of chosen.values()) if (!records.includes(record)) throw invalid('chosen', '选定的值应来自要合并的记录');
  return { rules: byId(body.rules, 'rules'), chosen };
}

/** Throws input.invalid where a person has to choose and has not. */
function assertChosen(model: ModelInForce, choices: readonly ChosenValue[], rows: readonly WholeRow[]): void {
  const open = choices.filter(({ columnId, rule, survivor }) => {
    const column = storedColumn(model.table, columnId).id;
    return rule === 'manual' && survivor === null && rows.some((row) => row[column] !== null);
  });
  if (open.length === 0) return;
  const labels = open.map(({ columnId }) => model.columns.find(({ id }) => id === columnId)!.columnComment);
  throw invalid('chosen', `请为 ${labels.join('、')} 选定要保留的值`);
}

/**
 * Makes records of a group one: per attribute the value that its rule chooses survives, with where it came from; the others go into the merge
 * as they are, and their sources point to the record that stays. Undone it is exactly as before.
 */
export async function mergeRecords(
  ctx: Ctx,
  modelId: string,
  body: MergeBody,
  { batchId = null }: { readonly batchId?: string | null } = {},
): Promise<{ id: string; recordId: string }> {
  const { row: candidate, model: seen, records: all } = await loadCandidate(ctx, body.candidateId, { isLocked: true });
  if (seen.id !== modelId) throw new AppError('entity.notFound', '重复候选不属于该模型，请刷新');
  if (candidate.state === 'merged') throw new AppError('rule.broken', '该组已合并');
  if (candidate.state === 'never') throw new AppError('rule.broken', '该组已标为永不合并，请先重新打开');
  const model = await modelInForce(ctx.db, { id: modelId }, { isLocked: true });
  const records = [...new Set(body.recordIds ?? all)].sort();
  if (records.some((id) => !all.includes(id))) throw invalid('recordIds', '只能合并该组中的记录');
  await recordProposals.assertFree(ctx.db, records, 'edit');
  const rows = await wholeRows(ctx.db, model.table, records);
  if (rows.length !== records.length || rows.length < 2) throw new AppError('entity.notFound', '部分记录已不存在，请刷新后重试');
  const group = await readGroup(ctx.db, model, records);
  const keeps = body.keeps ?? group.keeps;
  if (!records.includes(keeps)) throw invalid('keeps', '保留的记录应在要合并的记录中');
  const choices = chosenValues(group, { ...wishesOf(model, body, records), keeps });
  assertChosen(model, choices, rows);
  const staying = rows.find((row) => keyOfRow(model.table, row) === keeps)!;
  const gone = records.filter((id) => id !== keeps);
  const byKey = new Map(rows.map((row) => [keyOfRow(model.table, row), row]));
  const chosen = outsideOf(model, byKey, surviving(model, choices, byKey));
  const kept = { ...staying, ...chosen, ...stamp(ctx, model.table, staying) };
  await deleteRows(ctx.db, model.table, { field: '$id', in: gone });
  await setRow(ctx.db, model, keeps, kept);
  await forgetForSearch(ctx.db, modelId, gone);
  await indexForSearch(ctx.db, model, [keeps]);
  const id = ctx.app.ids.next();
  const taken: Taken = {
    rows: [staying, ...rows.filter((row) => row !== staying)],
    xrefs: await moveXrefs(ctx.db, modelId, gone, keeps),
    references: await pointElsewhere(ctx.db, modelId, gone, keeps),
    historyId: await writeHistory(ctx, { model, keeps, before: staying, after: kept, choices }),
  };
  await assertNoCircle(ctx.db, model, keeps, kept);
  await keepMerge(ctx, { id, modelId, batchId, candidateId: candidate.id, recordId: keeps }, { records, taken, kept });
  await tellTargets(
    ctx,
    model,
    [...gone, keeps].map((recordId) => ({ recordId, action: 'merge' })),
  );
  await tellOfReferences(ctx, taken.references);
  await closeCandidate(ctx, candidate.id, { isWhole: records.length === all.length, records });
  await forgetRecords(ctx.db, modelId, gone);
  // a batch groups what is left once, at its end
  if (batchId === null) await regroup(ctx.app, ctx.db, modelId, await ruleOf(ctx.db, model));
  ctx.audit.note(`“${model.modelName}”合并 ${records.length} 条记录`);
  return { id, recordId: keeps };
}

interface MergeHead {
  readonly id: string;
  readonly modelId: string;
  readonly batchId: string | null;
  readonly candidateId: string;
  readonly recordId: string;
}
/** Writes down a merge with everything that undoing it needs. */
async function keepMerge(
  ctx: Ctx,
  head: MergeHead,
  { records, taken, kept }: { records: readonly string[]; taken: Taken; kept: WholeRow },
): Promise<void> {
  await ctx.db
    .insertInto('masterdataMerge')
    .values({
      ...head,
      mergedCount: records.length,
      taken: JSON.stringify(taken),
      kept: JSON.stringify({ row: kept } satisfies Kept),
      userId: ctx.user.id,
      createDept: ctx.user.deptId,
      mergeTime: ctx.now,
    })
    .execute();
  await ctx.db
    .insertInto('masterdataMergeRecord')
    .values(records.map((recordId) => ({ mergeId: head.id, recordId })))
    .execute();
}

/** The surviving values, by the id of the stored column, as the database writes them. */
function surviving(model: ModelInForce, choices: readonly ChosenValue[], rows: ReadonlyMap<string, WholeRow>): WholeRow {
  return Object.fromEntries(
    choices.map(({ columnId, survivor }) => {
      const { id } = storedColumn(model.table, columnId);
      return [id, survivor ? (rows.get(survivor.recordId)?.[id] ?? null) : null];
    }),
  );
}

/** The columns of a model that name records of itself: its hierarchies. */
const hierarchies = (model: ModelInForce) => model.columns.filter(({ refModelId }) => refModelId === model.id);

/** A record that stood below one that it is merged with stands below what is above that one. */
function outsideOf(model: ModelInForce, rows: ReadonlyMap<string, WholeRow>, values: WholeRow): WholeRow {
  const outside = { ...values };
  for (const column of hierarchies(model)) {
    const { id } = storedColumn(model.table, column.id);
    let above = outside[id] ?? null;
    for (let level = 0; above !== null && rows.has(String(above)); level++)
      above = level < rows.size ? (rows.get(String(above))![id] ?? null) : null;
    outside[id] = above;
  }
  return outside;
}

/** Throws rule.broken where the record that stays would stand below itself. */
async function assertNoCircle(db: Db, model: ModelInForce, keeps: string, kept: WholeRow): Promise<void> {
  for (const column of hierarchies(model)) {
    const above = kept[storedColumn(model.table, column.id).id] ?? null;
    if (above !== null && (await isCircle(db, model, column, keeps, String(above))))
      throw new AppError('rule.broken', `合并后“${column.columnComment}”会形成循环，请先调整上下级再合并`);
  }
}

/** Who changed the record when, and that it changed. */
export function stamp(ctx: Ctx, table: OwnedTable, before: WholeRow): WholeRow {
  const version = storedColumn(table, '$version').id;
  return {
    [storedColumn(table, '$update_by').id]: ctx.user.id,
    [storedColumn(table, '$update_time').id]: ctx.now.toISOString(),
    [version]: String(Number(before[version]) + 1),
  };
}

/** Writes a record; says which attribute would repeat a value of another one. */
export async function setRow(db: Db, model: ModelInForce, id: string, row: WholeRow): Promise<void> {
  try {
    await setWholeRow(db, model.table, id, row);
  } catch (error) {
    throw repeated(error, model);
  }
}
export function repeated(error: unknown, { table }: ModelInForce): unknown {
  const column = repeatedField(error, [table]);
  return column ? new AppError('rule.broken', `“${column.label}”与另一条记录重复，请先处理那条记录`, undefined, { cause: error }) : error;
}

async function moveXrefs(db: Db, modelId: string, gone: readonly string[], keeps: string): Promise<Taken['xrefs']> {
  const moved = await db
    .selectFrom('masterdataXref')
    .select(['id', 'recordId'])
    .where('modelId', '=', modelId)
    .where('recordId', 'in', [...gone])
    .orderBy('id')
    .forUpdate()
    .execute();
  await db
    .updateTable('masterdataXref')
    .set({ recordId: keeps })
    .where('modelId', '=', modelId)
    .where('recordId', 'in', [...gone])
    .execute();
  return moved;
}

interface Written {
  readonly model: ModelInForce;
  readonly keeps: string;
  readonly before: WholeRow;
  readonly after: WholeRow;
  readonly choices: readonly ChosenValue[];
}
/** One entry of the history: every attribute with a value, where it came from and which rule chose it. */
async function writeHistory(ctx: Ctx, { model, keeps, before, after, choices }: Written): Promise<string> {
  const changes = choices.flatMap(({ columnId, rule, survivor }) => {
    const { id } = storedColumn(model.table, columnId);
    const [was, is] = [before[id] ?? null, after[id] ?? null];
    if (was === null && is === null) return [];
    const from = survivor && { recordId: survivor.recordId, mapId: survivor.sourceId, sourceKey: survivor.sourceKey, time: survivor.time };
    return [[columnId, { before: was, after: is, rule, from }] as const];
  });
  const id = ctx.app.ids.next();
  await ctx.db
    .insertInto('masterdataAttrHistory')
    .values({
      id,
      modelId: model.id,
      recordId: keeps,
      action: 'merge',
      origin: 'merge',
      changes: JSON.stringify(Object.fromEntries(changes)),
      recordVersion: Number(after[storedColumn(model.table, '$version').id]),
      userId: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
  return id;
}

/** A group that was merged whole is done; of one that was merged in part the rest is grouped anew. */
async function closeCandidate(ctx: Ctx, id: string, { isWhole, records }: { isWhole: boolean; records: readonly string[] }): Promise<void> {
  if (!isWhole) {
    await ctx.db
      .deleteFrom('masterdataCandidateRecord')
      .where('candidateId', '=', id)
      .where('recordId', 'in', [...records])
      .execute();
    return;
  }
  await ctx.db
    .updateTable('masterdataCandidate')
    .set({ state: 'merged', decideBy: ctx.user.id, decideTime: ctx.now })
    .where('id', '=', id)
    .execute();
}
