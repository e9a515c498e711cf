import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import * as z from 'zod';
import type { App } from '#kit/server/ctx.ts';
import type { ConfigSeed, HealthReport } from '#kit/server/module.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';
import { DELIVER_JOB } from './deliver.ts';

const POLL_MS = 1000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 'masterdata.feedDays';
const KEPT = 30;
const AT_ONCE = 5000;

/** Targets that have something to do now. */
const dueTargets = async (app: App) =>
  (
    await sql<{ id: string; ownerId: string }>`select t.id, t.owner_id from masterdata_target t
      where t.deleted_at is null and t.state = 'running' and (t.retry_time is null or t.retry_time <= ${app.now()})
        and (t.snapshot_after is not null
          or exists (select 1 from masterdata_outbox o where o.model_id = t.model_id and o.seq is null)
          or t.kind <> 'api' and (
            exists (select 1 from masterdata_outbox o where o.model_id = t.model_id and o.seq > t.position
              and (o.target_id is null or o.target_id = t.id))
            or exists (select 1 from masterdata_delivery d where d.target_id = t.id and d.state = 'retry' and d.next_time <= ${app.now()})))
      order by t.id limit 200`.execute(app.db)
  ).rows;

/** Queues the delivery of every target that has something to do; one runs at a time for each, on whichever node. */
export async function queueDeliveries(app: App): Promise<void> {
  for (const { id, ownerId } of await dueTargets(app))
    await app.jobs.enqueue(app.db, { kind: DELIVER_JOB, subject: id, payload: { targetId: id }, createBy: ownerId });
}

/** Looks every second for changes that wait for a target. */
export function startDeliveries(app: App): Promise<() => Promise<void>> {
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await queueDeliveries(app).catch((error: unknown) => app.log.warn({ error: String(error) }, 'distribution waits for the database'));
      await sleep(POLL_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return Promise.resolve(async () => {
    stop.abort();
    await loop;
  });
}

export const feedConfigs: readonly ConfigSeed[] = [
  {
    key: KEPT_DAYS,
    name: '主数据变更保留天数',
    type: 'number',
    value: String(KEPT),
    min: 1,
    max: 3650,
    unit: '天',
    group: '主数据',
    remark: '分发日志和已送达全部目标的变更超过天数后每日凌晨清理；清理后不能再从更早的序号重放，仍可全部重新分发',
  },
];

async function inParts(remove: () => Promise<bigint | undefined>, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (let some = AT_ONCE; some === AT_ONCE; all += some) {
    signal.throwIfAborted();
    some = Number((await remove()) ?? 0);
  }
  return all;
}

/** Takes old deliveries away, and changes that every target has and nobody has to decide about. */
export const tidyFeeds = defineTask({
  name: '主数据变更清理',
  summary: '清理超过保留天数的分发日志和已送达的变更',
  params: z.object({}),
  async run({ app, dueTime, signal }) {
    const before = new Date(dueTime.getTime() - (await readNumberConfig(app.db, KEPT_DAYS, KEPT)) * DAY_MS);
    const deliveries = await inParts(
      async () =>
        (
          await sql`delete from masterdata_delivery where id in (select id from masterdata_delivery
            where send_time < ${before} and state in ('done', 'superseded') limit ${AT_ONCE})`.execute(app.db)
        ).numAffectedRows,
      signal,
    );
    const changes = await inParts(
      async () =>
        (
          await sql`delete from masterdata_outbox where id in (select o.id from masterdata_outbox o
            where o.create_time < ${before} and o.seq is not null
              and not exists (select 1 from masterdata_target t where t.model_id = o.model_id and t.deleted_at is null and t.position < o.seq
                and (o.target_id is null or o.target_id = t.id))
              and not exists (select 1 from masterdata_delivery d where d.model_id = o.model_id and d.seq = o.seq and d.state in ('retry', 'dead'))
            limit ${AT_ONCE})`.execute(app.db)
        ).numAffectedRows,
      signal,
    );
    return deliveries + changes > 0 ? `已清理分发日志 ${deliveries} 条，变更 ${changes} 条` : null;
  },
});

/** How distribution stands: what waits, what was stopped and what targets do not take. */
export async function distributionHealth({ db }: App): Promise<HealthReport> {
  const targets = await db
    .selectFrom('masterdataTarget')
    .select(['targetName', 'state', 'problem', 'updateTime', 'tries'])
    .select(
      sql<number>`(select count(*)::int from masterdata_outbox o where o.model_id = masterdata_target.model_id
        and (o.seq is null or o.seq > masterdata_target.position) and (o.target_id is null or o.target_id = masterdata_target.id))`.as(
        'backlog',
      ),
    )
    .select(
      sql<number>`(select count(*)::int from masterdata_delivery d where d.target_id = masterdata_target.id and d.state = 'dead')`.as(
        'dead',
      ),
    )
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(200)
    .execute();
  const sum = (of: (target: (typeof targets)[number]) => number) => targets.reduce((all, target) => all + of(target), 0);
  const stopped = targets.filter(({ state }) => state === 'stopped');
  const failing = targets.filter(({ state, tries }) => state === 'running' && tries > 0);
  const dead = sum((target) => target.dead);
  return {
    title: '主数据分发',
    path: '/masterdata/target',
    figures: [
      { label: '待分发', value: sum((target) => target.backlog), isBad: false },
      { label: '重试中的目标', value: failing.length, isBad: failing.length > 0 },
      { label: '已停止的目标', value: stopped.length, isBad: stopped.length > 0 },
      { label: '被拒绝的变更', value: dead, isBad: dead > 0 },
    ],
    items: [...stopped, ...failing]
      .slice(0, 10)
      .map(({ targetName, problem, updateTime }) => ({ title: targetName, detail: problem ?? '', time: updateTime })),
  };
}
