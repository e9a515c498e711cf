/** 模拟运行 as the page keeps it: what was played, and what the votes of people mean. The server only runs the process. */
import type * as z from 'zod';
import type { SimulationInput, StepPeople } from '../../../../contract/simulation.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { passedOf } from '../../../../contract/approval.ts';
import { outcomeOf } from '../../../../core/approval/outcome.ts';
import type { simulationApi } from './api.ts';

type Reply = CallReply<typeof simulationApi.run>;
export type State = Reply['states'][number];
export type Task = State['tasks'][number];
export type Step = z.input<typeof SimulationInput>['steps'] extends (infer One)[] | undefined ? One : never;
export type Variables = Readonly<Record<string, unknown>>;

/** One thing that was done. */
export interface Played {
  /** null: 不同意 has ended the process, the engine is not asked */
  readonly step: Step | null;
  /** 同意, 退回 … */
  readonly action: string;
  readonly node: string | null;
  readonly by: string | null;
  readonly note: string | null;
  readonly vote: 'approved' | 'rejected' | null;
  /** nobody clicked it: it goes back together with the step before */
  readonly isAuto: boolean;
}

export const byNode = (steps: readonly StepPeople[]): ReadonlyMap<string, StepPeople> => new Map(steps.map((one) => [one.node, one]));

/** Who answers a task unless another candidate is chosen. */
export const actorOf = ({ assignee, candidateUsers }: Task): string | null => assignee ?? candidateUsers[0] ?? null;

/** Votes at a node since its tasks were made: the trail backwards to the state that had none of them. */
function votesAt(node: string, played: readonly Played[], states: readonly State[]): { approved: number; rejected: number } {
  let [approved, rejected] = [0, 0];
  for (let at = played.length - 1; at >= 0; at -= 1) {
    const one = played[at];
    const before = states[at];
    if (!one || !before?.tasks.some(({ key }) => key === node) || one.step?.op === 'return') break;
    if (one.node !== node) continue;
    if (one.vote === 'approved') approved += 1;
    if (one.vote === 'rejected') rejected += 1;
  }
  return { approved, rejected };
}

export interface Answer {
  readonly task: Task;
  readonly by: string | null;
  readonly vote: 'approved' | 'rejected';
  readonly variables: Variables;
  readonly auto?: string;
}

const wordOf = (vote: Answer['vote'], people: StepPeople | undefined): string => {
  if (vote === 'rejected') return '不同意';
  return people?.isHandling ? '办理' : '同意';
};

/** What an answer makes of the process, as it would when it runs: it goes on, or 不同意 ends it. */
export function answered(answer: Answer, people: StepPeople | undefined, played: readonly Played[], states: readonly State[]): Played {
  const { task, by, vote, variables, auto } = answer;
  const base = { node: task.key, by, vote, note: auto ?? null, isAuto: auto !== undefined };
  const isApproved = vote === 'approved';
  const action = auto === undefined ? wordOf(vote, people) : '自动通过';
  const before = votesAt(task.key, played, states);
  const votes = { approved: before.approved + Number(isApproved), rejected: before.rejected + Number(!isApproved) };
  const mode = people?.mode ?? null;
  const total = mode === null || mode === 'any' ? 1 : (people?.people.length ?? 1);
  const outcome =
    mode === null ? (isApproved ? 'passed' : 'rejected') : outcomeOf({ mode, percent: people?.percent ?? undefined }, { ...votes, total });
  if (outcome === 'rejected' && !people?.decides) return { ...base, action, step: null };
  const passed = mode === 'ratio' ? { [passedOf(task.key)]: outcome === 'passed' } : {};
  return {
    ...base,
    action,
    step: {
      op: 'complete',
      task: task.id,
      variables: { ...variables, approved: isApproved, ...passed },
      ...(by === null ? {} : { user: by }),
    },
  };
}

/** The first open task that passes by itself, with the reason. */
export function passing(state: State, steps: ReadonlyMap<string, StepPeople>, played: readonly Played[]): Answer | null {
  for (const task of state.tasks) {
    const people = steps.get(task.key);
    if (!people || people.mode === null) continue;
    const users = task.assignee === null ? task.candidateUsers : [task.assignee];
    const pass = (by: string | null, auto: string): Answer => ({ task, by, vote: 'approved', variables: {}, auto });
    if (users.length === 0 && task.candidateGroups.length === 0) return pass(null, people.note ?? '没有审批人，按节点设置自动通过');
    const approvals = played.filter(({ vote, node }) => vote === 'approved' && node !== task.key);
    const last = approvals.at(-1)?.node;
    const counted = people.repeated === 'any' ? approvals : approvals.filter(({ node }) => node === last);
    const [only] = users.length === 1 ? users : [];
    if (people.repeated !== 'ask' && only !== undefined && counted.some(({ by }) => by === only))
      return pass(only, '审批人已在之前的节点同意，自动通过');
  }
  return null;
}

export type Mark = 'done' | 'now' | 'bad';

/** How nodes and flows stand after some states. */
export function marksOf(
  states: readonly State[],
  { isRejected }: { readonly isRejected: boolean },
): { nodes: Map<string, Mark>; flows: Set<string> } {
  const last = states.at(-1);
  const nodes = new Map<string, Mark>(states.flatMap(({ trace }) => (trace?.nodes ?? []).map((id) => [id, 'done'] as const)));
  if (!isRejected && last && !last.ended)
    for (const id of [...last.tasks.map(({ key }) => key), ...last.waiting.map(({ node }) => node)]) nodes.set(id, 'now');
  const failed = last?.error?.node;
  if (failed) nodes.set(failed, 'bad');
  return { nodes, flows: new Set(states.flatMap(({ trace }) => trace?.flows ?? [])) };
}

/** What a person typed for a variable: numbers, yes and no, JSON; anything else is a text. */
export function valueOf(text: string): unknown {
  const typed = text.trim();
  if (typed === '') return '';
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed;
  }
}

/** Names of the last step's variables that are new or have another value. */
export function changedNames(states: readonly State[]): ReadonlySet<string> {
  const [before, now] = [states.at(-2)?.variables ?? {}, states.at(-1)?.variables ?? {}];
  return new Set(Object.keys(now).filter((name) => JSON.stringify(now[name]) !== JSON.stringify(before[name])));
}

/** Variables for people: without those that only carry approvers and votes. */
export const shownVariables = (variables: Variables): [string, string][] =>
  Object.entries(variables)
    .filter(([name]) => !/^(?:approvers|passed)_/.test(name))
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]);
