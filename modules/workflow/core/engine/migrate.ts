/** 版本迁移: an instance goes on in another version of its process, every execution at the node that stands for its own. */
import type { Definitions, EventDefinition, NodeModel, ScopeModel } from '../model.ts';
import { ACTIVITIES, startOf } from '../model.ts';
import { arm } from './arm.ts';
import { boundariesOf, called, type Run } from './run.ts';
import { modelAt, unsound } from './sound.ts';
import { EngineError, type InstanceState, type Owner, type Scope, type Subscription, type Task, type Timer, type Token } from './state.ts';

/** Node of the present version → node of the new one; a node that is not in it stays the same. */
export type NodeMapping = Readonly<Record<string, string>>;
export interface Versions {
  readonly from: Definitions;
  readonly to: Definitions;
  readonly now: number;
  readonly mapping: NodeMapping;
  /** key of the process whose version changes; processes that it calls stay as they are */
  readonly process: string;
}
export interface MigrationProblem {
  readonly node: string;
  readonly name: string;
  readonly message: string;
}
export interface Migrated {
  readonly state: InstanceState;
  /** why the instance cannot go there; the state is of no use then */
  readonly problems: readonly MigrationProblem[];
}

type Armed = Timer | Subscription;
/** A state, or what a 直达 keeps aside of one. */
interface Part {
  readonly scopes: Record<string, Scope>;
  readonly tokens: Record<string, Token>;
  readonly tasks: Record<string, Task>;
  readonly timers: Record<string, Timer>;
  readonly subscriptions: Record<string, Subscription>;
}

const eventOf = (node: NodeModel | undefined): EventDefinition | null => (node && 'event' in node ? node.event : null);

class Migration {
  readonly #versions: Versions;
  /** scopes as they were, those that are kept aside included */
  readonly #before: Readonly<Record<string, Scope>>;
  readonly #tokensBefore: Readonly<Record<string, Token>>;
  readonly problems: MigrationProblem[] = [];

  constructor(versions: Versions, state: InstanceState) {
    this.#versions = versions;
    const aside = state.detached ?? [];
    this.#before = structuredClone(Object.assign({}, state.scopes, ...aside.map(({ scopes }) => scopes)) as Record<string, Scope>);
    this.#tokensBefore = structuredClone(Object.assign({}, state.tokens, ...aside.map(({ tokens }) => tokens)) as Record<string, Token>);
  }

  /** The id of the node that stands for a node of a scope. */
  #to(scope: string, id: string): string {
    const { mapping, process } = this.#versions;
    return this.#before[scope]?.process === process && Object.hasOwn(mapping, id) ? (mapping[id] ?? id) : id;
  }
  #wrong(node: NodeModel | undefined, id: string, message: string): null {
    const name = node?.name || id;
    if (!this.problems.some((one) => one.node === id && one.message === message)) this.problems.push({ node: id, name, message });
    return null;
  }
  #oldModel(scope: string): ScopeModel | null {
    const before = this.#before[scope];
    return before ? modelAt(this.#versions.from, before) : null;
  }
  #newModel(scope: string): ScopeModel | null {
    const before = this.#before[scope];
    return before ? modelAt(this.#versions.to, { process: before.process, path: before.path.map((id) => this.#to(scope, id)) }) : null;
  }

  /** The node that stands for a node, or null with a problem. */
  #partner(scope: string, id: string): NodeModel | null {
    const old = this.#oldModel(scope)?.nodes[id];
    const to = this.#to(scope, id);
    const node = this.#newModel(scope)?.nodes[to];
    if (!node) return this.#wrong(old, id, to === id ? '新版本没有这个节点，请指定对应节点' : `新版本没有节点 ${to}`);
    if (!old || node.kind !== old.kind) return this.#wrong(old, id, `与“${called(node)}”的类型不同，不能对应`);
    const [loop, now] = [old.multiInstance, node.multiInstance];
    if ((loop === null) !== (now === null) || loop?.isSequential !== now?.isSequential)
      return this.#wrong(old, id, `与“${called(node)}”的会签方式不同，不能对应`);
    if (eventOf(old)?.kind !== eventOf(node)?.kind) return this.#wrong(old, id, `与“${called(node)}”等待的事件不同，不能对应`);
    return node;
  }

  /** The flow into a join that stands for the one that a token came by. */
  #flowInto(token: Token, node: NodeModel): string | null {
    const [old, model] = [this.#oldModel(token.scope), this.#newModel(token.scope)];
    if (!old || !model || token.via === null) return null;
    if (node.incoming.includes(token.via)) return token.via;
    const from = old.flows[token.via]?.from;
    return node.incoming.find((flow) => from !== undefined && model.flows[flow]?.from === this.#to(token.scope, from)) ?? null;
  }

  #task(task: Task, scope: string): Task {
    const node = this.#newModel(scope)?.nodes[this.#to(scope, task.node)];
    return node ? { ...task, node: node.id, name: node.id === task.node ? task.name : called(node) } : task;
  }

  part(part: Part): void {
    for (const token of Object.values(part.tokens)) {
      const node = this.#partner(token.scope, token.node);
      if (!node) continue;
      const via = this.#flowInto(token, node);
      if (token.state === 'joining' && token.via !== null && via === null)
        this.#wrong(node, token.node, '新版本的汇聚网关没有对应的分支，不能对应');
      Object.assign(token, { node: node.id, via });
      if (token.signing?.held) token.signing = { ...token.signing, held: this.#task(token.signing.held, token.scope) };
    }
    for (const [id, scope] of Object.entries(part.scopes))
      part.scopes[id] = { ...scope, path: scope.path.map((each) => this.#to(id, each)) };
    for (const [id, task] of Object.entries(part.tasks)) part.tasks[id] = this.#task(task, this.#tokensBefore[task.token]?.scope ?? '');
    for (const all of [part.timers, part.subscriptions] as Record<string, Armed>[])
      for (const [id, armed] of Object.entries(all)) {
        const kept = this.#armed(armed);
        if (kept) all[id] = kept;
        else delete all[id];
      }
  }

  /** What waits for an event goes on when the new version waits for the same; that of a boundary or event sub-process may be gone. */
  #armed<T extends Armed>(armed: T): T | null {
    const { owner } = armed;
    if (owner.kind === 'eventSubProcess') return this.#listening(armed, owner);
    const scope = this.#tokensBefore[owner.token]?.scope;
    if (scope === undefined) return null;
    if (owner.kind !== 'boundary') {
      const node = this.#partner(scope, armed.node);
      return node ? { ...armed, node: node.id } : armed;
    }
    const node = this.#newModel(scope)?.nodes[this.#to(scope, armed.node)];
    const host = this.#to(scope, this.#tokensBefore[owner.token]?.node ?? '');
    const old = this.#oldModel(scope)?.nodes[armed.node];
    const isKept = node?.kind === 'boundaryEvent' && node.attachedTo === host && eventOf(node)?.kind === eventOf(old)?.kind;
    return isKept ? { ...armed, node: node.id } : null;
  }

  #listening<T extends Armed>(armed: T, owner: Extract<Owner, { readonly kind: 'eventSubProcess' }>): T | null {
    const host = this.#newModel(owner.scope)?.nodes[this.#to(owner.scope, owner.host)];
    const start = host?.kind === 'subProcess' && host.isEventSubProcess ? startOf(host.body) : null;
    return host && start ? { ...armed, node: start.id, owner: { ...owner, host: host.id } } : null;
  }

  /** Begins to wait for what only the new version waits for. */
  armNew(run: Run): void {
    for (const token of Object.values(run.state.tokens)) {
      const [old, model] = [this.#oldModel(token.scope), this.#newModel(token.scope)];
      const before = this.#tokensBefore[token.id];
      const node = model?.nodes[token.node];
      if (!old || !model || !before || !node || token.instanceOf !== null || token.state === 'joining' || !ACTIVITIES.has(node.kind))
        continue;
      const known = new Set(boundariesOf(old, before.node).map(({ id }) => this.#to(token.scope, id)));
      for (const boundary of boundariesOf(model, node.id))
        if (!known.has(boundary.id)) arm(run, boundary, { kind: 'boundary', token: token.id });
    }
    for (const { id } of Object.values(run.state.scopes)) {
      const known = new Set(Object.values(this.#oldModel(id)?.nodes ?? {}).map((node) => this.#to(id, node.id)));
      for (const node of Object.values(this.#newModel(id)?.nodes ?? {})) {
        const start = node.kind === 'subProcess' && node.isEventSubProcess ? startOf(node.body) : null;
        const owner: Owner = { kind: 'eventSubProcess', scope: id, host: node.id };
        if (start && !known.has(node.id)) arm(run, start, owner);
      }
    }
  }
}

/**
 * The state of an instance in another version of its process. Tasks keep their ids and people; what waits for time goes on waiting; boundary
 * events that only the new version has begin now. Pure, like `apply`.
 */
export function migrate(versions: Versions, before: InstanceState): Migrated {
  const state = structuredClone(before);
  // what was kept for a way back that an event has cut off since
  if (state.detached) state.detached = state.detached.filter(({ token }) => Object.hasOwn(state.tokens, token));
  const migration = new Migration(versions, state);
  migration.part(state);
  for (const aside of state.detached ?? []) migration.part(aside);
  if (migration.problems.length > 0) return { state, problems: migration.problems };
  const run: Run = { definitions: versions.to, state, now: versions.now, queue: [], events: [], outside: () => undefined, user: null };
  try {
    migration.armNew(run);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { state, problems: [{ node: '', name: '', message: error.message }] };
  }
  const faults = unsound(versions.to, state);
  return { state, problems: faults.map((message) => ({ node: '', name: '', message: `迁移后的状态不完整：${message}` })) };
}
