/** Block-structured models of a seed: every kind of node inside every other, for tests of what holds always. */
import {
  after,
  boundary,
  call,
  catching,
  each,
  end,
  eventSub,
  exclusive,
  gateway,
  inclusive,
  message,
  named,
  oneByOne,
  parallel,
  path,
  service,
  start,
  startBeside,
  sub,
  task,
  tasks,
  watching,
  when,
} from '../cases/notation.ts';

export type Random = () => number;

/** Numbers in [0, 1) that a seed determines. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
export const pick = <T>(random: Random, list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];

/** A part of a model with one way in and one way out. */
interface Block {
  readonly xml: string;
  readonly first: string;
  readonly last: string;
}

export interface RandomModel {
  readonly documents: readonly string[];
  /** the branch of each user task: between tasks of one branch a move leaves all joins satisfiable */
  readonly branches: ReadonlyMap<string, string>;
}

class Generator {
  readonly #random: Random;
  readonly branches = new Map<string, string>();
  #count = 0;
  #prefix: string;

  constructor(random: Random, prefix: string) {
    this.#random = random;
    this.#prefix = prefix;
  }

  #id(kind: string): string {
    this.#count += 1;
    return `${this.#prefix}${kind}${this.#count}`;
  }

  block(depth: number, branch: string): Block {
    const simple = [() => this.#task(branch), () => this.#task(branch), () => this.#many(branch), () => this.#service()];
    const nested = [
      () => this.#sequence(depth, branch),
      () => this.#choice(depth, branch),
      () => this.#fork(depth, 'parallel'),
      () => this.#fork(depth, 'inclusive'),
      () => this.#loop(depth, branch),
      () => this.#sub(depth, branch),
      () => this.#watchedSub(depth, branch),
      () => this.#manySub(depth),
      () => this.#race(depth, branch),
    ];
    const call = this.#prefix === '' ? [() => this.#call()] : [];
    const made = pick(this.#random, depth <= 0 ? simple : [...simple, ...nested, ...nested, ...call]);
    return made ? made() : this.#task(branch);
  }

  #userTask(branch: string): string {
    const id = this.#id('task');
    this.branches.set(id, branch);
    return id;
  }

  #task(branch: string): Block {
    const id = this.#userTask(branch);
    const told = this.#id('told');
    const watch = this.#random() < 0.15 ? watching(told, id, after('PT1H')) + this.#aside(told) : '';
    return { xml: tasks(id) + watch, first: id, last: id };
  }

  /** A task and an end of its own behind an event that interrupts nothing. */
  #aside(from: string): string {
    const id = this.#userTask(`aside ${from}`);
    return tasks(id) + end(`${id}end`) + path(`${from} > ${id} > ${id}end`);
  }

  #many(branch: string): Block {
    const id = this.#userTask(branch);
    const loop = this.#random() < 0.5 ? each : oneByOne;
    const until = this.#random() < 0.3 ? { until: '${nrOfCompletedInstances >= 2}' } : {};
    return { xml: task(id, '', loop({ times: String(1 + Math.floor(this.#random() * 3)), ...until })), first: id, last: id };
  }

  #service(): Block {
    const id = this.#id('service');
    return { xml: service(id), first: id, last: id };
  }

  #sequence(depth: number, branch: string): Block {
    const [a, b] = [this.block(depth - 1, branch), this.block(depth - 1, branch)];
    return { xml: a.xml + b.xml + path(`${a.last} > ${b.first}`), first: a.first, last: b.last };
  }

  #choice(depth: number, branch: string): Block {
    const [split, merge] = [this.#id('choice'), this.#id('merge')];
    const [a, b] = [this.block(depth - 1, branch), this.block(depth - 1, branch)];
    const xml =
      exclusive(split, `${split}-${b.first}`) +
      exclusive(merge) +
      a.xml +
      b.xml +
      when('${vars:getOrDefault(flag, false)}', split, a.first) +
      path(`${split} > ${b.first}`) +
      path(`${a.last} > ${merge}`) +
      path(`${b.last} > ${merge}`);
    return { xml, first: split, last: merge };
  }

  #fork(depth: number, kind: 'parallel' | 'inclusive'): Block {
    const [split, join] = [this.#id('split'), this.#id('join')];
    const blocks = Array.from({ length: 2 + Math.floor(this.#random() * 2) }, (_, n) => this.block(depth - 1, `${split} ${n}`));
    const gateways = kind === 'parallel' ? parallel(split, join) : inclusive(split) + inclusive(join);
    const flows = blocks.map(({ first, last }, n) => {
      const into = kind === 'inclusive' && n > 0 ? when('${vars:getOrDefault(flag, false)}', split, first) : path(`${split} > ${first}`);
      return into + path(`${last} > ${join}`);
    });
    return { xml: gateways + blocks.map(({ xml }) => xml).join('') + flows.join(''), first: split, last: join };
  }

  #loop(depth: number, branch: string): Block {
    const [merge, again, out] = [this.#id('merge'), this.#id('again'), this.#id('out')];
    const body = this.block(depth - 1, branch);
    // a loop without a person would never stop
    const person = this.#userTask(branch);
    const xml =
      exclusive(merge) +
      body.xml +
      tasks(person) +
      exclusive(again, `${again}-${out}`) +
      service(out) +
      path(`${merge} > ${body.first}`) +
      path(`${body.last} > ${person} > ${again} > ${out}`) +
      when('${vars:getOrDefault(again, false)}', again, merge);
    return { xml, first: merge, last: out };
  }

  /** What a sub-process holds. */
  #body(depth: number, branch: string): string {
    const [first, last] = [this.#id('start'), this.#id('end')];
    const body = this.block(depth - 1, branch);
    return start(first) + body.xml + end(last) + path(`${first} > ${body.first}`) + path(`${body.last} > ${last}`);
  }

  #sub(depth: number, branch: string): Block {
    const id = this.#id('sub');
    return { xml: sub(id, this.#body(depth, branch), this.#random() < 0.3 ? this.handler() : ''), first: id, last: id };
  }

  /** A sub-process with a timer that leads to a task, both ways meeting again. */
  #watchedSub(depth: number, branch: string): Block {
    const [id, late, merge] = [this.#id('sub'), this.#id('late'), this.#id('merge')];
    const escalated = this.#userTask(branch);
    const xml =
      sub(id, this.#body(depth, branch)) +
      boundary(late, id, after('PT2H')) +
      tasks(escalated) +
      exclusive(merge) +
      path(`${id} > ${merge}`) +
      path(`${late} > ${escalated} > ${merge}`);
    return { xml, first: id, last: merge };
  }

  #manySub(depth: number): Block {
    const id = this.#id('many');
    const loop = this.#random() < 0.5 ? each : oneByOne;
    return { xml: sub(id, loop({ times: '2' }), this.#body(depth - 1, `inside ${id}`)), first: id, last: id };
  }

  #race(depth: number, branch: string): Block {
    const [first, timer, news, merge] = [this.#id('first'), this.#id('timer'), this.#id('news'), this.#id('merge')];
    const after1 = this.block(depth - 1, branch);
    const xml =
      gateway('eventBased', first) +
      catching(timer, after('PT3H')) +
      catching(news, message('news')) +
      exclusive(merge) +
      after1.xml +
      path(`${first} > ${timer} > ${after1.first}`) +
      path(`${after1.last} > ${merge}`) +
      path(`${first} > ${news} > ${merge}`);
    return { xml, first, last: merge };
  }

  #call(): Block {
    const id = this.#id('call');
    return { xml: call(id, 'child'), first: id, last: id };
  }

  /** A sub-process that an event starts. */
  handler(): string {
    const [id, first, last] = [this.#id('handler'), this.#id('told'), this.#id('end')];
    const person = this.#userTask(`handler ${id}`);
    const begin = this.#random() < 0.5 ? startBeside(first, message('told')) : start(first, message('told'));
    return eventSub(id, begin, tasks(person), end(last), path(`${first} > ${person} > ${last}`));
  }

  process(id: string, depth: number): string {
    const handler = this.#random() < 0.3 ? this.handler() : '';
    const [first, last] = [this.#id('start'), this.#id('end')];
    const body = this.#sequence(depth, `root ${id}`);
    return named(id, start(first), body.xml, end(last), path(`${first} > ${body.first}`), path(`${body.last} > ${last}`), handler);
  }
}

/** The model of a seed: process `p`, and process `child` that it may call. */
export function randomModel(random: Random): RandomModel {
  const child = new Generator(random, 'c');
  const main = new Generator(random, '');
  const documents = [main.process('p', 4), child.process('child', 2)];
  return { documents, branches: new Map([...main.branches, ...child.branches]) };
}
