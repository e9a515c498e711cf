import { sql } from 'kysely';
import * as z from 'zod';
import { defineTask, type ScheduleSeed } from '#kit/server/tasks.ts';
import { notify } from '#modules/notices/server/index.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const PER_RUN = 5000;
/** Days before its end at which the owner of a key is told, the last one first. */
const STEPS = [1, 7, 30];

const shortDay = (time: Date) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' }).format(time);

/** Tells who made a key, and who made its application, 30, 7 and 1 days before it ends, and once when it has. */
export const keyExpiry = defineTask({
  name: '应用密钥到期提醒',
  summary: '在密钥到期前30、7、1天和到期后通知应用的负责人',
  params: z.object({}),
  async run({ app, signal, log }) {
    const now = app.now();
    const keys = await app.db
      .selectFrom('marketAppKey as key')
      .innerJoin('marketApp as app', 'app.id', 'key.appId')
      .select(['key.id', 'key.hint', 'key.expireTime', 'key.createBy', 'app.appName', 'app.createBy as appBy'])
      .where('key.revokeTime', 'is', null)
      .where('app.deletedAt', 'is', null)
      .where('app.status', '=', '1')
      .where('key.expireTime', '>', new Date(now.getTime() - 2 * DAY_MS))
      .where('key.expireTime', '<=', new Date(now.getTime() + STEPS.at(-1)! * DAY_MS))
      .orderBy('key.expireTime')
      .limit(PER_RUN)
      .execute();
    let sent = 0;
    for (const key of keys) {
      signal.throwIfAborted();
      const ends = key.expireTime!;
      const days = (ends.getTime() - now.getTime()) / DAY_MS;
      const step = days <= 0 ? 0 : STEPS.find((most) => days <= most)!;
      const what = `应用“${key.appName}”的密钥 …${key.hint}…`;
      sent += await notify(app, app.db, {
        to: [...new Set([key.createBy, key.appBy].filter((id) => id !== null))],
        kind: 'expiry',
        title: step === 0 ? '应用密钥已到期' : '应用密钥即将到期',
        text:
          step === 0 ? `${what}已于 ${shortDay(ends)} 到期，用它的调用已被拒绝` : `${what}将于 ${shortDay(ends)} 到期，请轮换为新的密钥`,
        path: '/market/apiapp',
        key: `market.key:${key.id}:${step}:${ends.toISOString()}`,
      });
    }
    if (sent > 0) log(`发出${sent}条提醒`);
    return sent === 0 ? null : `${keys.length}个密钥即将或刚刚到期，发出${sent}条提醒`;
  },
});

/** Forgets nonces of signed calls whose time nobody accepts any more. */
export const cleanNonces = defineTask({
  name: '签名随机数清理',
  summary: '删除已超过有效时间的签名随机数',
  params: z.object({}),
  async run({ app, signal }) {
    const before = new Date(app.now().getTime() - HOUR_MS);
    for (let some = PER_RUN; some === PER_RUN;) {
      signal.throwIfAborted();
      const gone = await sql`delete from market_nonce where (key_id, nonce) in (
        select key_id, nonce from market_nonce where expire_time < ${before} order by expire_time limit ${PER_RUN})`.execute(app.db);
      some = Number(gone.numAffectedRows ?? 0);
    }
    return null;
  },
});

export const keyTasks = { 'market.keyExpiry': keyExpiry, 'market.cleanNonces': cleanNonces };
export const keySchedules: readonly ScheduleSeed[] = [
  { code: 'market.keyExpiry', name: '应用密钥到期提醒', task: 'market.keyExpiry', cron: '0 30 8 * * ?' },
  { code: 'market.cleanNonces', name: '签名随机数清理', task: 'market.cleanNonces', cron: '0 10 * * * ?' },
];
