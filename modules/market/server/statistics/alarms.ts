import { sql } from 'kysely';
import * as z from 'zod';
import type { App, Db } from '#kit/server/ctx.ts';
import type { ConfigSeed } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { SLOT_MS } from '../../core/statistics.ts';
import { summed } from './sums.ts';

const ERROR_PERCENT = 'market.alarmErrorPercent';
const P95_MS = 'market.alarmP95Ms';
const LEAST_CALLS = 'market.alarmLeastCalls';
const DROPPED = 'market.alarmDropped';
/** Slots that are looked at; the one that runs is among them. */
const SLOTS = 3;

const seed = (key: string, name: string, value: number, unit: string, remark: string, max: number): ConfigSeed => ({
  key,
  name,
  type: 'number',
  value: String(value),
  min: 0,
  max,
  unit,
  group: '数据集市',
  remark,
});
export const alarmConfigs: readonly ConfigSeed[] = [
  seed(ERROR_PERCENT, '接口告警：错误率', 10, '%', '近15分钟内平台或数据源原因失败的调用达到此比例时通知API的负责人，0为不告警', 100),
  seed(P95_MS, '接口告警：P95耗时', 3000, '毫秒', '近15分钟内95%的调用耗时达到此值时通知API的负责人，0为不告警', 600_000),
  seed(LEAST_CALLS, '接口告警：最少调用次数', 20, '次', '近15分钟内调用次数不足时不判断错误率和P95耗时', 1_000_000),
  seed(DROPPED, '接口告警：丢弃的日志', 1, '条', '近15分钟内未能写入的接口日志达到此数时通知API的负责人，0为不告警', 1_000_000),
];

type Cause = 'errors' | 'p95' | 'dropped';
interface Limits {
  readonly errors: number;
  readonly p95: number;
  readonly least: number;
  readonly dropped: number;
}
const limitsOf = async (db: Db): Promise<Limits> => ({
  errors: await readNumberConfig(db, ERROR_PERCENT, 10),
  p95: await readNumberConfig(db, P95_MS, 3000),
  least: await readNumberConfig(db, LEAST_CALLS, 20),
  dropped: await readNumberConfig(db, DROPPED, 1),
});
type Sums = Awaited<ReturnType<typeof summed<{ id: string }>>>[number];

/** Each cause with its value, and whether that is too much. */
function judged({ calls, failed, p95, dropped }: Sums, limits: Limits): { cause: Cause; value: number; isBad: boolean }[] {
  const percent = calls === 0 ? 0 : Math.round((failed / calls) * 1000) / 10;
  const isEnough = calls >= Math.max(1, limits.least);
  return [
    { cause: 'errors', value: percent, isBad: isEnough && limits.errors > 0 && percent >= limits.errors },
    { cause: 'p95', value: p95 ?? 0, isBad: isEnough && limits.p95 > 0 && (p95 ?? 0) >= limits.p95 },
    { cause: 'dropped', value: dropped, isBad: limits.dropped > 0 && dropped >= limits.dropped },
  ];
}
const SENTENCES: Readonly<Record<Cause, (value: number) => string>> = {
  errors: (value) => `近15分钟有 ${value}% 的调用失败`,
  p95: (value) => `近15分钟95%的调用耗时达到 ${Math.round(value)} 毫秒`,
  dropped: (value) => `近15分钟有 ${value} 条接口日志未能写入`,
};

interface Api {
  readonly id: string;
  readonly apiName: string;
  readonly apiVersion: string;
  readonly createBy: string | null;
  readonly releaseBy: string | null;
}
/** Keeps the state of one cause and tells the owner when it changes; answers whether it did. */
async function settle(app: App, api: Api, found: { cause: Cause; value: number; isBad: boolean }, now: Date): Promise<boolean> {
  return app.db.transaction().execute(async (db) => {
    const key = { kind: 'api', objectId: api.id, cause: found.cause };
    const before = await db
      .selectFrom('marketAlarm')
      .select('isBad')
      .where('kind', '=', key.kind)
      .where('objectId', '=', key.objectId)
      .where('cause', '=', key.cause)
      .forUpdate()
      .executeTakeFirst();
    if ((before?.isBad ?? false) === found.isBad) return false;
    const state = { isBad: found.isBad, value: found.value, since: now };
    const made = await db
      .insertInto('marketAlarm')
      .values({ ...key, ...state })
      .onConflict((conflict) =>
        conflict
          .columns(['kind', 'objectId', 'cause'])
          .doUpdateSet(state)
          // of two runs at a time one tells
          .where('marketAlarm.isBad', '!=', found.isBad),
      )
      .returning('cause')
      .executeTakeFirst();
    if (!made) return false;
    const name = `${api.apiName} ${api.apiVersion}`;
    await notify(app, db, {
      to: [...new Set([api.releaseBy, api.createBy].filter((id) => id !== null))],
      kind: 'market',
      title: found.isBad ? `数据API告警：${name}` : `数据API恢复：${name}`,
      text: found.isBad ? SENTENCES[found.cause](found.value) : `“${SENTENCES[found.cause](found.value)}”，已低于告警值`,
      path: `/market/apilog?q=apiName:${encodeURIComponent(api.apiName)}`,
      key: null,
    });
    return true;
  });
}

/** Looks at the figures of the last quarter of an hour; owners hear of what begins and of what ends, and of nothing in between. */
export async function watchCalls(app: App, now: Date): Promise<number> {
  const limits = await limitsOf(app.db);
  const from = new Date(now.getTime() - (now.getTime() % SLOT_MS) - (SLOTS - 1) * SLOT_MS);
  const sums = await summed<{ id: string }>(
    app.db,
    sql`s.object_id as id`,
    sql`market_stat_5m s where s.kind = 'api' and s.slot >= ${from} group by 1`,
  );
  const byApi = new Map(sums.map((row) => [row.id, row]));
  const bad = await app.db.selectFrom('marketAlarm').select('objectId').where('kind', '=', 'api').where('isBad', '=', true).execute();
  const ids = [...new Set([...byApi.keys(), ...bad.map(({ objectId }) => objectId)])];
  if (ids.length === 0) return 0;
  const apis = await app.db
    .selectFrom('marketApi')
    .select(['id', 'apiName', 'apiVersion', 'createBy', 'releaseBy'])
    .where('id', 'in', ids)
    .execute();
  const none = { calls: 0, failed: 0, p95: null, dropped: 0 } as Sums;
  let changed = 0;
  for (const api of apis)
    for (const found of judged(byApi.get(api.id) ?? none, limits)) if (await settle(app, api, found, now)) changed += 1;
  return changed;
}

export const watchTask = defineTask({
  name: '接口告警',
  summary: '检查近15分钟的调用统计，错误率、P95耗时或丢弃的日志超过告警值以及恢复时通知API的负责人',
  params: z.object({}),
  async run({ app, dueTime }) {
    const changed = await watchCalls(app, dueTime);
    return changed === 0 ? null : `${changed} 项告警状态变化`;
  },
});
