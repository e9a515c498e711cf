import { sql } from 'kysely';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { columnsKey } from '../core/index.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { indexedColumns, indexForSearch } from './search-index.ts';

export const SEARCH_JOB = 'masterdata.indexSearch';
export interface SearchPayload {
  readonly modelId: string;
}
/** Records made ready at a time; they cannot be changed meanwhile. */
const PORTION = 1_000;
const MAX_STARTED = 50;

/** The records that have no keys yet, or those of other columns. */
function openRecords(db: Db, model: ModelInForce, key: number) {
  const id = fieldRef(model.table, '$id');
  return selectFrom(db, model.table, ['$id']).where(
    sql<boolean>`not exists (select 1 from masterdata_search_record s where s.model_id = ${model.id} and s.record_id = ${id}
      and s.columns_key = ${key})`,
  );
}
const keyOf = (model: ModelInForce): number => columnsKey(indexedColumns(model));

/** How many records are to be made ready. */
async function openCount(db: Db, modelId: string): Promise<number> {
  const model = await modelInForce(db, { id: modelId }, { isDisabledToo: true });
  const { count } = await db
    .selectFrom(openRecords(db, model, keyOf(model)).as('open'))
    .select((e) => e.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Portion {
  readonly count: number;
  /** id of the last record, null at the end */
  readonly last: string | null;
}
/** Makes the keys of the next records. */
async function nextPortion(db: Db, model: ModelInForce, key: number, after: string): Promise<Portion> {
  const id = fieldRef(model.table, '$id');
  const rows = (await openRecords(db, model, key).where(id, '>', after).orderBy(id).limit(PORTION).forShare().execute()) as Record<
    string,
    unknown
  >[];
  const ids = rows.map((row) => String(row['$id']));
  await indexForSearch(db, model, ids);
  return { count: ids.length, last: ids.length < PORTION ? null : ids.at(-1)! };
}

/** Says that all records of a version have their keys; whoever writes meanwhile writes them too. */
async function sayReady(app: App, db: Db, model: ModelInForce, key: number): Promise<void> {
  const state = { versionNo: model.versionNo, columnsKey: key, readyTime: app.now() };
  await db
    .insertInto('masterdataSearchState')
    .values({ modelId: model.id, ...state })
    .onConflict((conflict) => conflict.column('modelId').doUpdateSet(state))
    .execute();
}

/**
 * Gives all records of a model the keys that parts of texts are found by. Until it is done lists read every record, as they do where a word
 * has one character. Wherever it is stopped, the next run goes on.
 */
export async function indexSearchJob({ app, payload, signal, progress }: JobRun<SearchPayload>): Promise<string> {
  const all = await openCount(app.db, payload.modelId);
  let done = 0;
  for (let after: string | null = ''; after !== null;) {
    signal.throwIfAborted();
    const from: string = after;
    // the version is kept from changing for one portion; records of another one are found by the next run
    const { count, last } = await app.db.transaction().execute(async (tx) => {
      const model = await modelInForce(tx, { id: payload.modelId }, { isLocked: true, isDisabledToo: true });
      const key = keyOf(model);
      const portion = await nextPortion(tx, model, key, from);
      if (portion.last === null) await sayReady(app, tx, model, key);
      return portion;
    });
    after = last;
    done += count;
    // what was added meanwhile had its keys at once, what was removed is no work any more
    await progress(Math.min(99, Math.floor((done / Math.max(1, all)) * 100)), `已整理 ${done}/${Math.max(done, all)} 条`);
  }
  // how rare a pair of characters is decides how a list is read
  await sql`analyze masterdata_search_record`.execute(app.db);
  return '检索键已就绪';
}

/** Starts the jobs of models whose records do not all have their keys. */
export const indexSearch = defineTask({
  name: '主数据检索键',
  summary: '为刚建成或已变更的主数据模型整理检索键，使按部分内容查询保持快速',
  params: z.object({}),
  async run({ app, signal }) {
    const open = await app.db
      .selectFrom('masterdataModel as m')
      .leftJoin('masterdataSearchState as s', 's.modelId', 'm.id')
      .select('m.id')
      .where('m.deletedAt', 'is', null)
      .where('m.modelPhysicalTable', 'is not', null)
      .where('m.versionNo', 'is not', null)
      .where((e) => e.or([e('s.versionNo', 'is', null), e('s.versionNo', '<>', e.ref('m.versionNo'))]))
      .orderBy('m.id')
      .limit(MAX_STARTED)
      .execute();
    let count = 0;
    for (const { id } of open) {
      signal.throwIfAborted();
      await app.jobs.enqueue(app.db, { kind: SEARCH_JOB, subject: id, payload: { modelId: id } satisfies SearchPayload, createBy: '' });
      count++;
    }
    return count === 0 ? null : `开始整理 ${count} 个模型`;
  },
});
