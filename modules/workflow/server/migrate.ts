import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { migrate, type NodeMapping } from '../core/engine/migrate.ts';
import type { InstanceState } from '../core/engine/state.ts';
import type { Definitions, NodeModel } from '../core/model.ts';
import type { Recorded, Version } from '../core/replay.ts';
import { allNodes, calledBy, definitionsOf, processesOf } from './definitions-of.ts';
import { syncSignals } from './signals.ts';
import { syncTimers } from './sync.ts';

/** Instances of one call: they are locked until all of them are in the new version. */
const MAX = 5_000;
/** Faults that are listed. */
const LISTED = 1_000;

interface Target {
  readonly id: string;
  readonly versionNo: number;
  readonly process: string;
  readonly called: Readonly<Record<string, string>>;
  readonly nodes: readonly NodeModel[];
}
async function targetOf(ctx: Ctx, id: string): Promise<Target & { name: string; defKey: string }> {
  const row = await ctx.db
    .selectFrom('flowDefinition')
    .select(['id', 'name', 'defKey', 'versionNo'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  const [process] = await processesOf(ctx.db, id);
  return { ...row, process: process.id, called: await calledBy(ctx.db, id), nodes: [...allNodes(process)] };
}

const running = (ctx: Ctx, { id, defKey }: { id: string; defKey: string }, only: readonly string[] | null | undefined) => {
  const all = ctx.db
    .selectFrom('flowInstance as i')
    .innerJoin('flowDefinition as d', 'd.id', 'i.definitionId')
    .where('d.defKey', '=', defKey)
    .where('i.definitionId', '!=', id)
    .where('i.endTime', 'is', null);
  return only ? all.where('i.id', 'in', only.length > 0 ? only : ['']) : all;
};
type Row = Awaited<ReturnType<typeof locked>>[number];
const locked = (query: ReturnType<typeof running>) => query.selectAll('i').orderBy('i.id').limit(MAX).forUpdate(['i']).execute();

interface Planned {
  readonly row: Row;
  readonly from: Version;
  readonly to: Version;
  readonly state: InstanceState;
}
interface Fault {
  readonly processInstanceId: string;
  readonly title: string;
  readonly node: string;
  readonly nodeName: string;
  readonly message: string;
}
/** What the nodes of running instances become. */
class Plan {
  readonly planned: Planned[] = [];
  readonly faults: Fault[] = [];
  readonly standing = new Map<string, { node: NodeModel | undefined; count: number }>();

  readonly target: Target;
  readonly mapping: NodeMapping;

  constructor(target: Target, mapping: NodeMapping) {
    this.target = target;
    this.mapping = mapping;
  }

  async add(ctx: Ctx, row: Row): Promise<void> {
    const { target, mapping } = this;
    const from: Version = { definitionId: row.definitionId, called: row.called as Record<string, string> };
    // processes that run already go on in the version that they were called in
    const to: Version = { definitionId: target.id, called: { ...target.called, ...from.called } };
    const [before, definitions] = [
      await definitionsOf(ctx.db, from.definitionId, from.called),
      await definitionsOf(ctx.db, to.definitionId, to.called),
    ];
    this.#count(before, row.state as InstanceState);
    const versions = { from: before, to: definitions, now: ctx.now.getTime(), mapping, process: target.process };
    const { state, problems } = migrate(versions, row.state as InstanceState);
    for (const { node, name, message } of problems)
      this.faults.push({
        processInstanceId: row.id,
        title: row.title,
        node,
        nodeName: name,
        message: name ? `停在“${name}”：${message}` : message,
      });
    this.planned.push({ row, from, to, state });
  }

  #count(before: Definitions, { scopes, tokens }: InstanceState): void {
    const own = before[this.target.process];
    const nodes = new Map(own ? [...allNodes(own)].map((node) => [node.id, node]) : []);
    const here = new Set(
      Object.values(tokens).flatMap((token) => (scopes[token.scope]?.process === this.target.process ? token.node : [])),
    );
    for (const id of here) {
      const entry = this.standing.get(id) ?? { node: nodes.get(id), count: 0 };
      this.standing.set(id, { ...entry, count: entry.count + 1 });
    }
  }

  /** The table of the dialog: each node with its partner and what could be one. */
  nodes() {
    const named = ({ id, name, element }: NodeModel) => ({ id, name: name || id, kind: element });
    return [...this.standing].map(([id, { node, count }]) => {
      const wanted = this.mapping[id] ?? id;
      return {
        id,
        name: node?.name || id,
        kind: node?.element ?? '',
        count,
        to: this.target.nodes.some((each) => each.id === wanted && each.kind === node?.kind) ? wanted : null,
        choices: this.target.nodes.filter(({ kind }) => kind === node?.kind).map(named),
      };
    });
  }
}

async function store(ctx: Ctx, { target, mapping }: Plan, { row, from, to, state }: Planned): Promise<void> {
  const rev = row.rev + 1;
  const command: Recorded = { type: 'migrate', from, to, process: target.process, mapping };
  await ctx.db
    .insertInto('flowHistory')
    .values({
      instanceId: row.id,
      rev,
      createTime: ctx.now,
      actorId: ctx.user.id,
      action: '版本迁移',
      opinion: `迁移到第 ${target.versionNo} 版`,
      command: JSON.stringify(command),
      events: '[]',
    })
    .execute();
  await ctx.db
    .updateTable('flowInstance')
    .set({ definitionId: to.definitionId, called: JSON.stringify(to.called), state: JSON.stringify(state), rev, undo: null })
    .where('id', '=', row.id)
    .execute();
  const before = (row.state as InstanceState).tasks;
  for (const task of Object.values(state.tasks)) {
    const was = before[task.id];
    if (!was || (was.node === task.node && was.name === task.name)) continue;
    // what was decided in this round of a 会签 counts at the new node as well
    const activity = state.tokens[state.tokens[task.token]?.instanceOf ?? ''];
    const own = ctx.db.updateTable('flowTask').set({ nodeKey: task.node, name: task.name }).where('instanceId', '=', row.id);
    await own.where('engineTask', '=', task.id).execute();
    if (activity)
      await own
        .where('nodeKey', '=', was.node)
        .where(sql<boolean>`(activity = ${activity.id} or (activity is null and engine_task::bigint > ${activity.id}::bigint))`)
        .execute();
  }
  const had = row.state as unknown as InstanceState;
  await syncTimers({ app: ctx.app, db: ctx.db, now: ctx.now }, { row, state }, had);
  await syncSignals(ctx, { row, state }, had);
  // a timer that goes on may stand at another node now
  for (const { id, node } of Object.values(state.timers))
    if (had.timers[id]?.node !== node)
      await ctx.db.updateTable('flowTimer').set({ nodeKey: node }).where('instanceId', '=', row.id).where('timer', '=', id).execute();
}

interface MigrationOptions {
  readonly mapping: NodeMapping;
  readonly instanceIds?: readonly string[] | null | undefined;
  readonly dryRun: boolean;
}
/**
 * Takes running instances of earlier and later versions to this one, all or none. Tasks keep their ids, people and due times. Throws
 * rule.broken with every instance that stands where this version has nothing.
 */
export async function migrateTo(ctx: Ctx, id: string, { mapping, instanceIds, dryRun }: MigrationOptions) {
  const target = await targetOf(ctx, id);
  const unknown = Object.values(mapping).find((to) => !target.nodes.some((node) => node.id === to));
  if (unknown !== undefined) {
    const message = `第 ${target.versionNo} 版没有节点 ${unknown}`;
    throw new AppError('input.invalid', message, [{ path: 'mapping', message }]);
  }
  const rows = await locked(running(ctx, target, instanceIds));
  const plan = new Plan(target, mapping);
  for (const row of rows) await plan.add(ctx, row);
  const answer = { total: rows.length, nodes: plan.nodes(), faults: plan.faults.slice(0, LISTED) };
  if (dryRun) return { ...answer, migrated: 0 };
  if (plan.faults.length > 0) {
    const count = new Set(plan.faults.map(({ processInstanceId }) => processInstanceId)).size;
    throw new AppError('rule.broken', `${count} 个流程不能迁移，请为它们所在的节点指定对应节点`, answer.faults);
  }
  for (const each of plan.planned) await store(ctx, plan, each);
  ctx.audit.note(`迁移流程“${target.name}”到第 ${target.versionNo} 版：${rows.length} 个`);
  return { ...answer, migrated: rows.length };
}
