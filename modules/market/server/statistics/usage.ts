import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { keyCallerOf } from '#kit/server/http/key-caller.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { statistics as contract } from '../../contract/statistics.ts';
import { DAY_MS, dayOfMoment, HOUR_MS, SLOT_MS, startOfDay } from '../../core/statistics.ts';
import { API_SCOPE } from '../apis/seen.ts';
import { APP_SCOPE } from '../apps/index.ts';
import { callLogOf } from '../logs/of-node.ts';
import { restingSources } from './resting.ts';
import { NOTHING, summed } from './sums.ts';

const TOP = 10;
const MAX = 100;
/** Width of a point: a quarter of an hour over a day, an hour over a week. */
const WIDTHS: Readonly<Record<number, number>> = { 1: 3 * SLOT_MS, 7: HOUR_MS };

/** Whose calls are asked for, as conditions over `s`. */
interface Asked {
  readonly days: number;
  readonly now: Date;
  /** APIs that are counted */
  readonly apis: RawBuilder<unknown>;
  /** the application, when only its calls are: they are known by the day */
  readonly appId: string | null;
  readonly most: number;
}
interface Range {
  readonly from: Date;
  readonly to: Date;
}
/** Whole days that end today, or the last 24 hours. */
function rangeOf({ days, now }: Asked): Range {
  const to = new Date(now.getTime() - (now.getTime() % SLOT_MS) + SLOT_MS);
  if (days === 1) return { from: new Date(to.getTime() - DAY_MS), to };
  return { from: new Date(startOfDay(dayOfMoment(now.getTime())) - (days - 1) * DAY_MS), to };
}
const bySlot = ({ apis }: Asked, { from, to }: Range) =>
  sql`market_stat_5m s where s.kind = 'api' and s.slot >= ${from} and s.slot < ${to} and ${apis}`;
const byHour = ({ apis }: Asked, { from, to }: Range) =>
  sql`market_stat_hour s where s.kind = 'api' and s.slot >= ${from} and s.slot < ${to} and ${apis}`;
/** Whole hours by the hour, their ends by five minutes; both tables have the same columns. */
function byTime(asked: Asked, { from, to }: Range) {
  const first = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const last = new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
  return sql`(select s.* from ${byHour(asked, { from: first, to: last })} union all select s.* from ${bySlot(asked, { from, to: first })}
    union all select s.* from ${bySlot(asked, { from: last, to })}) s`;
}
const byDay = ({ apis, appId }: Asked, { from, to }: Range) =>
  sql`market_stat_day s where s.kind = 'api' and s.day >= ${dayOfMoment(from.getTime())} and s.day <= ${dayOfMoment(to.getTime() - 1)}
    and ${apis} ${appId === null ? sql`` : sql`and s.app_id = ${appId}`}`;
/** Points of a month are days; those of an application are always. */
const isByDay = ({ days, appId }: Asked): boolean => appId !== null || days > 7;
/** Sums of whole days are read where they stand. */
const inAll = (asked: Asked, range: Range) => (asked.appId !== null || asked.days > 1 ? byDay(asked, range) : byTime(asked, range));
/** Rows that points are made of: no narrower than the points, so that a week is not read by five minutes. */
function inPoints(asked: Asked, range: Range) {
  if (isByDay(asked)) return byDay(asked, range);
  return WIDTHS[asked.days] === HOUR_MS ? byHour(asked, range) : bySlot(asked, range);
}

async function points(db: Db, asked: Asked, range: Range) {
  const width = isByDay(asked) ? DAY_MS : (WIDTHS[asked.days] ?? DAY_MS);
  const at = isByDay(asked)
    ? sql`(extract(epoch from s.day::timestamp) * 1000 - 28800000)::float8`
    : sql`(floor(extract(epoch from s.slot) * 1000 / ${sql.lit(width)}) * ${sql.lit(width)})::float8`;
  const found = await summed<{ at: number }>(db, sql`${at} as at`, sql`${inPoints(asked, range)} group by 1 order by 1`);
  const known = new Map(found.map((row) => [row.at, row]));
  const first = isByDay(asked) ? startOfDay(dayOfMoment(range.from.getTime())) : Math.floor(range.from.getTime() / width) * width;
  // times without calls are told as well: a course without gaps
  const times = Array.from({ length: Math.ceil((range.to.getTime() - first) / width) }, (_, i) => first + i * width);
  return times.map((time) => ({ ...(known.get(time) ?? NOTHING), time: new Date(time) }));
}
const topApis = (db: Db, asked: Asked, range: Range) =>
  summed<{ apiId: string; apiName: string; apiVersion: string }>(
    db,
    sql`api.id as api_id, api.api_name, api.api_version`,
    sql`(select * from ${byDay(asked, range)}) s join market_api api on api.id = s.object_id group by 1, 2, 3
      order by sum(s.calls) desc, 1 limit ${asked.most}`,
  );
const topApps = (db: Db, asked: Asked, range: Range) =>
  summed<{ appId: string | null; appName: string | null }>(
    db,
    sql`nullif(s.app_id, '') as app_id, app.app_name`,
    sql`(select * from ${byDay(asked, range)}) s left join market_app app on app.id = s.app_id group by 1, 2
      order by sum(s.calls) desc, 1 limit ${asked.most}`,
  );

async function usage(db: Db, asked: Asked) {
  const range = rangeOf(asked);
  const [[sums], over, apis, apps] = await Promise.all([
    summed(db, null, inAll(asked, range)),
    points(db, asked, range),
    topApis(db, asked, range),
    topApps(db, asked, range),
  ]);
  return { sums: sums!, points: over, apis, apps };
}
/** The same span just before, for comparison. */
async function before(db: Db, asked: Asked) {
  const { from, to } = rangeOf(asked);
  const back = (moment: Date) => new Date(moment.getTime() - asked.days * DAY_MS);
  const [sums] = await summed(db, null, inAll(asked, { from: back(from), to: back(to) }));
  return sums!;
}

const ownApis = (ctx: Ctx) => sql`s.object_id in ${ctx.db.selectFrom('marketApi').select('id').where(scope(ctx, API_SCOPE))}`;
const alarms = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketAlarm as alarm')
    .innerJoin('marketApi as api', 'api.id', 'alarm.objectId')
    .select(['api.id as apiId', 'api.apiName', 'api.apiVersion', 'alarm.cause', 'alarm.value', 'alarm.since'])
    .where('alarm.kind', '=', 'api')
    .where('alarm.isBad', '=', true)
    .where('api.deletedAt', 'is', null)
    .where(scope(ctx, { dept: `api.${API_SCOPE.dept}`, owner: `api.${API_SCOPE.owner}` }))
    .orderBy('alarm.since', 'desc')
    .limit(MAX)
    .execute();
async function nodes({ db, app, now }: { db: Db; app: App; now: Date }) {
  const rows = await db
    .selectFrom('marketLogCursor')
    .select(['node', 'mode', 'waiting', 'dropped', 'updateTime'])
    .where('updateTime', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('updateTime', 'desc')
    .limit(MAX)
    .execute();
  const own = callLogOf(app).state;
  const here = { node: String(app.node), mode: own.mode, waiting: own.waiting, dropped: own.dropped, updateTime: now };
  const others = rows.filter(({ node }) => node !== here.node);
  return [
    here,
    ...others.map((row) => ({ ...row, mode: row.mode as 'spool', waiting: Number(row.waiting), dropped: Number(row.dropped) })),
  ];
}

export const statistics = implement(contract, {
  async overview(ctx, { query }) {
    const asked: Asked = { days: Number(query.days), now: ctx.now, apis: ownApis(ctx), appId: null, most: TOP };
    const [found, earlier, bad, logs, resting] = await Promise.all([
      usage(ctx.db, asked),
      before(ctx.db, asked),
      alarms(ctx),
      nodes(ctx),
      restingSources(ctx),
    ]);
    return { ...found, before: earlier, alarms: bad.map((row) => ({ ...row, cause: row.cause as 'errors' })), nodes: logs, resting };
  },
  async ofApi(ctx, { params, query }) {
    const own = await ctx.db
      .selectFrom('marketApi')
      .select('id')
      .where('id', '=', params.id)
      .where(scope(ctx, API_SCOPE))
      .executeTakeFirst();
    if (!own) throw new AppError('entity.notFound');
    return usage(ctx.db, { days: Number(query.days), now: ctx.now, apis: sql`s.object_id = ${own.id}`, appId: null, most: MAX });
  },
  async ofApp(ctx, { params, query }) {
    const own = await ctx.db
      .selectFrom('marketApp')
      .select('id')
      .where('id', '=', params.id)
      .where(scope(ctx, APP_SCOPE))
      .executeTakeFirst();
    if (!own) throw new AppError('entity.notFound');
    return usage(ctx.db, { days: Number(query.days), now: ctx.now, apis: sql`true`, appId: own.id, most: MAX });
  },
  own: (ctx, { query }) =>
    usage(ctx.db, { days: Number(query.days), now: ctx.now, apis: sql`true`, appId: keyCallerOf(ctx.request).appId, most: MAX }),
});
