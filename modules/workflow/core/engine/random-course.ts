/** Drives a random model with random commands to its end and checks on the way what holds always: tests and `npm run chaos` run it. */
import { earlierTasks } from '../approval/earlier.ts';
import type { Definitions } from '../model.ts';
import { faultsOf, type Entry, type Recorded, type Version } from '../replay.ts';
import { apply, type Command } from './apply.ts';
import { migrate, type NodeMapping } from './migrate.ts';
import { pick, randomModel, randomOf, type Random } from './random-models.ts';
import { unsound } from './sound.ts';
import { EngineError, type EngineEvent, type InstanceState } from './state.ts';
import { definitionsOf } from './test-models.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
/** Commands before a course tries to end, and where it must have ended. */
const STEPS = 40;
const LAST = 400;

/** A model in two versions: the second calls every task by another id. */
interface Models {
  readonly first: Definitions;
  readonly second: Definitions;
  readonly mapping: NodeMapping;
  readonly branches: ReadonlyMap<string, string>;
}

async function modelsOf(random: Random): Promise<Models> {
  const { documents, branches } = randomModel(random);
  const renamed = documents.map((text) => text.replace(/\b(task\d+)\b/g, '$1v'));
  const [first, second] = await Promise.all([definitionsOf(...documents), definitionsOf(...renamed)]);
  const mapping = Object.fromEntries([...branches.keys()].map((id) => [id, id.replace(/\b(task\d+)\b/g, '$1v')]));
  return { first, second, mapping, branches };
}

class Course {
  readonly #seed: number;
  readonly #models: Models;
  readonly #random: Random;
  /** moves may leave a join that nothing can satisfy any more */
  readonly #isWild: boolean;
  readonly #entries: Entry[] = [];
  #version: Version = { definitionId: '1', called: {} };
  #state!: InstanceState;
  #before: InstanceState | null = null;
  #now = NOW;

  constructor(seed: number, models: Models, random: Random) {
    this.#seed = seed;
    this.#models = models;
    this.#random = random;
    this.#isWild = seed % 2 === 1;
  }

  #definitionsOf = ({ definitionId }: Version): Definitions => (definitionId === '1' ? this.#models.first : this.#models.second);
  get #definitions(): Definitions {
    return this.#definitionsOf(this.#version);
  }
  #id(node: string): string {
    return this.#version.definitionId === '1' ? node : (this.#models.mapping[node] ?? node);
  }

  #done(command: Recorded, state: InstanceState, events: readonly EngineEvent[]): void {
    // what is stored goes through JSON
    const entry = { rev: this.#entries.length + 1, at: this.#now, command, answers: {}, events };
    this.#entries.push(JSON.parse(JSON.stringify(entry)) as Entry);
    this.#state = state;
    const wrong = unsound(this.#definitions, state);
    if (wrong.length > 0) throw new Error(`seed ${this.#seed}: ${wrong.join('; ')} after ${this.#course()}`);
  }

  #course(): string {
    return this.#entries.map((one) => JSON.stringify(one.command)).join(' ');
  }

  #apply(command: Command): void {
    const { state, events } = apply(this.#definitions, this.#before, this.#now, command);
    this.#done(command, state, events);
  }

  /** A command that a person or an event could give; null when nothing is awaited. */
  #next({ isEnding }: { readonly isEnding: boolean }): Recorded | null {
    const state = this.#state;
    const random = this.#random;
    const task = pick(random, Object.values(state.tasks));
    const timer = pick(random, Object.values(state.timers));
    // what runs beside a process could be called for ever
    const awaited = Object.values(state.subscriptions).filter(({ owner }) => !isEnding || owner.kind !== 'eventSubProcess');
    const subscription = pick(random, awaited);
    const variables = { flag: random() < 0.5, again: !isEnding && random() < 0.3 };
    const complete = (): Recorded | null => (task ? { type: 'complete', task: task.id, variables } : null);
    const fire = (): Recorded | null => (timer ? { type: 'fireTimer', timer: timer.id } : null);
    const tell = (): Recorded | null => (subscription ? { type: 'message', name: subscription.name, subscription: subscription.id } : null);
    if (isEnding) return complete() ?? fire() ?? tell();
    const made = pick(random, [
      complete,
      complete,
      complete,
      fire,
      tell,
      () => (timer && random() < 0.3 ? { type: 'dropTimer', timer: timer.id } : null),
      () => (task ? this.#move(task.node) : null),
      () => (task ? this.#return(task.id, task.node) : null),
      () => (task ? { type: 'assign', task: task.id, user: random() < 0.5 ? null : 'u' } : null),
      () => (task ? { type: 'addInstance', task: task.id, value: 'x' } : null),
      () => (task ? { type: 'removeInstance', task: task.id } : null),
      () => (task ? this.#sign(task.id) : null),
      () => (task ? { type: 'removeSigner', task: task.id, ...(random() < 0.3 && { user: 'x' }) } : null),
      () => (task ? { type: 'complete', task: task.id, variables, forAll: true } : null),
      () => (this.#before && this.#entries.at(-1)?.command.type === 'complete' ? { type: 'restore', state: this.#before } : null),
      () => (this.#version.definitionId === '1' && random() < 0.3 ? this.#migration() : null),
    ] satisfies (() => Recorded | null)[])?.();
    return made ?? complete() ?? fire() ?? tell();
  }

  #move(from: string): Recorded | null {
    const { branches } = this.#models;
    const here = [...branches].find(([id]) => this.#id(id) === from)?.[1];
    const targets = [...branches].flatMap(([id, branch]) => (this.#isWild || (here !== undefined && branch === here) ? id : []));
    const to = pick(this.#random, targets);
    return to === undefined ? null : { type: 'move', from: [from], to: [this.#id(to)] };
  }

  #return(task: string, node: string): Recorded {
    const isDirect = this.#random() < 0.5;
    const earlier = pick(this.#random, earlierTasks(this.#definitions, node));
    return { type: 'return', task, to: this.#random() < 0.5 ? null : (earlier?.id ?? null), isDirect };
  }

  #sign(task: string): Recorded {
    const order = pick(this.#random, ['before', 'after', 'beside'] as const) ?? 'before';
    return { type: 'addSigners', task, users: this.#random() < 0.5 ? ['x'] : ['x', 'y'], order, by: 'z' };
  }

  #migration(): Recorded {
    const to = { definitionId: '2', called: {} };
    return { type: 'migrate', from: this.#version, to, process: 'p', mapping: this.#models.mapping };
  }

  #do(command: Recorded): void {
    const before = this.#before;
    this.#before = this.#state;
    try {
      if (command.type === 'restore') this.#done(command, { ...command.state, sequence: this.#state.sequence }, []);
      else if (command.type === 'migrate') {
        const versions = { from: this.#models.first, to: this.#models.second, now: this.#now, mapping: command.mapping, process: 'p' };
        const { state, problems } = migrate(versions, this.#state);
        if (problems.length > 0)
          throw new Error(`seed ${this.#seed} cannot be migrated: ${problems.map(({ node, message }) => `${node} ${message}`).join('; ')}`);
        this.#version = command.to;
        this.#done(command, state, []);
        this.#before = null;
      } else this.#apply(command);
    } catch (error) {
      this.#before = before;
      throw error;
    }
  }

  /** Answers the commands by kind. */
  run(): Record<string, number> {
    this.#apply({ type: 'start', process: 'p', variables: {}, user: 'starter' });
    for (let n = 1; this.#state.status === 'running'; n += 1) {
      if (n > LAST) throw new Error(`seed ${this.#seed} does not end`);
      this.#now = NOW + n * 60_000;
      const command = this.#next({ isEnding: n > STEPS }) ?? (this.#isWild ? ({ type: 'terminate' } as const) : null);
      if (!command) throw new Error(`seed ${this.#seed} is stuck after ${this.#course()}`);
      const before = JSON.stringify(this.#state);
      try {
        this.#do(command);
      } catch (error) {
        if (!(error instanceof EngineError)) throw error;
        if (JSON.stringify(this.#state) !== before)
          throw new Error(`seed ${this.#seed}: a refused command changed the state`, { cause: error });
      }
    }
    const faults = faultsOf(
      {
        version: this.#version,
        state: this.#state,
        rev: this.#entries.length,
        flowStatus: '4',
        isEnded: true,
        recordStatus: null,
        openTasks: [],
        timers: [],
        history: this.#entries,
      },
      this.#definitionsOf,
    );
    if (faults.length > 0) throw new Error(`seed ${this.#seed}: ${faults.join('; ')}`);
    const kinds: Record<string, number> = {};
    for (const { command } of this.#entries) kinds[command.type] = (kinds[command.type] ?? 0) + 1;
    return kinds;
  }
}

/** Runs one model to its end; answers its commands by kind. Throws what does not hold, with the seed. */
export async function randomCourse(seed: number): Promise<Record<string, number>> {
  const random = randomOf(seed);
  return new Course(seed, await modelsOf(random), random).run();
}
