import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { shownRobot, storedRobot, type NamedRobot, type StoredRobot } from '#kit/server/robot/index.ts';
import { scope } from '#kit/server/scope.ts';
import { take, type Limit } from '#modules/system/server/index.ts';
import { CronProblem } from '#kit/contract/cron.ts';
import { mailIsOn } from '#modules/notices/server/index.ts';
import { nextTime } from '#kit/core/cron/times.ts';
import { subscription, type Attachment, type Subscription, type SubscriptionCondition } from '../../contract/subscription.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { checkSelection } from '#modules/charts/core/index.ts';
import { withinLimit } from '#kit/server/concurrency.ts';
import { assertViewers } from '../view/audience.ts';
import { openDocument, type Entity } from '../view/document.ts';
import { mapRefusal } from '#modules/charts/server/index.ts';
import { ZONE } from './due.ts';
import { robotPurposes } from './group.ts';
import type { SubscriptionRow } from './message.ts';
import { runSubscription } from './send.ts';

const MAX = 100;
const MAX_RUNS = 100;
/** Two sendings lie at least this far apart. */
const MIN_MS = 5 * 60_000;
/** Sendings by hand of one person. */
const sendLimit = (userId: string): Limit => ({ key: `subscriptionSend:${userId}`, most: 30, windowMs: 600_000 });
const gone = () => new AppError('entity.notFound', '订阅不存在或已删除');

function assertMay(ctx: Ctx, entity: string): void {
  if (!holds(ctx.user, `visual:${entity}:subscribe`)) throw new AppError('auth.noPermission');
}

const own = (ctx: Ctx) =>
  ctx.db
    .selectFrom('visualSubscription')
    .where('visualSubscription.deletedAt', 'is', null)
    .where(scope(ctx, { dept: 'visualSubscription.createDept', owner: 'visualSubscription.createBy' }));

async function ownRow(ctx: Ctx, id: string, lock = true): Promise<SubscriptionRow> {
  const found = own(ctx).selectAll('visualSubscription').where('visualSubscription.id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw gone();
  assertMay(ctx, row.entityType);
  return row;
}

/** When it is due first. Throws input.invalid for an expression that is none or comes too often. */
function firstTime(cron: string, now: Date): Date {
  try {
    const first = nextTime(cron, ZONE, now);
    if (nextTime(cron, ZONE, first).getTime() - first.getTime() < MIN_MS) throw new AppError('input.invalid', '两次发送至少间隔5分钟');
    return first;
  } catch (error) {
    if (error instanceof CronProblem) throw new AppError('input.invalid', error.message);
    throw error;
  }
}

interface Wanted extends NamedRobot {
  readonly cron: string;
  readonly filters: Readonly<Record<string, FilterValue>>;
  readonly userIds: readonly string[];
  readonly channels: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly condition?: SubscriptionCondition | null;
}
const invalid = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
const takesFiles = ({ channels, webhookKind }: Wanted): boolean =>
  channels.includes('webhook') && (webhookKind === 'json' || webhookKind === 'wecom');
/** The robot of a subscription as it is stored; none where it does not go to a group. */
const robotOf = (ctx: Ctx, id: string, wanted: Wanted, before: StoredRobot | null) => {
  const isAsked = wanted.channels.includes('webhook');
  if (isAsked && wanted.webhookKind === null) throw invalid('webhookKind', '请选择群机器人');
  return storedRobot(ctx, { ...wanted, webhookKind: isAsked ? wanted.webhookKind : null }, { before, purposes: robotPurposes(id) });
};
/** A group reads with the rights of the maker: nobody else decides what it gets. */
function assertOwnGroup(ctx: Ctx, before: SubscriptionRow, after: Wanted): void {
  const hasGroup = [before.channels as Channels, after.channels].some((channels) => channels.includes('webhook'));
  if (hasGroup && before.createBy !== ctx.user.id)
    throw new AppError('rule.broken', '发到群机器人的订阅使用创建人的数据权限，只能由创建人修改');
}

/** What is asked for must stand in the document, and everybody on it must see it. */
async function assertFits(ctx: Ctx, entity: Entity, id: string, wanted: Wanted): Promise<void> {
  const { shape, published } = await openDocument(ctx, entity, id);
  mapRefusal(() => checkSelection(shape, { filters: wanted.filters, links: {}, drills: {} }));
  if (wanted.condition) {
    const tile = shape.tiles.get(wanted.condition.key);
    const n = Number(wanted.condition.measure.slice(1));
    if (!tile || !wanted.condition.measure.startsWith('m') || n >= tile.chart.measures.length)
      throw new AppError('input.invalid', '预警条件的指标不在该内容中');
  }
  const { channels, userIds } = wanted;
  const toPeople = channels.includes('notice') || channels.includes('mail');
  if (toPeople && userIds.length === 0) throw invalid('userIds', '请选择接收人');
  if (channels.includes('webhook') && !holds(ctx.user, `visual:${entity}:share`))
    throw new AppError('auth.noPermission', '群里的人看到的是您的数据，需要该类内容的分享权限，请联系管理员');
  if (wanted.attachments.length > 0 && !channels.includes('mail') && !takesFiles(wanted))
    throw new AppError('input.invalid', '附件随邮件、企业微信机器人（图片）或通用JSON发送，请选择其中一种');
  if (entity === 'screen' && wanted.attachments.some((kind) => kind !== 'xlsx'))
    throw new AppError('input.invalid', '大屏的订阅只能附带数据（Excel）');
  if (wanted.channels.includes('mail') && !(await mailIsOn(ctx.app)))
    throw new AppError('rule.broken', '平台还没有配置邮件服务器，请联系管理员');
  await assertViewers(ctx, entity, published.id, wanted.userIds);
}

type Channels = Subscription['channels'];
const facts = (row: SubscriptionRow) => ({
  channels: row.channels,
  attachments: row.attachments,
  subscriptionName: row.subscriptionName,
  cron: row.cron,
  userIds: row.userIds,
  webhookKind: row.webhookKind,
  webhookHost: row.webhookHost,
  condition: row.condition,
  repeatHours: row.repeatHours,
  status: row.status,
});

type Received = Pick<SubscriptionRow, 'userIds'>;
/** Names of the receivers of subscriptions. */
async function peopleOf(ctx: Ctx, rows: readonly Received[]): Promise<(row: Received) => Subscription['people']> {
  const ids = [...new Set(rows.flatMap((row) => row.userIds as string[]))];
  const people = ids.length ? await ctx.db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids).execute() : [];
  const names = new Map(people.map(({ id, nickname }) => [id, nickname]));
  return (row) => (row.userIds as string[]).map((id) => ({ id, name: names.get(id) ?? '已删除的账号' }));
}

/** Optimistic lock of a subscription; the other version with the names of its receivers. */
async function assertSame(ctx: Ctx, before: SubscriptionRow, mine: { version: number }): Promise<void> {
  if (before.version === mine.version) return;
  const { version, filters, updateBy, updateTime } = before;
  const people = await peopleOf(ctx, [before]);
  assertVersion(before, mine, { ...facts(before), filters, people: people(before), version, updateBy, updateTime });
}

/** Subscriptions of boards and screens. */
export const subscriptionRoutes = implement(subscription, {
  async list(ctx, { query }) {
    assertMay(ctx, query.entityType);
    const rows = await own(ctx)
      .leftJoin('sysUser', 'sysUser.id', 'visualSubscription.createBy')
      .selectAll('visualSubscription')
      .select('sysUser.nickname as createName')
      .where('entityType', '=', query.entityType)
      .where('entityId', '=', query.entityId)
      .orderBy('visualSubscription.createTime', 'desc')
      .orderBy('visualSubscription.id')
      .limit(MAX)
      .execute();
    const people = await peopleOf(ctx, rows);
    return rows.map(shownRobot).map((row) => ({
      ...row,
      webhookKind: row.webhookKind as Subscription['webhookKind'],
      entityType: row.entityType as Entity,
      filters: row.filters as Record<string, FilterValue>,
      userIds: row.userIds as string[],
      channels: row.channels as Channels,
      attachments: row.attachments as Attachment[],
      people: people(row),
      condition: row.condition as SubscriptionCondition | null,
      status: row.status as '0' | '1',
    }));
  },

  channels: async (ctx, { query: { entityType } }) => ({
    mail: await mailIsOn(ctx.app),
    webhook: entityType !== undefined && holds(ctx.user, `visual:${entityType}:share`),
  }),

  async create(ctx, { body }) {
    assertMay(ctx, body.entityType);
    await assertFits(ctx, body.entityType, body.entityId, body);
    const id = ctx.app.ids.next();
    await ctx.db
      .insertInto('visualSubscription')
      .values({
        id,
        ...(await robotOf(ctx, id, body, null)),
        entityType: body.entityType,
        entityId: body.entityId,
        subscriptionName: body.subscriptionName,
        cron: body.cron,
        filters: JSON.stringify(body.filters),
        userIds: JSON.stringify([...new Set(body.userIds)]),
        channels: JSON.stringify([...new Set(body.channels)]),
        attachments: JSON.stringify([...new Set(body.attachments)]),
        condition: body.condition ? JSON.stringify(body.condition) : null,
        repeatHours: body.repeatHours,
        status: body.status,
        nextTime: firstTime(body.cron, ctx.now),
        createBy: ctx.user.id,
        createDept: ctx.user.deptId,
        createTime: ctx.now,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .execute();
    ctx.audit.change({ entity: '订阅', id, name: body.subscriptionName, before: null, after: { cron: body.cron, userIds: body.userIds } });
    return { id };
  },

  async update(ctx, { body }) {
    const before = await ownRow(ctx, body.id);
    await assertSame(ctx, before, body);
    assertOwnGroup(ctx, before, body);
    await assertFits(ctx, before.entityType as Entity, before.entityId, body);
    const after = await ctx.db
      .updateTable('visualSubscription')
      .set({
        ...(await robotOf(ctx, body.id, body, before)),
        subscriptionName: body.subscriptionName,
        cron: body.cron,
        filters: JSON.stringify(body.filters),
        userIds: JSON.stringify([...new Set(body.userIds)]),
        channels: JSON.stringify([...new Set(body.channels)]),
        attachments: JSON.stringify([...new Set(body.attachments)]),
        condition: body.condition ? JSON.stringify(body.condition) : null,
        repeatHours: body.repeatHours,
        status: body.status,
        nextTime: firstTime(body.cron, ctx.now),
        version: before.version + 1,
        updateBy: ctx.user.id,
        updateTime: ctx.now,
      })
      .where('id', '=', body.id)
      .returningAll()
      .executeTakeFirstOrThrow();
    // what it is about may be another thing now
    await ctx.db.deleteFrom('visualSubscriptionAlert').where('subscriptionId', '=', body.id).execute();
    ctx.audit.change({ entity: '订阅', id: body.id, name: after.subscriptionName, before: facts(before), after: facts(after) });
    return null;
  },

  async remove(ctx, { params }) {
    const row = await ownRow(ctx, params.id);
    await ctx.db
      .updateTable('visualSubscription')
      .set({ deletedAt: ctx.now, updateBy: ctx.user.id, updateTime: ctx.now })
      .where('id', '=', params.id)
      .execute();
    ctx.audit.change({ entity: '订阅', id: params.id, name: row.subscriptionName, before: facts(row), after: null });
    return null;
  },

  async send(ctx, { params }) {
    // what came of it is kept by a transaction of its own, which must not wait for this one
    const row = await ownRow(ctx, params.id, false);
    const { outcome, message } = await withinLimit(ctx.user.id, 2, async () => {
      await take(ctx.app, sendLimit(ctx.user.id));
      return runSubscription(ctx.app, row, { signal: ctx.signal, isForced: true });
    });
    ctx.audit.note(`${row.subscriptionName}：${message}`);
    return { outcome, message };
  },

  async runs(ctx, { params }) {
    const row = await own(ctx)
      .select(['visualSubscription.id', 'visualSubscription.entityType'])
      .where('visualSubscription.id', '=', params.id)
      .executeTakeFirst();
    if (!row) throw gone();
    assertMay(ctx, row.entityType);
    return ctx.db
      .selectFrom('visualSubscriptionRun')
      .select(['id', 'outcome', 'message', 'sentCount', 'startTime', 'endTime'])
      .where('subscriptionId', '=', params.id)
      .orderBy('startTime', 'desc')
      .orderBy('id')
      .limit(MAX_RUNS)
      .execute();
  },
});
