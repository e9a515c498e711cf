import { AppError } from '#kit/contract/errors.ts';
import type { ComingStep } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowRecord } from '#kit/server/flow.ts';
import { comingNodes, deciderOf } from '../core/coming.ts';
import type { InstanceState } from '../core/engine/state.ts';
import { startOf, type NodeModel, type PassTask, type ScopeModel, type UserTask } from '../core/model.ts';
import { everybodyOfNode, peopleOfSources, type Facts } from './approvers.ts';
import { allNodes } from './definitions-of.ts';
import { businessTypes } from './types.ts';

/** People of a step that are named. */
const MAX_NAMED = 20;

/** Who will be asked, and why when that is not what the node says itself. */
interface Expected {
  readonly people: readonly string[];
  readonly note: string | null;
}
interface Instance {
  readonly businessType: string;
  readonly businessKey: string;
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
  const own = [...allNodes(root)].some(asksDataOwners) ? { ...facts, record: { ...facts.record, ...(await ownersOf(ctx, row)) } } : facts;
  // who got it back may change everything before it is submitted again
  const isWithStarter = from.some((id) => id === start);
  const changing = isWithStarter ? new Set([...editedIn(root), ...Object.keys(facts.record.snapshot)]) : editedIn(root);
  return stepsFrom(ctx, root, from, { facts: own, changing });
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
    const { people, note } = await expectedAt(ctx, node, facts);
    const kind = node.kind === 'userTask' ? 'task' : 'copy';
    steps.push({ id: node.id, name: node.name || node.id, kind, people: await namesOf(ctx, people), note, isConditional });
  }
  return steps;
}

async function expectedAt(ctx: Ctx, node: UserTask | PassTask, facts: Facts): Promise<Expected> {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  if (node.kind === 'passTask') return { people: node.copy ? await peopleOfSources(scope, node.id, node.copy.who, facts) : [], note: null };
  const chosen = node.approval ? await peopleOfSources(scope, node.id, node.approval.who, facts) : [];
  const later = chosen.length === 0 ? pickedLater(node) : null;
  return later === null ? everybodyOfNode(scope, node, facts) : { people: [], note: later };
}

/** Says by whom the approvers of a node will be picked; null when it names them itself. */
export const pickedLater = ({ approval }: UserTask): string | null => {
  const kinds = approval?.who.map(({ kind }) => kind) ?? [];
  if (kinds.includes('lastPicks')) return '由上一审批人选择';
  return kinds.length > 0 && kinds.every((kind) => kind === 'starterPicks') ? '由发起人选择' : null;
};

const asksDataOwners = (node: NodeModel): boolean => {
  const who = node.kind === 'userTask' ? node.approval?.who : node.kind === 'passTask' ? node.copy?.who : undefined;
  return who?.some(({ kind }) => kind === 'dataOwner') ?? false;
};

/** The 数据责任人 of the record as it is now; none when it is gone. */
async function ownersOf({ app }: Ctx, { businessType, businessKey }: Instance): Promise<Pick<FlowRecord, 'dataOwners'>> {
  const type = businessTypes(app).find(({ code }) => code === businessType);
  if (!type) return {};
  try {
    const { dataOwners = [] } = await app.db.transaction().execute((db) => type.load({ app, db, now: app.now() }, businessKey));
    return { dataOwners };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

async function namesOf({ db }: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('sysUser').select('nickname').where('id', 'in', ids).orderBy('id').limit(MAX_NAMED).execute();
  return rows.map(({ nickname }) => nickname);
}
