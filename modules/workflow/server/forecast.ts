import type { Ctx } from '#kit/server/ctx.ts';
import type { ApproverKind } from '../contract/approval.ts';
import { comingNodes, deciderOf } from '../core/coming.ts';
import type { InstanceState } from '../core/engine/state.ts';
import { startOf, type PassTask, type ScopeModel, type UserTask } from '../core/model.ts';
import { everybodyOfNode, peopleOfSources, type Facts } from './approvers.ts';
import { allNodes } from './definitions-of.ts';

/** People of a step that are named. */
const MOST_NAMED = 20;
/** Who it will be is known at the step alone: the one before picks them, or the record names them then. */
const NAMED_LATER: ReadonlySet<ApproverKind> = new Set(['lastPicks', 'dataOwner']);

interface Instance {
  readonly starterId: string;
  readonly deptId: string | null;
  readonly state: unknown;
  readonly snapshot: unknown;
}
/** Fields of the record that approvers may change on the way. */
export const editedIn = (model: ScopeModel): Set<string> =>
  new Set(
    [...allNodes(model)].flatMap((node) =>
      node.kind === 'userTask'
        ? Object.entries(node.approval?.fields ?? {}).flatMap(([name, right]) => (right === 'edit' ? name : []))
        : [],
    ),
  );

/** Who comes next in a running instance: conditions are decided as far as they can be, people found as they will be. */
export async function forecastOf(ctx: Ctx, row: Instance, root: ScopeModel, now: readonly string[]) {
  const state = row.state as InstanceState;
  const variables = state.scopes[state.root]?.variables ?? {};
  const known = new Set([...allNodes(root)].map(({ id }) => id));
  const standing = now.filter((id) => known.has(id));
  const start = startOf(root)?.id;
  const from = standing.length > 0 || start === undefined ? standing : [start];
  const facts: Facts = {
    starterId: row.starterId,
    deptId: row.deptId,
    record: { flowStatus: '3', ownerId: null, snapshot: row.snapshot as Record<string, unknown> },
    variables,
  };
  // who got it back may change everything before it is submitted again
  const isWithStarter = from.some((id) => id === start);
  const changing = isWithStarter ? new Set([...editedIn(root), ...Object.keys(facts.record.snapshot)]) : editedIn(root);
  const steps = [];
  for (const { node, isConditional } of comingNodes(root, from, deciderOf(variables, changing))) {
    const people = await namesOf(ctx, await peopleAt(ctx, node, facts));
    steps.push({
      id: node.id,
      name: node.name,
      kind: node.kind === 'userTask' ? ('task' as const) : ('copy' as const),
      people,
      isConditional,
    });
  }
  return steps;
}

async function peopleAt(ctx: Ctx, node: UserTask | PassTask, facts: Facts): Promise<readonly string[]> {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  if (node.kind === 'passTask') return node.copy ? peopleOfSources(scope, node.id, node.copy.who, facts) : [];
  if (node.approval?.who.some(({ kind }) => NAMED_LATER.has(kind))) return [];
  return (await everybodyOfNode(scope, node, facts)).people;
}

async function namesOf({ db }: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('sysUser').select('nickname').where('id', 'in', ids).orderBy('id').limit(MOST_NAMED).execute();
  return rows.map(({ nickname }) => nickname);
}
