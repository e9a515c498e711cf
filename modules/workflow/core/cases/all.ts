import { BOUNDARY_MESSAGE, EVENT_GATEWAY } from './boundary-message.ts';
import { BOUNDARY_TIMER } from './boundary-timer.ts';
import { CALL_ACTIVITY } from './call-activity.ts';
import { CALL_EVENTS } from './calls-events.ts';
import { CALL_VARIABLES } from './calls-mixed.ts';
import type { ExecutionCase } from './case.ts';
import { COMPENSATIONS } from './compensations.ts';
import { DATA_OBJECTS, OTHER_DIALECT, SKIPPED, SKIPPED_FLOWS } from './dialect.ts';
import { CONDITIONAL_EVENTS, TRANSACTIONS } from './events-of-conditions.ts';
import { ERRORS_IN_EVENT_SUB_PROCESSES } from './error-handlers.ts';
import { ERRORS_AT_BOUNDARIES } from './errors.ts';
import { ERROR_CODES } from './error-codes.ts';
import { ESCALATIONS } from './escalations.ts';
import { EVENT_SUB_PROCESS } from './event-sub-process.ts';
import { EVENT_GATEWAYS, MORE_SIGNALS } from './events-mixed.ts';
import { MORE_TIMERS } from './timers-mixed.ts';
import { EXCLUSIVE } from './exclusive.ts';
import { MORE_ENDS, MORE_PARALLEL } from './gateways-mixed.ts';
import { MORE_INCLUSIVE } from './inclusive-mixed.ts';
import { INCLUSIVE_JOINS } from './inclusive-joins.ts';
import { INCLUSIVE_INSIDE, INCLUSIVE_SPLITS } from './inclusive.ts';
import { INTERMEDIATE } from './intermediate.ts';
import { MOVES_OF_CALLS, MOVES_OF_EVENT_SUB_PROCESSES } from './moves-calls.ts';
import { MOVES_OF_CATCH_EVENTS, MOVES_OF_OTHER_NODES } from './moves-events.ts';
import { MOVES_INTO_HANDLERS, MOVES_THAT_LEAVE_OTHERS } from './moves-handlers.ts';
import { MOVES_OF_NESTED_MULTI_INSTANCE, MOVES_OF_PARALLEL_SUB_PROCESSES } from './moves-nested.ts';
import { MOVES_AT_GATEWAYS, MOVES_OF_MULTI_INSTANCE } from './moves-gateways.ts';
import { MOVES_OF_SUB_PROCESSES, PLAIN_MOVES } from './moves.ts';
import { INSTANCES_AND_EVENTS } from './multi-instance-events.ts';
import { NESTED_INSTANCES } from './multi-instance-nested.ts';
import { COLLECTIONS, LOOP_VARIABLES } from './multi-instance-variables.ts';
import { MULTI_INSTANCE_SCOPES } from './multi-instance-scopes.ts';
import { MULTI_INSTANCE_TASKS } from './multi-instance.ts';
import { PARALLEL } from './parallel.ts';
import { CONDITIONAL_FLOWS, EXPRESSIONS, USER_TASKS } from './people.ts';
import { RELATIVES } from './relatives.ts';
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
  'more parallel gateways': MORE_PARALLEL,
  'more inclusive gateways': MORE_INCLUSIVE,
  'more ends': MORE_ENDS,
  'event gateway': EVENT_GATEWAY,
  'event gateways': EVENT_GATEWAYS,
  'more signals': MORE_SIGNALS,
  'more timers': MORE_TIMERS,
  'sub-process': SUB_PROCESS,
  'event sub-process': EVENT_SUB_PROCESS,
  'call activity': CALL_ACTIVITY,
  'variables of calls': CALL_VARIABLES,
  'events of calls': CALL_EVENTS,
  'boundary timer': BOUNDARY_TIMER,
  'boundary message': BOUNDARY_MESSAGE,
  signal: SIGNAL,
  'intermediate event': INTERMEDIATE,
  error: ERRORS_AT_BOUNDARIES,
  'error in an event sub-process': ERRORS_IN_EVENT_SUB_PROCESSES,
  'codes of errors': ERROR_CODES,
  escalation: ESCALATIONS,
  'terminating end': TERMINATE,
  'terminating end of instances': TERMINATE_MULTI_INSTANCE,
  'multi-instance task': MULTI_INSTANCE_TASKS,
  'multi-instance scope': MULTI_INSTANCE_SCOPES,
  'nested instances': NESTED_INSTANCES,
  'instances and events': INSTANCES_AND_EVENTS,
  'collection of instances': COLLECTIONS,
  'variables of instances': LOOP_VARIABLES,
  'receive task': RECEIVE_TASK,
  'user task': USER_TASKS,
  expression: EXPRESSIONS,
  'skip expression': [...SKIPPED, ...SKIPPED_FLOWS],
  'data object': DATA_OBJECTS,
  'conditional event': CONDITIONAL_EVENTS,
  transaction: TRANSACTIONS,
  compensation: COMPENSATIONS,
  dialect: OTHER_DIALECT,
  'models of other engines': RELATIVES,
  'conditional flow': CONDITIONAL_FLOWS,
  move: PLAIN_MOVES,
  'move of sub-processes': MOVES_OF_SUB_PROCESSES,
  'move at gateways': MOVES_AT_GATEWAYS,
  'move of multi-instance': MOVES_OF_MULTI_INSTANCE,
  'move of calls': MOVES_OF_CALLS,
  'move of event sub-processes': MOVES_OF_EVENT_SUB_PROCESSES,
  'move of catch events': MOVES_OF_CATCH_EVENTS,
  'move of other nodes': MOVES_OF_OTHER_NODES,
  'move into event sub-processes': MOVES_INTO_HANDLERS,
  'move that leaves others': MOVES_THAT_LEAVE_OTHERS,
  'move of nested multi-instance': MOVES_OF_NESTED_MULTI_INSTANCE,
  'move of parallel sub-processes': MOVES_OF_PARALLEL_SUB_PROCESSES,
};
