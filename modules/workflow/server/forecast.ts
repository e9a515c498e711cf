import type { ComingStep } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { ApproverSource } from '../contract/approval.ts';
import { comingNodes, deciderOf } from '../core/coming.ts';
import type { InstanceState } from '../core/engine/state.ts';
import { startOf, type PassTask, type ScopeModel, type UserTask } from '../core/model.ts';
import { everybodyOfNode, peopleOfSources, type Facts } from './approvers.ts';
import { allNodes } from './definitions-of.ts';

/** People of a step that are named. */
const MOST_NAMED = 20;
/** Who it will be is known at the step alone: the one before picks them, or the record names them then. */
const isNamedLater = ({ kind }: ApproverSource, { record }: Facts): boolean =>
  kind === 'lastPicks' || (kind === 'dataOwner' && record.dataOwners === undefined);

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
  return stepsFrom(ctx, root, from, { facts, changing });
}

interface Looking {
  readonly facts: Facts;
  /** names of variables that may change on the way */
  readonly changing: ReadonlySet<string>;
}
/** Steps and copies after nodes of a process, with the people whom they would go to. */
export async function stepsFrom(ctx: Ctx, root: ScopeModel, from: readonly string[], { facts, changing }: Looking): Promise<ComingStep[]> {
  const steps: ComingStep[] = [];
  for (const { node, isConditional } of comingNodes(root, from, deciderOf(facts.variables, changing))) {
    const people = await namesOf(ctx, await peopleAt(ctx, node, facts));
    steps.push({ id: node.id, name: node.name || node.id, kind: node.kind === 'userTask' ? 'task' : 'copy', people, isConditional });
  }
  return steps;
}

async function peopleAt(ctx: Ctx, node: UserTask | PassTask, facts: Facts): Promise<readonly string[]> {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  if (node.kind === 'passTask') return node.copy ? peopleOfSources(scope, node.id, node.copy.who, facts) : [];
  if (node.approval?.who.some((source) => isNamedLater(source, facts))) return [];
  return (await everybodyOfNode(scope, node, facts)).people;
}

async function namesOf({ db }: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('sysUser').select('nickname').where('id', 'in', ids).orderBy('id').limit(MOST_NAMED).execute();
  return rows.map(({ nickname }) => nickname);
}
