import { BOUNDARY_MESSAGE, EVENT_GATEWAY } from './boundary-message.ts';
import { BOUNDARY_TIMER } from './boundary-timer.ts';
import { CALL_ACTIVITY } from './call-activity.ts';
import type { ExecutionCase } from './case.ts';
import { ERRORS_IN_EVENT_SUB_PROCESSES } from './error-handlers.ts';
import { ERRORS_AT_BOUNDARIES } from './errors.ts';
import { ESCALATIONS } from './escalations.ts';
import { EVENT_SUB_PROCESS } from './event-sub-process.ts';
import { EXCLUSIVE } from './exclusive.ts';
import { INCLUSIVE_JOINS } from './inclusive-joins.ts';
import { INCLUSIVE_INSIDE, INCLUSIVE_SPLITS } from './inclusive.ts';
import { INTERMEDIATE } from './intermediate.ts';
import { MOVES_OF_CALLS, MOVES_OF_EVENT_SUB_PROCESSES } from './moves-calls.ts';
import { MOVES_AT_GATEWAYS, MOVES_OF_MULTI_INSTANCE } from './moves-gateways.ts';
import { MOVES_OF_SUB_PROCESSES, PLAIN_MOVES } from './moves.ts';
import { MULTI_INSTANCE_SCOPES } from './multi-instance-scopes.ts';
import { MULTI_INSTANCE_TASKS } from './multi-instance.ts';
import { PARALLEL } from './parallel.ts';
import { CONDITIONAL_FLOWS, EXPRESSIONS, USER_TASKS } from './people.ts';
import { SIGNAL } from './signals.ts';
import { RECEIVE_TASK, SUB_PROCESS } from './sub-process.ts';
import { TERMINATE_MULTI_INSTANCE } from './terminate-multi-instance.ts';
import { TERMINATE } from './terminate.ts';

/** All execution cases by construct. */
export const ALL_CASES: Readonly<Record<string, readonly ExecutionCase[]>> = {
  'exclusive gateway': EXCLUSIVE,
  'parallel gateway': PARALLEL,
  'inclusive split': INCLUSIVE_SPLITS,
  'inclusive join': INCLUSIVE_JOINS,
  'inclusive gateway inside': INCLUSIVE_INSIDE,
  'event gateway': EVENT_GATEWAY,
  'sub-process': SUB_PROCESS,
  'event sub-process': EVENT_SUB_PROCESS,
  'call activity': CALL_ACTIVITY,
  'boundary timer': BOUNDARY_TIMER,
  'boundary message': BOUNDARY_MESSAGE,
  signal: SIGNAL,
  'intermediate event': INTERMEDIATE,
  error: ERRORS_AT_BOUNDARIES,
  'error in an event sub-process': ERRORS_IN_EVENT_SUB_PROCESSES,
  escalation: ESCALATIONS,
  'terminating end': TERMINATE,
  'terminating end of instances': TERMINATE_MULTI_INSTANCE,
  'multi-instance task': MULTI_INSTANCE_TASKS,
  'multi-instance scope': MULTI_INSTANCE_SCOPES,
  'receive task': RECEIVE_TASK,
  'user task': USER_TASKS,
  expression: EXPRESSIONS,
  'conditional flow': CONDITIONAL_FLOWS,
  move: PLAIN_MOVES,
  'move of sub-processes': MOVES_OF_SUB_PROCESSES,
  'move at gateways': MOVES_AT_GATEWAYS,
  'move of multi-instance': MOVES_OF_MULTI_INSTANCE,
  'move of calls': MOVES_OF_CALLS,
  'move of event sub-processes': MOVES_OF_EVENT_SUB_PROCESSES,
};
