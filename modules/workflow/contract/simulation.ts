import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';
import { ApprovalMode } from './approval.ts';

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
  /** `variables`: what is answered to the node that waits */
  z.object({ op: z.literal('trigger'), node: text, variables: Variables.optional() }),
  /** ISO 8601 duration */
  z.object({ op: z.literal('advance'), duration: text }),
  /** id of a timer or of its node; the earliest unless given */
  z.object({ op: z.literal('fireTimer'), timer: text.optional() }),
  z.object({ op: z.literal('signal'), name: text }),
  z.object({ op: z.literal('message'), name: text, subscription: text.optional() }),
  z.object({ op: z.literal('move'), from: z.array(text).min(1).max(100), to: z.array(text).min(1).max(100) }),
  /** 退回: `to` is an earlier node, null for the starter */
  z.object({ op: z.literal('return'), task: text, to: text.nullable(), mode: z.enum(['again', 'direct']).default('again') }),
]);

export const SimulationInput = z.object({
  /** BPMN 2.0 texts; called processes are found among them */
  models: z.array(z.string().min(1)).min(1).max(MAX_MODELS, `一次最多${MAX_MODELS}个模型`),
  /** key; the first process of the first model unless given */
  process: text.optional(),
  start: z.object({ variables: Variables.default({}), user: text.optional(), message: text.optional() }).prefault({}),
  now: z.iso.datetime({ offset: true, local: true, error: '时间格式不正确' }).optional(),
  steps: z.array(Step).max(MAX_STEPS, `一次最多${MAX_STEPS}步`).default([]),
  /** true: each state also names the nodes and flows that its step has passed */
  trace: z.boolean().default(false),
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
  error: z.object({ message: z.string(), node: z.string().nullable().optional() }).nullable(),
  trace: z.object({ nodes: z.array(z.string()), flows: z.array(z.string()) }).optional(),
});

const ApproversInput = z.object({
  model: z.string().min(1),
  /** account who would submit */
  starter: Id,
  variables: Variables.default({}),
});
/** A step of people with who would get it. */
const StepPeople = z.object({
  node: z.string(),
  name: z.string(),
  /** null: a user task without settings of ours, whose people stand in its own attributes */
  mode: ApprovalMode.nullable(),
  percent: z.number().int().nullable(),
  isHandling: z.boolean(),
  mayReturn: z.boolean(),
  returnMode: z.enum(['again', 'direct']),
  repeated: z.enum(['ask', 'previous', 'any']),
  /** the process itself says what follows a 不同意 */
  decides: z.boolean(),
  returnable: z.array(z.object({ id: z.string(), name: z.string() })),
  people: z.array(z.object({ id: z.string(), name: z.string() })),
  /** the rule of the node that stepped in */
  note: z.string().nullable(),
  /** why sources found nobody */
  reasons: z.array(z.string()),
  /** somebody chooses the people when it runs */
  picks: z.enum(['starterPicks', 'lastPicks']).nullable(),
});
export type StepPeople = z.output<typeof StepPeople>;

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
  approvers: route.post('/workflow/simulations/approvers', {
    summary: '模拟运行的审批人',
    access: perm('workflow:model:list'),
    body: ApproversInput,
    bodyLimit: MAX_SIMULATION,
    reply: z.object({
      steps: z.array(StepPeople),
      /** `result`: variable that receives what the service of a node answers */
      nodes: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string(), result: z.string().nullable() })),
      /** names that expressions of the process ask for */
      variables: z.array(z.string()),
    }),
  }),
});
