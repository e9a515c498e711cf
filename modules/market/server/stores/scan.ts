import { sql } from 'kysely';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import { insertRows } from '#kit/server/db/bulk.ts';
import type { JobRun } from '#kit/server/jobs.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';
import type { Storage } from '#modules/sources/server/index.ts';
import { healthOf } from '../../core/stores/growth.ts';
import { measure } from './measure.ts';

export const SCAN_JOB = 'market.scanStore';
export interface ScanPayload {
  readonly storeId: string;
}
const SAMPLE_DAYS = 400;
const DAY_MS = 86_400_000;
const HEALTH = { '0': '未扫描', '1': '正常', '2': '告警', '3': '异常' } as const;

const found = (db: Db, id: string) =>
  db
    .selectFrom('marketStore')
    .select(['id', 'storeName', 'storeType', 'sourceId', 'ownerId', 'createBy', 'capacityBytes', 'warnPercent', 'healthStatus'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null);
type Stored = NonNullable<Awaited<ReturnType<ReturnType<typeof found>['executeTakeFirst']>>>;

const sumOf = (values: readonly (number | null)[]): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

async function keepItems(db: Db, storeId: string, { tables }: Storage): Promise<void> {
  await db.deleteFrom('marketStoreItem').where('storeId', '=', storeId).execute();
  const items = tables.map(({ schema, name, rows, bytes, isExact }) => ({
    storeId,
    schemaName: schema,
    itemName: name,
    rowCount: rows,
    usedBytes: bytes,
    isExact: isExact ? '1' : '0',
  }));
  const types = {
    storeId: 'text',
    schemaName: 'text',
    itemName: 'text',
    rowCount: 'bigint',
    usedBytes: 'bigint',
    isExact: 'text',
  } as const;
  await insertRows(db, 'market_store_item', types, items);
}

/** Tells the person in charge when a store becomes ill, worse or well again; a state that stays says nothing. */
async function tellChange(app: App, db: Db, store: Stored, health: ReturnType<typeof healthOf>): Promise<void> {
  const before = store.healthStatus;
  const isNews = before !== health.status && !(before === '0' && health.status === '1');
  const to = [...new Set([store.ownerId, store.createBy].filter((id) => id !== null))];
  if (!isNews || to.length === 0) return;
  await notify(app, db, {
    to,
    kind: 'system',
    title: health.status === '1' ? '数据存储恢复正常' : `数据存储${HEALTH[health.status]}`,
    text: health.reason === null ? `数据存储“${store.storeName}”恢复正常` : `数据存储“${store.storeName}”：${health.reason}`,
    path: `/market/datastore/monitor?store=${store.id}`,
    key: `market.store:${store.id}:${app.now().getTime()}`,
  });
}

interface Options {
  readonly isExact: boolean;
  readonly signal: AbortSignal;
  readonly onTable?: (index: number, of: number, name: string) => Promise<void>;
}
/** Measures a store, keeps a sample and what it means for its health. Answers a sentence. */
export async function scanStore(app: App, id: string, options: Options): Promise<string> {
  const place = await found(app.db, id).executeTakeFirst();
  if (!place) return '数据存储已删除';
  const { storage, problem } = await measure(app, place, options);
  const now = app.now();
  return app.db.transaction().execute(async (db) => {
    // the quota may have changed, and another measurement may have told of the change meanwhile
    const store = await found(db, id).forUpdate().executeTakeFirst();
    if (!store) return '数据存储已删除';
    const figures = storage && {
      usedBytes: storage.usedBytes,
      tableCount: storage.tables.length,
      rowCount: sumOf(storage.tables.map(({ rows }) => rows)),
      connections: storage.connections,
      latencyMs: storage.latencyMs,
    };
    const capacityBytes = store.capacityBytes === null ? null : Number(store.capacityBytes);
    const health = healthOf({ problem, usedBytes: figures?.usedBytes ?? null, capacityBytes, warnPercent: store.warnPercent });
    const isExact = storage !== null && storage.tables.every((table) => table.isExact) ? '1' : '0';
    await db
      .updateTable('marketStore')
      .set({ healthStatus: health.status, healthReason: health.reason, lastScanTime: now, ...(figures && { ...figures, isExact }) })
      .where('id', '=', id)
      .execute();
    await db
      .insertInto('marketStoreSample')
      .values({ storeId: id, snapTime: now, isAvailable: problem === null, ...figures })
      .onConflict((c) => c.columns(['storeId', 'snapTime']).doNothing())
      .execute();
    if (storage) await keepItems(db, id, storage);
    await tellChange(app, db, store, health);
    return problem ?? `共 ${storage!.tables.length} 个对象，${figures!.rowCount.toLocaleString('zh-CN')} 行`;
  });
}

/** On demand: rows are counted one by one. */
export async function scanJob({ app, payload, signal, progress }: JobRun<ScanPayload>): Promise<string> {
  const onTable = (i: number, of: number, name: string) => progress((i / of) * 100, `正在统计 ${name}`);
  return scanStore(app, payload.storeId, { isExact: true, signal, onTable });
}

/** A sample of every store in use, by the statistics of the sources. */
export const sampleStores = defineTask({
  name: '数据存储采样',
  summary: '记录每个数据存储的容量、表数、行数、连接数、延迟和可用性，状态变化时通知负责人',
  params: z.object({}),
  async run({ app, signal, dueTime }) {
    const stores = await app.db
      .selectFrom('marketStore')
      .select('id')
      .where('deletedAt', 'is', null)
      .where('status', '=', '1')
      .orderBy('id')
      .execute();
    for (const { id } of stores) {
      signal.throwIfAborted();
      await scanStore(app, id, { isExact: false, signal });
    }
    const before = new Date(dueTime.getTime() - SAMPLE_DAYS * DAY_MS);
    await sql`delete from market_store_sample where snap_time < ${before}`.execute(app.db);
    return stores.length === 0 ? null : `已采样 ${stores.length} 个数据存储`;
  },
});
