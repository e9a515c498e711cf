import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { FlowComparison, FlowStatus } from '#kit/contract/flow.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { BusinessType, FlowScope } from '#kit/server/flow.ts';
import type { LastLoad } from '../contract/map.ts';
import { approverTexts } from './approver-texts.ts';
import { readGiven, standardsOf } from './checked.ts';
import { keptValuesOf } from './kept-values.ts';
import { withReferences } from './load-references.ts';
import { setLoadState } from './load-runs.ts';
import { modelInForce } from './model-in-force.ts';
import { loadRecords } from './records.ts';

/** The job that takes what an approved load brought. */
export const TAKE_JOB = 'masterdata.takeLoad';
/** Rows that approvers read; they decide on the figures of the rest. */
const MAX_SHOWN = 200;

const loadOf = (db: Db, id: string) => db.selectFrom('masterdataLoad').selectAll().where('id', '=', id);

/** What the load was approved for is taken from now on by a job; its figures begin anew, as they were only foreseen. */
async function approved({ app, db }: FlowScope, load: { id: string; mapId: string; submitBy: string | null }): Promise<void> {
  await setLoadState(db, load, { state: 'waiting', message: null, endTime: null });
  const payload = { loadId: load.id };
  const jobId = await app.jobs.enqueue(db, { kind: TAKE_JOB, subject: load.id, payload, createBy: load.submitBy ?? '' });
  await db.updateTable('masterdataLoad').set({ inserted: 0, changed: 0 }).where('id', '=', load.id).execute();
  await sql`update masterdata_source_map set job_id = ${jobId}, last_load = last_load || '{"inserted": 0, "changed": 0}'::jsonb
    where id = ${load.mapId}`.execute(db);
}

/** The rows of a load beside the records that they change, as all approvers read them. */
async function compare({ db }: FlowScope, id: string): Promise<FlowComparison | null> {
  const load = await loadOf(db, id).executeTakeFirstOrThrow();
  const model = await modelInForce(db, { id: load.modelId });
  const rows = await db
    .selectFrom('masterdataLoadRow as l')
    .leftJoin('masterdataXref as x', (join) => join.on('x.mapId', '=', load.mapId).onRef('x.sourceKey', '=', 'l.sourceKey'))
    .select(['l.sourceKey', 'l.rowHash', 'l.cells', 'x.recordId'])
    .where('l.loadId', '=', id)
    .orderBy('l.seq')
    .limit(MAX_SHOWN)
    .execute();
  const map = await db.selectFrom('masterdataSourceMap').selectAll().where('id', '=', load.mapId).executeTakeFirstOrThrow();
  const given = rows.map(({ sourceKey: key, rowHash: hash, cells }) => ({ key, hash, values: cells as Readonly<Record<string, unknown>> }));
  const read = await withReferences(db, model, map, given);
  const standards = await standardsOf(db, model.columns);
  const known = rows.flatMap(({ recordId }) => recordId ?? []);
  const records = new Map((await loadRecords(db, model, [...new Set(known)])).map((record) => [record.id, record]));
  const after = read.map(({ values }) => readGiven(model, values, standards).cells);
  const shown = await approverTexts(db, model, [...after, ...[...records.values()].map(({ cells }) => cells)]);
  const mapped = model.columns.filter(({ columnName }) => rows.some(({ cells }) => Object.hasOwn(cells as object, columnName)));
  const columns = [
    { name: '$key', label: '来源编号' },
    ...mapped.map(({ columnName, columnComment }) => ({ name: columnName, label: columnComment })),
  ];
  const compared = rows.map(({ sourceKey, recordId }, at) => {
    const record = records.get(recordId ?? '');
    const side = (of: Readonly<Record<string, string | null>>) => ({
      $key: sourceKey,
      ...Object.fromEntries(mapped.map((column) => [column.columnName, shown(column.id, of[column.id] ?? null)])),
    });
    return {
      state: record ? ('changed' as const) : ('added' as const),
      before: record ? side(record.cells) : null,
      after: side(after[at]!),
    };
  });
  const label = compared.length < MAX_SHOWN ? '接入的行' : `接入的行（前${MAX_SHOWN}行）`;
  return { against: '现有记录', fields: [], tables: [{ name: 'rows', label, columns, rows: compared }] };
}

const ENDS: Readonly<Partial<Record<FlowStatus, readonly [LastLoad['state'], string]>>> = {
  '5': ['refused', '审批不同意，未接入'],
  '6': ['cancelled', '申请已撤销，未接入'],
};

/** 主数据接入: what a load brings, where the model asks for it; until it passes no record changes. */
export const loadType: BusinessType = {
  code: 'masterdata.load',
  name: '主数据接入',
  businessCode: '501202',
  withoutApproval: '接入后直接生效',
  fields: [
    { name: 'modelName', label: '模型' },
    { name: 'mapName', label: '接入' },
    { name: 'rowRead', label: '读取行数' },
    { name: 'inserted', label: '新增记录' },
    { name: 'changed', label: '更新记录' },
    { name: 'rejected', label: '未接入的行' },
  ],
  async load({ db }, id) {
    const row = await loadOf(db, id).forUpdate().executeTakeFirst();
    if (!row || row.flowStatus === null) throw new AppError('entity.notFound', '这次接入不存在或已删除');
    const { modelName } = await db
      .selectFrom('masterdataModel')
      .select('modelName')
      .where('id', '=', row.modelId)
      .executeTakeFirstOrThrow();
    const { mapName } = await db.selectFrom('masterdataSourceMap').select('mapName').where('id', '=', row.mapId).executeTakeFirstOrThrow();
    const { modelId, mapId, rowRead, inserted, changed, rejected } = row;
    return {
      flowStatus: row.flowStatus as FlowStatus,
      ownerId: row.submitBy,
      snapshot: { modelId, modelName, mapId, mapName, rowRead, inserted, changed, rejected },
    };
  },
  compare,
  async keptValues(db, id) {
    const load = await loadOf(db, id).executeTakeFirst();
    return load ? keptValuesOf(db, load.modelId) : null;
  },
  async onStatus(scope, { id, to, instanceId }) {
    const { db } = scope;
    await db.updateTable('masterdataLoad').set({ flowStatus: to, processInstanceId: instanceId }).where('id', '=', id).execute();
    const load = await loadOf(db, id).select('submitBy').executeTakeFirstOrThrow();
    if (to === '4') await approved(scope, load);
    const end = ENDS[to];
    if (!end) return;
    const [state, message] = end;
    await setLoadState(db, load, { state, message, endTime: new Date().toISOString() });
    await db.deleteFrom('masterdataLoadRow').where('loadId', '=', id).execute();
  },
};

/** Throws flow.closed while what an earlier load of a mapping brought waits for its approval. */
export async function assertNoLoadWaits(db: Db, mapId: string): Promise<void> {
  if (await loadWaits(db, mapId)) throw new AppError('flow.closed', '上一次接入正在审批，通过、不通过或撤销后才能继续');
}

/** Whether what an earlier load of a mapping brought waits for its approval, or is being taken after it. */
export async function loadWaits(db: Db, mapId: string): Promise<boolean> {
  const row = await db
    .selectFrom('masterdataLoad')
    .select('id')
    .where('mapId', '=', mapId)
    .where('flowStatus', 'in', ['1', '2', '3', '4'])
    .where('state', 'in', ['approval', 'waiting', 'running'])
    .executeTakeFirst();
  return row !== undefined;
}
