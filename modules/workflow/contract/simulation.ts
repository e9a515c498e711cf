import * as z from 'zod';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const MAX_MODELS = 20;
const MAX_STEPS = 500;
/** Bytes of a whole call. */
export const MAX_SIMULATION = 2_000_000;

const Variables = z.record(z.string(), z.unknown());
const text = z.string().min(1).max(255);
const Step = z.discriminatedUnion('op', [
  /** `task`: id, key or name of an open task */
  z.object({ op: z.literal('complete'), task: text, variables: Variables.optional(), user: text.optional() }),
  z.object({ op: z.literal('claim'), task: text, user: text }),
  z.object({ op: z.literal('trigger'), node: text }),
  /** ISO 8601 duration */
  z.object({ op: z.literal('advance'), duration: text }),
  /** id of a timer or of its node; the earliest unless given */
  z.object({ op: z.literal('fireTimer'), timer: text.optional() }),
  z.object({ op: z.literal('signal'), name: text }),
  z.object({ op: z.literal('message'), name: text, subscription: text.optional() }),
  z.object({ op: z.literal('move'), from: z.array(text).min(1).max(100), to: z.array(text).min(1).max(100) }),
]);

export const SimulationInput = z.object({
  /** BPMN 2.0 texts; called processes are found among them */
  models: z.array(z.string().min(1)).min(1).max(MAX_MODELS, `一次最多${MAX_MODELS}个模型`),
  /** key; the first process of the first model unless given */
  process: text.optional(),
  start: z.object({ variables: Variables.default({}), user: text.optional(), message: text.optional() }).prefault({}),
  now: z.iso.datetime({ offset: true, local: true, error: '时间格式不正确' }).optional(),
  steps: z.array(Step).max(MAX_STEPS, `一次最多${MAX_STEPS}步`).default([]),
});
export type SimulationInput = z.output<typeof SimulationInput>;

const State = z.object({
  tasks: z.array(
    z.object({
      id: z.string(),
      key: z.string(),
      name: z.string(),
      assignee: z.string().nullable(),
      candidateUsers: z.array(z.string()),
      candidateGroups: z.array(z.string()),
      /** id of the (sub-)process instance that holds the task */
      scope: z.string(),
    }),
  ),
  waiting: z.array(z.object({ id: z.string(), node: z.string() })),
  timers: z.array(z.object({ id: z.string(), node: z.string(), due: z.string() })),
  subscriptions: z.array(z.object({ id: z.string(), kind: z.enum(['message', 'signal']), name: z.string(), node: z.string() })),
  variables: Variables,
  ended: z.boolean(),
  error: z.object({ message: z.string() }).nullable(),
});

/** 模拟运行: a process is run without storing anything. */
export const simulation = defineContract({
  run: route.post('/workflow/simulations', {
    summary: '模拟运行流程',
    access: perm('workflow:model:list'),
    body: SimulationInput,
    bodyLimit: MAX_SIMULATION,
    timeoutMs: 20_000,
    reply: z.object({ states: z.array(State) }),
  }),
});
