import { CALL_ACTIVITY } from './call-activity.ts';
import type { ExecutionCase } from './case.ts';
import { EVENT_SUB_PROCESS } from './event-sub-process.ts';
import { BOUNDARY_MESSAGE, BOUNDARY_TIMER, EVENT_GATEWAY, INTERMEDIATE } from './events.ts';
import { ERRORS, ESCALATIONS } from './errors.ts';
import { EXCLUSIVE } from './exclusive.ts';
import { INCLUSIVE } from './inclusive.ts';
import { MOVES } from './moves.ts';
import { MULTI_INSTANCE } from './multi-instance.ts';
import { PARALLEL } from './parallel.ts';
import { CONDITIONAL_FLOWS, EXPRESSIONS, USER_TASKS } from './people.ts';
import { RECEIVE_TASK, SUB_PROCESS } from './sub-process.ts';
import { TERMINATE } from './terminate.ts';

/** All execution cases by construct. */
export const ALL_CASES: Readonly<Record<string, readonly ExecutionCase[]>> = {
  'exclusive gateway': EXCLUSIVE,
  'parallel gateway': PARALLEL,
  'inclusive gateway': INCLUSIVE,
  'sub-process': SUB_PROCESS,
  'receive task': RECEIVE_TASK,
  'terminating end': TERMINATE,
  'event sub-process': EVENT_SUB_PROCESS,
  'boundary timer': BOUNDARY_TIMER,
  'boundary message': BOUNDARY_MESSAGE,
  'event gateway': EVENT_GATEWAY,
  'intermediate event': INTERMEDIATE,
  'multi-instance': MULTI_INSTANCE,
  move: MOVES,
  'call activity': CALL_ACTIVITY,
  'user task': USER_TASKS,
  expression: EXPRESSIONS,
  'conditional flow': CONDITIONAL_FLOWS,
  error: ERRORS,
  escalation: ESCALATIONS,
};
