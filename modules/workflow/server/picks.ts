import { AppError } from '#kit/contract/errors.ts';
import type { Db } from '#kit/server/ctx.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import type { Picks } from '../contract/request.ts';
import { comingNodes, editedIn, nextTasks, type Place } from '../core/coming.ts';
import type { InstanceState } from '../core/engine/state.ts';
import type { Definitions, ScopeModel } from '../core/model.ts';
import { enabledOf } from './approvers.ts';

/** 自选: who picks the approvers of a node. */
export type Picker = 'starterPicks' | 'lastPicks';
type Picked = NonNullable<Picks>;
export type Variables = Readonly<Record<string, unknown>>;

/** A node whose approvers are picked; that of a called process stands behind the call activities that lead there. */
interface Asked {
  readonly id: string;
  readonly name: string;
}
const asked = ({ id, node: { id: own, name } }: Place): Asked => ({ id, name: name || own });

/** Nodes whose approvers are picked by hand alone; where other sources name people too nobody has to be picked. */
const isPicked = ({ node }: Place, by: Picker): boolean =>
  node.kind === 'userTask' && node.approval !== null && node.approval.who.every(({ kind }) => kind === by);

/** Nodes that the starter picks approvers for when the record is as it is, those behind open conditions and in called processes included. */
export const pickedByStarter = (model: ScopeModel, start: string, variables: Variables, definitions: Definitions): Asked[] =>
  comingNodes(model, [start], { variables, changing: editedIn(model), definitions })
    .filter((place) => isPicked(place, 'starterPicks'))
    .map(asked);

/** Nodes that the approver of a node picks approvers for: those that come right after him, the first of a called process included. */
export const pickedAfter = (model: ScopeModel, node: string, variables: Variables, definitions: Definitions): Asked[] =>
  nextTasks(model, node, { variables: { ...variables, approved: true }, changing: editedIn(model), definitions })
    .filter((place) => isPicked(place, 'lastPicks'))
    .map(asked);

/** Of what was picked at a process that which is meant for the nodes behind a call. */
export const picksBehind = (picks: Picked, path: string): Picked =>
  Object.fromEntries(Object.entries(picks).flatMap(([id, people]) => (id.startsWith(path) ? [[id.slice(path.length), people]] : [])));

/** The variables that the process instance of a task sees: a called one has its own. */
export function heldAt(state: InstanceState | null, engineTask: string): Variables {
  const found: Variables[] = [];
  const tokenAt = (id: string) => state?.tokens[id];
  let scope = state?.scopes[tokenAt(state.tasks[engineTask]?.token ?? '')?.scope ?? state.root];
  while (scope) {
    found.unshift(scope.variables);
    scope = scope.isInstance || scope.parent === null ? undefined : state?.scopes[tokenAt(scope.parent)?.scope ?? ''];
  }
  return Object.assign({}, ...found) as Variables;
}

/** What is picked so far, by node; anything else that the variable holds counts for nothing. */
export const picksIn = (variables: Variables, by: Picker): Picked => {
  const held = variables[by];
  return typeof held === 'object' && held !== null && !Array.isArray(held) ? (held as Picked) : {};
};

/**
 * Picks that are complete and name accounts that can act, together with those from before. Throws input.invalid with the name of the node
 * that misses somebody.
 */
export async function completePicks(
  scope: FlowScope,
  nodes: readonly { readonly id: string; readonly name: string }[],
  given: Picks,
  before: Picked,
): Promise<Picked> {
  const picks: Record<string, string[]> = { ...before, ...given };
  const enabled = new Set(await enabledOf(scope, [...Object.values(given ?? {}).flat(), ...nodes.flatMap(({ id }) => picks[id] ?? [])]));
  const wrong = (id: string, message: string) => new AppError('input.invalid', message, [{ path: `picks.${id}`, message }]);
  for (const [id, people] of Object.entries(given ?? {})) {
    const named = nodes.find((node) => node.id === id)?.name || id;
    if (people.some((one) => !enabled.has(one))) throw wrong(id, `“${named}”的审批人包含已禁用或不存在的账号，请重新选择`);
  }
  for (const { id, name } of nodes)
    if (!(picks[id] ?? []).some((one) => enabled.has(one))) throw wrong(id, `请选择“${name || id}”的审批人`);
  return picks;
}

/** What a person is asked to pick, with whom is picked already. */
export async function askedPicks(db: Db, nodes: readonly { readonly id: string; readonly name: string }[], before: Picked) {
  const ids = nodes.flatMap(({ id }) => before[id] ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom('sysUser')
          .select('id')
          .where('id', 'in', ids)
          .where('status', '=', '1')
          .where('deletedAt', 'is', null)
          .execute();
  const known = new Set(rows.map(({ id }) => id));
  return nodes.map(({ id, name }) => ({ node: id, name: name || id, picked: (before[id] ?? []).filter((one) => known.has(one)) }));
}
