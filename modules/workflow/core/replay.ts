/** Rebuilds the state of an instance from its history, and says where what is stored differs from what it must be. */
import { apply, type Command } from './engine/apply.ts';
import type { Asker } from './engine/run.ts';
import { migrate, type NodeMapping } from './engine/migrate.ts';
import { checkInto, modelAt, unsound } from './engine/sound.ts';
import type { EngineEvent, InstanceState } from './engine/state.ts';
import type { Definitions } from './model.ts';

/** The published version that an instance runs, with those of the processes that it calls. */
export interface Version {
  readonly definitionId: string;
  readonly called: Readonly<Record<string, string>>;
}
/** A command as the history keeps it: of the engine, 撤回 (the state that was put back), or 版本迁移. */
export type Recorded =
  | Command
  | { readonly type: 'restore'; readonly state: InstanceState }
  | { readonly type: 'migrate'; readonly from: Version; readonly to: Version; readonly process: string; readonly mapping: NodeMapping };

export interface Entry {
  readonly rev: number;
  /** ms since 1970 */
  readonly at: number;
  readonly command: Recorded;
  /** variables that the surroundings answered in this step */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly events: readonly EngineEvent[];
}

/**
 * Under which name a history keeps what a process was answered: a process and the one that it calls may name their nodes alike, and several
 * instances of a called process may run.
 */
export const answerKey = ({ process, instance }: Pick<Asker, 'process' | 'instance'>, name: string): string =>
  instance === null ? `${process} ${name}` : `${instance} ${process} ${name}`;

/** The state that a history leads to; `version` is what the instance runs now. Throws EngineError when a step cannot be done again. */
export function replay(
  entries: readonly Entry[],
  version: Version,
  definitionsOf: (version: Version) => Definitions,
): InstanceState | null {
  const first = entries.find(({ command }) => command.type === 'migrate')?.command;
  let definitions = definitionsOf(first?.type === 'migrate' ? first.from : version);
  let state = null as InstanceState | null;
  for (const { at, command, answers } of entries) {
    const before: InstanceState | null = state;
    if (command.type === 'restore') state = { ...command.state, sequence: before?.sequence ?? command.state.sequence };
    else if (command.type === 'migrate') {
      const to = definitionsOf(command.to);
      if (state) state = migrate({ from: definitions, to, now: at, mapping: command.mapping, process: command.process }, state).state;
      definitions = to;
    } else {
      const outside = (name: string, { process, instance }: Asker): unknown => {
        // older steps were answered by the process and the name, or by the name alone
        const keys = [answerKey({ process, instance }, name), answerKey({ process, instance: null }, name), name];
        const key = keys.find((each) => Object.hasOwn(answers, each));
        return key === undefined ? undefined : answers[key];
      };
      state = apply(definitions, state, at, command, outside).state;
    }
  }
  return state;
}

/** Plain JSON in one order of keys: jsonb keeps none. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, each]) => [key, ordered(each)]));
}
export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b));

/** Everything that is stored of an instance. */
export interface Stored {
  readonly version: Version;
  readonly state: InstanceState;
  readonly rev: number;
  readonly flowStatus: string;
  readonly isEnded: boolean;
  /** flow status of the record, null when the record is not there any more or belongs to a newer instance */
  readonly recordStatus: string | null;
  /** tasks of the engine that have an open row */
  readonly openTasks: readonly string[];
  /** timers that have a row */
  readonly timers: readonly string[];
  readonly history: readonly Entry[];
}

const listed = (ids: readonly string[]): string => ids.toSorted((a, b) => Number(a) - Number(b)).join();

/** True when the task of the starter is open: he was sent it back. */
const isReturned = (definitions: Definitions, state: InstanceState): boolean =>
  Object.values(state.tasks).some(({ token, node }) => {
    const scope = state.scopes[state.tokens[token]?.scope ?? ''];
    return scope !== undefined && modelAt(definitions, scope)?.nodes[node]?.kind === 'startEvent';
  });

/** Flow statuses that an instance may have in its state. */
function statusesOf({ isEnded, state }: Stored, definitions: Definitions): readonly string[] {
  if (isEnded) return ['4', '5', '6'];
  return [isReturned(definitions, state) ? '2' : '3'];
}

function faultsOfRows(stored: Stored, definitions: Definitions): string[] {
  const { state, isEnded, history } = stored;
  const found = unsound(definitions, state);
  const check = checkInto(found);
  const open = state.status === 'running' ? Object.keys(state.tasks) : [];
  const timers = state.status === 'running' ? Object.keys(state.timers) : [];
  check(
    listed(open) === listed(stored.openTasks),
    `I1 open tasks ${listed(stored.openTasks)} are stored, ${listed(open)} wait in the state`,
  );
  check(listed(timers) === listed(stored.timers), `I3 timers ${listed(stored.timers)} are stored, ${listed(timers)} wait in the state`);
  check((state.status !== 'running') === isEnded, `I2 state is ${state.status}, the instance has ${isEnded ? 'ended' : 'not ended'}`);
  check(statusesOf(stored, definitions).includes(stored.flowStatus), `I4 flow status ${stored.flowStatus} does not follow from the state`);
  const { recordStatus } = stored;
  check(
    recordStatus === null || recordStatus === stored.flowStatus,
    `I4 the record has flow status ${recordStatus ?? ''}, not ${stored.flowStatus}`,
  );
  const ends = history.flatMap(({ events }) => events.filter(({ type }) => type === 'instanceEnded')).length;
  check(ends === (isEnded ? 1 : 0), `I5 ${ends} ends in the history`);
  check(
    history.every(({ rev }, n) => rev === n + 1) && history.length === stored.rev,
    `I6 history has ${history.length} steps, not ${stored.rev}`,
  );
  return found;
}

/** What is wrong with an instance, each sentence with its invariant I1 to I6; empty when everything fits. */
export function faultsOf(stored: Stored, definitionsOf: (version: Version) => Definitions): string[] {
  const found = faultsOfRows(stored, definitionsOf(stored.version));
  try {
    const replayed = replay(stored.history, stored.version, definitionsOf);
    if (!isSame(replayed, stored.state)) found.push('I6 the history leads to another state');
  } catch (error) {
    found.push(`I6 the history cannot be repeated: ${error instanceof Error ? error.message : String(error)}`);
  }
  return found;
}
