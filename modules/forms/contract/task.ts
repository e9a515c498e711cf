import * as z from 'zod';
import { crudRoutes } from '#kit/contract/crud.ts';
import { CronText } from '#kit/contract/cron.ts';
import { Id, optionalText, PageQuery, pageReply, rowFields, Time, TimeInput, YesNo } from '#kit/contract/fields.ts';
import { bytes, defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { audienceFields, audienceInput } from '#modules/notices/contract/audience.ts';
import { RecordValues } from './record.ts';

/** 任务状态: 0 未启动, 1 已启动, 2 已停止. */
export const TaskStatus = z.enum(['0', '1', '2']);
/** How often one person fills in within a round. */
export const TaskRepeat = z.enum(['once', 'many']);
/** How somebody stands in a round: 已完成 (passed, or handed in where nobody approves), 审核中, 已退回, 待填, 逾期. */
export const PersonState = z.enum(['passed', 'reviewing', 'returned', 'waiting', 'overdue']);
export type PersonState = z.output<typeof PersonState>;

/** Hours of a year with a day more. */
const MAX_HOURS = 8784;
const hours = z.number().int().min(1);
const shape = z.object({
  formId: Id,
  /** the name of the form unless given */
  taskName: optionalText(60, '任务名称'),
  remark: optionalText(500, '填报说明'),
  ...audienceInput,
  begin: TimeInput.meta({ title: '开始时间' }),
  end: TimeInput.meta({ title: '截止时间' }),
  /** rounds by plan: six fields; null = one round from begin to end */
  cronExpression: CronText.nullish().transform((text) => text ?? null),
  /** how long a round of a plan is open */
  durationHours: hours
    .max(MAX_HOURS, '每轮填报时长不能超过一年')
    .nullish()
    .transform((value) => value ?? null)
    .meta({ title: '每轮填报时长（小时）' }),
  repeat: TaskRepeat.default('once').meta({ title: '填报次数' }),
  /** hours before the end of a round */
  remindHours: z
    .array(hours.max(720, '最多提前720小时提醒'))
    .max(5, '提醒不能超过5次')
    .default([])
    .transform((list) => [...new Set(list)].sort((a, b) => b - a))
    .meta({ title: '截止前提醒（小时）' }),
  /** a round begins with what the person gave in the round before */
  carryOver: YesNo.default('0').meta({ title: '沿用上期内容' }),
});
export const TaskInput = shape;
export type TaskInput = z.output<typeof TaskInput>;

const Standing = z.object({
  total: z.number().int(),
  passed: z.number().int(),
  reviewing: z.number().int(),
  returned: z.number().int(),
  waiting: z.number().int(),
  overdue: z.number().int(),
});
export type Standing = z.output<typeof Standing>;
export const Round = z.object({ id: Id, roundNo: z.number().int(), begin: Time, end: Time });
export type Round = z.output<typeof Round>;

export const TaskRow = z.object({
  ...rowFields,
  formId: Id,
  formName: z.string(),
  taskName: z.string(),
  remark: z.string().nullable(),
  status: TaskStatus,
  ...audienceFields,
  begin: Time,
  end: Time,
  cronExpression: z.string().nullable(),
  durationHours: z.number().int().nullable(),
  repeat: TaskRepeat,
  remindHours: z.array(z.number().int()),
  carryOver: YesNo,
  /** when the next round begins; null = none is to come */
  nextTime: Time.nullable(),
  /** the last round, and how its people stand; null before the first */
  round: Round.nullable(),
  standing: Standing.nullable(),
  createName: z.string().nullable(),
});
export type TaskRow = z.output<typeof TaskRow>;
export const TaskSearch = z.object({
  taskName: z.string().max(60).optional(),
  formId: Id.optional(),
  status: TaskStatus.optional(),
});

const people = { draftCount: z.number().int(), lastTime: Time.nullable() };
const Day = z.object({
  /** hours of the round gone by */
  hours: z.number(),
  /** people whose record was there by then */
  done: z.number().int(),
});
export const Progress = Standing.extend({
  ...people,
  taskId: Id,
  taskName: z.string(),
  formId: Id,
  formName: z.string(),
  status: TaskStatus,
  /** null before the first round: then everybody waits */
  round: Round.nullable(),
  rounds: z.array(Round),
  departments: z.array(
    Standing.extend({ ...people, deptId: Id.nullable(), deptName: z.string().nullable(), leaderName: z.string().nullable() }),
  ),
  /** how many had handed in as the round went on, and in the round before */
  course: z.array(Day),
  lastCourse: z.array(Day),
});
export type Progress = z.output<typeof Progress>;

export const TaskPerson = z.object({
  userId: Id,
  nickname: z.string(),
  deptName: z.string().nullable(),
  state: PersonState,
  hasDraft: z.boolean(),
  /** the record that counts; null = none */
  recordId: Id.nullable(),
  recordCount: z.number().int(),
  lastTime: Time.nullable(),
  urgeCount: z.number().int(),
  urgeTime: Time.nullable(),
});
export type TaskPerson = z.output<typeof TaskPerson>;

/** A round that waits for the caller, or did. */
export const MyTask = z.object({
  taskId: Id,
  roundId: Id,
  roundNo: z.number().int(),
  taskName: z.string(),
  remark: z.string().nullable(),
  formId: Id,
  formName: z.string(),
  isPlanned: z.boolean(),
  repeat: TaskRepeat,
  begin: Time,
  end: Time,
  isOpen: z.boolean(),
  state: PersonState,
  recordId: Id.nullable(),
  recordCount: z.number().int(),
  urgeTime: Time.nullable(),
});
export type MyTask = z.output<typeof MyTask>;

/** How people stand in a round, in words, in the order of the bar. */
export const STATE_LABELS: Readonly<Record<PersonState, string>> = {
  passed: '已完成',
  reviewing: '审核中',
  returned: '已退回',
  waiting: '待填',
  overdue: '逾期',
};

const base = '/data/filling/tasks';
const params = z.object({ id: Id });
const ROUTES = crudRoutes(base, '填报任务', 'filling:task', { row: TaskRow, input: TaskInput, search: TaskSearch });

/** 填报任务: a form given to people, in one round or by a plan. */
export const task = defineContract({
  ...ROUTES,
  start: route.post(`${base}/:id/start`, {
    summary: '启动填报任务',
    access: perm('filling:task:start'),
    params,
    reply: z.object({ roundId: Id.nullable(), nextTime: Time.nullable() }),
    audit: '启动填报任务',
  }),
  stop: route.post(`${base}/:id/stop`, {
    summary: '停止填报任务',
    access: perm('filling:task:stop'),
    params,
    reply: z.null(),
    audit: '停止填报任务',
  }),
  postpone: route.post(`${base}/:id/postpone`, {
    summary: '延长填报截止时间',
    access: perm('filling:task:edit'),
    params,
    body: z.object({ roundId: Id, end: TimeInput.meta({ title: '截止时间' }) }),
    reply: Round,
    audit: '延长填报截止时间',
  }),
  urge: route.post(`${base}/:id/urge`, {
    summary: '催办填报',
    access: perm('filling:task:urge'),
    params,
    /** absent: everybody who has not handed in */
    body: z.object({ roundId: Id.optional(), userIds: z.array(Id).min(1, '请选择要催办的人').max(500, '一次最多催办500人').optional() }),
    /** `skipped` were urged within the last hour */
    reply: z.object({ urged: z.number().int(), skipped: z.number().int() }),
    audit: '催办填报',
  }),
  progress: route.get(`${base}/:id/progress`, {
    summary: '填报进度',
    access: perm('filling:task:list'),
    params,
    query: z.object({ roundId: Id.optional() }),
    reply: Progress,
  }),
  people: route.get(`${base}/:id/people`, {
    summary: '填报名单',
    access: perm('filling:task:list'),
    params,
    query: PageQuery.extend({
      roundId: Id.optional(),
      deptId: Id.optional(),
      state: PersonState.or(z.literal('undone')).optional().meta({ title: '填报状态，undone 为未完成' }),
      keyword: z.string().max(50).optional(),
    }),
    reply: pageReply(TaskPerson),
  }),
  exportProgress: route.post(`${base}/:id/progress/export`, {
    summary: '导出填报进度',
    access: perm('filling:task:list'),
    params,
    body: z.object({ roundId: Id.nullish() }),
    replies: 'stream',
    reply: bytes,
    audit: '导出填报进度',
    timeoutMs: 120_000,
  }),
  mine: route.get('/data/filling/my', { summary: '我的填报任务', access: signedIn, reply: z.array(MyTask) }),
  myRound: route.get('/data/filling/my/rounds/:roundId', {
    summary: '我的填报轮次',
    access: signedIn,
    params: z.object({ roundId: Id }),
    reply: MyTask.extend({
      carryOver: YesNo,
      /** what the caller gave in the round before */
      previous: z.object({ roundNo: z.number().int(), values: RecordValues }).nullable(),
    }),
  }),
});
