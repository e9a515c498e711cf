import * as z from 'zod';
import { Id, requiredText, Status, Time } from '#kit/contract/fields.ts';
import { robotInput, robotReply } from '#kit/contract/robot.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { Key } from '#modules/datasets/contract/field.ts';
import { ResultKey } from '#modules/datasets/contract/query.ts';
import { ViewEntity } from '#modules/charts/contract/tile.ts';
import { FilterValue } from '#modules/charts/contract/view-filter.ts';

/** Sends only when a measure of a tile is so: any row of the answer suffices. */
export const SubscriptionCondition = z.strictObject({
  key: Key,
  measure: ResultKey,
  op: z.enum(['gt', 'gte', 'lt', 'lte', 'eq', 'ne']),
  value: z.number(),
});
export type SubscriptionCondition = z.output<typeof SubscriptionCondition>;

/** Ways that a subscription is sent. */
export const Channel = z.enum(['notice', 'mail', 'webhook']);
export type Channel = z.output<typeof Channel>;

/** Files that come along. */
export const Attachment = z.enum(['png', 'pdf', 'xlsx']);
export type Attachment = z.output<typeof Attachment>;

const shape = {
  subscriptionName: requiredText(64, '订阅名称'),
  /** Quartz expression with seconds */
  cron: requiredText(100, '发送时间'),
  filters: z.record(Key, FilterValue).default({}),
  /** may be empty where a chat group alone gets it */
  userIds: z.array(Id).max(200, '最多200个接收人').default([]),
  /** how it comes: as a message of the platform, by mail, into a chat group with the rights of its maker */
  channels: z.array(Channel).min(1, '请选择发送方式').max(3).default(['notice']),
  ...robotInput,
  /** files of mails and robots: pictures and pages of boards, data of both */
  attachments: z.array(Attachment).max(3).default([]),
  condition: SubscriptionCondition.nullish(),
  /** while the condition stays met: told again after so many hours, 0 = at each check, null = once until it is no longer met */
  repeatHours: z
    .number()
    .int()
    .min(0, '提醒间隔不能小于0小时')
    .max(720, '提醒间隔不能超过720小时')
    .nullable()
    .default(0)
    .meta({ title: '持续达到条件时的提醒间隔（小时）' }),
  status: Status.default('1'),
};

/** 订阅 */
export const Subscription = z.object({
  id: Id,
  entityType: ViewEntity,
  entityId: Id,
  subscriptionName: z.string(),
  cron: z.string(),
  filters: z.record(z.string(), FilterValue),
  userIds: z.array(Id),
  people: z.array(z.object({ id: Id, name: z.string() })),
  channels: z.array(Channel),
  ...robotReply,
  attachments: z.array(Attachment),
  condition: SubscriptionCondition.nullable(),
  repeatHours: z.number().int().nullable(),
  status: Status,
  nextTime: Time.nullable(),
  lastTime: Time.nullable(),
  lastOutcome: z.string().nullable(),
  lastMessage: z.string().nullable(),
  createName: z.string().nullable(),
  version: z.number().int(),
});
export type Subscription = z.output<typeof Subscription>;
const access = perm('visual:board:subscribe', 'visual:screen:subscribe');
const params = z.object({ id: Id });

/** Boards and screens that come by themselves: every recipient hears the figures of their own rights. */
export const subscription = defineContract({
  list: route.get('/data/visual/subscriptions/list', {
    summary: '订阅列表',
    access,
    query: z.object({ entityType: ViewEntity, entityId: Id }),
    reply: z.array(Subscription),
  }),
  /** the ways that this installation has */
  channels: route.get('/data/visual/subscriptions/channels', {
    summary: '订阅的发送方式',
    access,
    /** `webhook`: whether the caller may send such documents to chat groups */
    query: z.object({ entityType: ViewEntity.optional() }),
    reply: z.object({ mail: z.boolean(), webhook: z.boolean() }),
  }),
  create: route.post('/data/visual/subscriptions', {
    summary: '新增订阅',
    access,
    body: z.strictObject({ entityType: ViewEntity, entityId: Id, ...shape }),
    reply: z.object({ id: Id }),
    audit: '新增订阅',
  }),
  update: route.put('/data/visual/subscriptions', {
    summary: '修改订阅',
    access,
    body: z.strictObject({ id: Id, version: z.number().int(), ...shape }),
    reply: z.null(),
    audit: '修改订阅',
  }),
  remove: route.delete('/data/visual/subscriptions/:id', { summary: '删除订阅', access, params, reply: z.null(), audit: '删除订阅' }),
  /** sends it now, to everybody on it */
  send: route.post('/data/visual/subscriptions/:id/send', {
    summary: '立即发送订阅',
    access,
    params,
    reply: z.object({ outcome: z.string(), message: z.string() }),
    audit: '立即发送订阅',
    timeoutMs: 120_000,
  }),
  runs: route.get('/data/visual/subscriptions/:id/runs', {
    summary: '订阅发送记录',
    access,
    params,
    reply: z.array(
      z.object({ id: Id, outcome: z.string(), message: z.string(), sentCount: z.number().int(), startTime: Time, endTime: Time }),
    ),
  }),
});
