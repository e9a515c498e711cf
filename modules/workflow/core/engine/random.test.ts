import { describe, expect, it } from 'vitest';
import type { Definitions, NodeModel, ScopeModel } from '../model.ts';
import { apply, type Command } from './apply.ts';
import { pick, randomModel, randomOf, type Random } from './random-models.ts';
import { EngineError, type InstanceState, type Token } from './state.ts';
import { definitionsOf } from './test-models.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

function modelOf(definitions: Definitions, state: InstanceState, scope: string): ScopeModel {
  const { process, path } = state.scopes[scope]!;
  let model: ScopeModel = definitions[process]!;
  for (const id of path) {
    const node = model.nodes[id];
    if (node?.kind !== 'subProcess') throw new Error(`no sub-process ${id}`);
    model = node.body;
  }
  return model;
}
const nodeOf = (definitions: Definitions, state: InstanceState, token: Token): NodeModel =>
  modelOf(definitions, state, token.scope).nodes[token.node]!;

/** What is wrong with a state, as sentences; empty when it is sound. */
function faults(definitions: Definitions, state: InstanceState): string[] {
  const { scopes, tokens, tasks, timers, subscriptions } = state;
  const found: string[] = [];
  const check = (isSound: boolean, sentence: string) => void (isSound || found.push(sentence));
  const all = Object.values(tokens);
  for (const token of all) {
    check(scopes[token.scope] !== undefined, `token ${token.id} without scope`);
    if (!scopes[token.scope]) continue;
    const node = nodeOf(definitions, state, token);
    check(node !== undefined, `token ${token.id} at no node`);
    check(token.state !== 'moving', `token ${token.id} stands at ${token.node} and moves`);
    const open = Object.values(tasks).filter((task) => task.token === token.id).length;
    check(open === (node?.kind === 'userTask' && token.state === 'waiting' ? 1 : 0), `${open} tasks of token at ${token.node}`);
    const inner = Object.values(scopes).filter(({ parent }) => parent === token.id).length;
    check(inner === (token.state === 'inside' ? 1 : 0), `${inner} scopes of token at ${token.node}`);
    const instances = all.filter(({ instanceOf }) => instanceOf === token.id);
    check(token.state !== 'multi' || instances.length === token.variables['nrOfActiveInstances'], `count of instances at ${token.node}`);
    check(token.instanceOf === null || tokens[token.instanceOf]?.state === 'multi', `instance of nothing at ${token.node}`);
    const added = all.filter((one) => one.added?.to === token.id);
    check(token.state !== 'held' || added.length > 0, `nobody was added to the one that waits at ${token.node}`);
    check(token.added?.to == null || tokens[token.added.to]?.signing !== undefined, `added to nothing at ${token.node}`);
    check(
      added.every(({ node: where, scope }) => where === token.node && scope === token.scope),
      `added elsewhere than ${token.node}`,
    );
  }
  for (const task of Object.values(tasks)) check(tokens[task.token]?.node === task.node, `task ${task.node} without token`);
  for (const scope of Object.values(scopes)) {
    check(
      all.some((token) => token.scope === scope.id),
      `scope ${scope.id} of ${scope.path.join('/')} without token`,
    );
    check(scope.parent === null ? scope.id === state.root : tokens[scope.parent] !== undefined, `scope ${scope.id} without host`);
  }
  for (const { owner, node } of [...Object.values(timers), ...Object.values(subscriptions)])
    check(
      owner.kind === 'eventSubProcess' ? scopes[owner.scope] !== undefined : tokens[owner.token] !== undefined,
      `${node} without owner`,
    );
  if (state.status === 'running') check(all.length > 0, 'runs without token');
  else check(all.length + Object.keys(scopes).length + Object.keys(tasks).length + Object.keys(timers).length === 0, 'ended with remains');
  return found;
}

interface Course {
  readonly definitions: Definitions;
  readonly random: Random;
  readonly branches: ReadonlyMap<string, string>;
  /** moves may leave a join that nothing can satisfy any more */
  readonly isWild: boolean;
  readonly isEnding: boolean;
}

/** A command that a person or an event could give; null when nothing is awaited. */
function commandFor({ random, branches, isWild, isEnding }: Course, state: InstanceState): Command | null {
  const task = pick(random, Object.values(state.tasks));
  const timer = pick(random, Object.values(state.timers));
  // what runs beside a process could be called for ever
  const awaited = Object.values(state.subscriptions).filter(({ owner }) => !isEnding || owner.kind !== 'eventSubProcess');
  const subscription = pick(random, awaited);
  const variables = { flag: random() < 0.5, again: !isEnding && random() < 0.3 };
  const complete = (): Command | null => (task ? { type: 'complete', task: task.id, variables } : null);
  const fire = (): Command | null => (timer ? { type: 'fireTimer', timer: timer.id } : null);
  const tell = (): Command | null => (subscription ? { type: 'message', name: subscription.name, subscription: subscription.id } : null);
  if (isEnding) return complete() ?? fire() ?? tell();
  const targets = [...branches.keys()].filter((id) => isWild || (task && branches.get(id) === branches.get(task.node)));
  const move = (): Command | null => {
    const to = pick(random, targets);
    return task && to !== undefined ? { type: 'move', from: [task.node], to: [to] } : null;
  };
  const made = pick<() => Command | null>(random, [
    complete,
    complete,
    complete,
    fire,
    tell,
    move,
    () => (task ? ({ type: 'addInstance', task: task.id, value: 'x' } as const) : null),
    () => (task ? ({ type: 'removeInstance', task: task.id } as const) : null),
    () => {
      const order = pick(random, ['before', 'after', 'beside'] as const) ?? 'before';
      return task ? { type: 'addSigners', task: task.id, users: random() < 0.5 ? ['x'] : ['x', 'y'], order, by: 'z' } : null;
    },
    () => (task ? { type: 'removeSigner', task: task.id, ...(random() < 0.3 && { user: 'x' }) } : null),
    () => {
      const to = pick(random, targets);
      return task && to !== undefined ? { type: 'return', task: task.id, to, isDirect: random() < 0.5 } : null;
    },
    () => (task ? { type: 'complete', task: task.id, variables, forAll: true } : null),
  ])?.();
  return made ?? complete() ?? fire() ?? tell();
}

const STEPS = 40;
const LAST = 400;

/** Runs one model to its end and checks every state on the way; answers the number of commands. */
async function run(seed: number): Promise<number> {
  const random = randomOf(seed);
  const { documents, branches } = randomModel(random);
  const definitions = await definitionsOf(...documents);
  const isWild = seed % 2 === 1;
  let ends = 0;
  const commands: [Command, number][] = [];
  const step = (before: InstanceState | null, command: Command, now: number): InstanceState => {
    const { state, events } = apply(definitions, before, now, command);
    commands.push([command, now]);
    ends += events.filter(({ type }) => type === 'instanceEnded').length;
    const wrong = faults(definitions, state);
    if (wrong.length > 0) throw new Error(`seed ${seed}, ${JSON.stringify(command)}: ${wrong.join('; ')}`);
    return state;
  };
  let state = step(null, { type: 'start', process: 'p', variables: {}, user: 'starter' }, NOW);
  for (let n = 1; state.status === 'running'; n += 1) {
    if (n > LAST) throw new Error(`seed ${seed} does not end`);
    const course: Course = { definitions, random, branches, isWild, isEnding: n > STEPS };
    const command = commandFor(course, state) ?? (isWild ? ({ type: 'terminate' } as const) : null);
    if (!command) throw new Error(`seed ${seed} is stuck after ${commands.map(([one]) => JSON.stringify(one)).join(' ')}`);
    const before = JSON.stringify(state);
    try {
      state = step(state, command, NOW + n * 60_000);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      expect(JSON.stringify(state)).toBe(before);
    }
  }
  expect(ends).toBe(1);
  let replayed: InstanceState | null = null;
  for (const [command, now] of commands) replayed = apply(definitions, replayed, now, command).state;
  expect(replayed).toEqual(state);
  return commands.length;
}

describe('random block-structured models with random commands', () => {
  it.each([1, 101, 201, 301, 401])('keep what holds always, end, and come to the same state when replayed: 100 from %i', async (first) => {
    let commands = 0;
    for (let seed = first; seed < first + 100; seed += 1) commands += await run(seed);
    expect(commands).toBeGreaterThan(500);
  });
});
