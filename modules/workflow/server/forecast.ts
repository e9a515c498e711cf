import { AppError } from '#kit/contract/errors.ts';
import type { ComingStep } from '#kit/contract/flow.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { FlowRecord } from '#kit/server/flow.ts';
import { comingNodes, editedIn, type Place } from '../core/coming.ts';
import type { InstanceState } from '../core/engine/state.ts';
import { startOf, type Definitions, type NodeModel, type PassTask, type ScopeModel, type UserTask } from '../core/model.ts';
import { everybodyOfNode, peopleOfSources, type Facts } from './approvers.ts';
import { allNodes } from './definitions-of.ts';
import { picksBehind, picksIn, type Picker } from './picks.ts';
import { findType } from './types.ts';

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
/** Places where an instance stands; those of a called process behind the call activities that lead there. */
function standingIn({ tokens, scopes }: InstanceState): string[] {
  const pathOf = (scope: string): string => {
    const around = scopes[scope];
    const parent = around?.parent == null ? undefined : tokens[around.parent];
    if (!around || !parent) return '';
    return pathOf(parent.scope) + (around.isInstance ? `${parent.node}/` : '');
  };
  return [...new Set(Object.values(tokens).map(({ node, scope }) => pathOf(scope) + node))];
}

/** Who comes next in a running instance: conditions are decided as far as they can be, people found as they will be. */
export async function forecastOf(ctx: Ctx, row: Instance, root: ScopeModel, definitions: Definitions) {
  const state = row.state as InstanceState;
  const variables = state.scopes[state.root]?.variables ?? {};
  const standing = standingIn(state);
  const start = startOf(root)?.id;
  const from = standing.length > 0 || start === undefined ? standing : [start];
  const facts: Facts = {
    starterId: row.starterId,
    deptId: row.deptId,
    record: { flowStatus: '3', ownerId: null, snapshot: row.snapshot as Record<string, unknown> },
    variables,
  };
  const all = [root, ...Object.values(definitions)].flatMap((model) => [...allNodes(model)]);
  const own = all.some(asksDataOwners) ? { ...facts, record: { ...facts.record, ...(await ownersOf(ctx, row)) } } : facts;
  // who got it back may change everything before it is submitted again
  const isWithStarter = from.some((id) => id === start);
  const changing = isWithStarter ? new Set([...editedIn(root), ...Object.keys(facts.record.snapshot)]) : editedIn(root);
  return stepsFrom(ctx, root, from, { facts: own, changing, definitions });
}

interface Looking {
  readonly facts: Facts;
  /** names of variables that may change on the way */
  readonly changing: ReadonlySet<string>;
  /** the processes that are called */
  readonly definitions: Definitions;
}
/**
 * Steps and copies after places of a process and of those that it calls, with the people whom they would go to: before a submission, in its
 * preview and while it runs.
 */
export async function stepsFrom(
  ctx: Ctx,
  root: ScopeModel,
  from: readonly string[],
  { facts, changing, definitions }: Looking,
): Promise<ComingStep[]> {
  const steps: ComingStep[] = [];
  for (const place of comingNodes(root, from, { variables: facts.variables, changing, definitions })) {
    const { id, node, isConditional } = place;
    const { people, note } = await expectedAt(ctx, node, factsAt(place, facts));
    const kind = node.kind === 'userTask' ? 'task' : 'copy';
    const name = node.name || (kind === 'copy' ? '抄送' : node.id);
    steps.push({ id, name, kind, people: await namesOf(ctx, people), note, isConditional });
  }
  return steps;
}

/** What is known at a place of a called process, as the step that comes there will know it (`step.ts`). */
function factsAt({ path, variables: own }: Place, facts: Facts): Facts {
  if (path === '') return facts;
  const { starterPicks: _, lastPicks: __, ...others } = facts.variables;
  const picksBy = (by: Picker) => ({ ...picksIn(own, by), ...picksBehind(picksIn(facts.variables, by), path) });
  return { ...facts, variables: { ...others, ...own, starterPicks: picksBy('starterPicks'), lastPicks: picksBy('lastPicks') } };
}

async function expectedAt(ctx: Ctx, node: UserTask | PassTask, facts: Facts): Promise<Expected> {
  const scope = { app: ctx.app, db: ctx.db, now: ctx.now };
  if (node.kind === 'passTask') return { people: node.copy ? await peopleOfSources(scope, node.id, node.copy.who, facts) : [], note: null };
  const chosen = node.approval ? await peopleOfSources(scope, node.id, node.approval.who, facts) : [];
  const later = chosen.length === 0 ? pickedLater(node) : null;
  return later === null ? everybodyOfNode(scope, node, facts) : { people: [], note: later };
}

/** Says by whom the approvers of a node will be picked; null when it names them itself. */
const pickedLater = ({ approval }: UserTask): string | null => {
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
  const type = await findType({ app, db: app.db }, businessType);
  if (!type) return {};
  try {
    const { dataOwners = [] } = await app.db.transaction().execute((db) => type.load({ app, db, now: app.now() }, businessKey));
    return { dataOwners };
  } catch (error) {
    if (error instanceof AppError) return {};
    throw error;
  }
}

/** Nicknames of accounts, in the order of the ids. */
async function namesOf({ db }: Ctx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('sysUser').select(['id', 'nickname']).where('id', 'in', ids.slice(0, MAX_NAMED)).execute();
  const names = new Map(rows.map(({ id, nickname }) => [id, nickname]));
  return ids.flatMap((id) => names.get(id) ?? []);
}
