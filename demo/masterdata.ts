import { may } from '#kit/contract/access.ts';
import type { Db } from '#kit/server/ctx.ts';
import { map } from '#modules/masterdata/contract/map.ts';
import { match } from '#modules/masterdata/contract/match.ts';
import { model } from '#modules/masterdata/contract/model.ts';
import { standardDict } from '#modules/standards/contract/dict.ts';
import { standardType } from '#modules/standards/contract/type.ts';
import { callsAs, type Calls } from './governance-calls.ts';
import { columnsOf, waitFor, type Work } from './governance-work.ts';
import { CODE_SETS, DEMO_MODELS, type DemoModel } from './masterdata-list.ts';

interface Standing {
  readonly modelId: string;
  readonly mapId: string;
  readonly isLoaded: boolean;
  readonly isMatched: boolean;
}

/** How far a model has come; undefined before it is there, null when somebody has taken away what comes next. */
async function standingOf({ app }: Work, { modelLogicTable }: DemoModel): Promise<Standing | null | undefined> {
  const stored = await app.db
    .selectFrom('masterdataModel')
    .select(['id', 'deletedAt', 'isSync'])
    .where('modelLogicTable', '=', modelLogicTable)
    .orderBy('id')
    .executeTakeFirst();
  if (!stored) return undefined;
  const mapped = await app.db
    .selectFrom('masterdataSourceMap')
    .select(['id', 'deletedAt', 'lastLoad'])
    .where('modelId', '=', stored.id)
    .orderBy('id')
    .executeTakeFirst();
  if (stored.deletedAt !== null || stored.isSync !== '1' || !mapped || mapped.deletedAt !== null) return null;
  const rule = await app.db.selectFrom('masterdataMatchRule').select('matchTime').where('modelId', '=', stored.id).executeTakeFirst();
  const state = (mapped.lastLoad as { state?: string } | null)?.state;
  return { modelId: stored.id, mapId: mapped.id, isLoaded: state === 'done', isMatched: Boolean(rule?.matchTime) };
}

/** Code sets of the company by their codes; one that somebody has made already is taken as it is. */
async function codeSets(call: Calls, db: Db, wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const stored = await db.selectFrom('standardType').select(['id', 'gbTypeCode']).where('deletedAt', 'is', null).execute();
  const ids = new Map(stored.map(({ id, gbTypeCode }) => [gbTypeCode, id]));
  for (const [gbTypeCode, gbTypeName, items] of CODE_SETS) {
    if (!wanted.has(gbTypeCode) || ids.has(gbTypeCode)) continue;
    const { id: typeId } = await call(standardType.create, { body: { gbTypeCode, gbTypeName } });
    ids.set(gbTypeCode, typeId);
    for (const [at, [gbCode, gbName]] of Object.entries(items).entries())
      await call(standardDict.create, { body: { typeId, gbCode, gbName, sortNo: at + 1 } });
  }
  return ids;
}

/** The model with its numbers, its table and where its records come from: all of it or nothing. */
async function draw(work: Work, one: DemoModel): Promise<Standing | null> {
  const { app, signal, chief, sourceId } = work;
  const tables = await columnsOf(app.db, sourceId).select('metadataColumn.tableId').execute();
  const source = tables.find((row) => `${row.schemaName}.${row.tableName}` === one.table);
  if (!source) return null;
  const codes = one.columns.flatMap(({ element }) => element ?? []);
  const elements = await app.db
    .selectFrom('standardElement')
    .select(['id', 'elementCode'])
    .where('elementCode', 'in', codes)
    .where('deletedAt', 'is', null)
    .execute();
  const idOf = new Map(elements.map(({ id, elementCode }) => [elementCode, id]));
  const wanted = new Set(one.columns.flatMap(({ set }) => set ?? []));
  return callsAs(app, chief, signal, async (call, db) => {
    const sets = await codeSets(call, db, wanted);
    const modelColumns = one.columns.map(({ element, set, ...column }) => ({
      ...column,
      elementId: idOf.get(element ?? '') ?? null,
      ...(set && { bindDictTypeId: sets.get(set) }),
    }));
    const { modelName, modelLogicTable, remark, code } = one;
    const { id: modelId } = await call(model.create, { body: { modelName, modelLogicTable, remark, modelColumns } });
    await call(model.saveCodeRule, { params: { id: modelId }, body: code });
    await call(model.submit, { params: { id: modelId } });
    await call(model.createTable, { params: { id: modelId } });
    const body = { mapName: '业务系统档案', sourceId, tableId: source.tableId, keyColumn: one.keyColumn, columns: one.from };
    const { id: mapId } = await call(map.create, { params: { modelId }, body });
    return { modelId, mapId, isLoaded: false, isMatched: false };
  });
}

const isOver = (state: string | undefined) => state === 'done' || state === 'failed' || state === 'cancelled';

/** Loads the records; false when the load failed, and the next start tries again. */
async function load({ app, signal, chief }: Work, { mapId }: Standing): Promise<boolean> {
  await callsAs(app, chief, signal, (call) => call(map.load, { params: { id: mapId } }));
  const { lastLoad } = await waitFor(signal, async () => {
    const found = await callsAs(app, chief, signal, (call) => call(map.get, { params: { id: mapId } }));
    return isOver(found.lastLoad?.state) ? found : undefined;
  });
  return lastLoad?.state === 'done';
}

async function findDuplicates({ app, signal, chief }: Work, { modelId }: Standing): Promise<void> {
  await callsAs(app, chief, signal, (call) => call(match.run, { params: { modelId }, body: { preset: 'strict' } }));
  await waitFor(signal, async () => {
    const run = await callsAs(app, chief, signal, (call) => call(match.progress, { params: { modelId } }));
    return isOver(run?.state) ? true : undefined;
  });
}

/**
 * Customers and suppliers of the governance administrator: drawn up, made tables, loaded from the raw layer and compared. Nothing is merged:
 * that is for the stewards to decide.
 */
export async function buildMasterData(work: Work): Promise<void> {
  if (
    ![model.create, model.createTable, map.create, map.load, match.run, standardType.create].every(({ access }) => may(work.chief, access))
  )
    return;
  for (const one of DEMO_MODELS) {
    const found = await standingOf(work, one);
    const standing = found === undefined ? await draw(work, one) : found;
    if (!standing || standing.isMatched) continue;
    if (standing.isLoaded || (await load(work, standing))) await findDuplicates(work, standing);
  }
}
