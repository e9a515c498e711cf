import { createHash } from 'node:crypto';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { lineage as contract } from '../contract/lineage.ts';
import { notify } from '#modules/notices/server/index.ts';
import { impactSteps, type Step } from './impact.ts';
import { describe, hiddenKey, type Described } from './nodes.ts';
import { visibleColumnNames } from './visible-columns.ts';

type Impact = Reply<typeof contract.impactTable>;
const MAX_ITEMS = 2000;

interface Reached {
  readonly id: string;
  readonly distance: number;
  /** where the shortest way comes from */
  readonly parentId: string;
  readonly columns: Set<string>;
  isIndirect: boolean;
}

/** The reached objects by their shortest way from the start. */
function nearest(steps: readonly Step[]): Map<string, Reached> {
  const reached = new Map<string, Reached>();
  for (const step of steps.toSorted((a, b) => a.depth - b.depth || (a.isValue === b.isValue ? 0 : a.isValue ? -1 : 1))) {
    const old = reached.get(step.toId);
    const one = old ?? {
      id: step.toId,
      distance: step.depth,
      parentId: step.fromId,
      columns: new Set<string>(),
      isIndirect: true,
    };
    if (step.toColumn !== null) one.columns.add(step.toColumn);
    if (step.isValue) one.isIndirect = false;
    if (!old) reached.set(step.toId, one);
  }
  return reached;
}

const nameOf = (one: Described | undefined): string =>
  one ? (one.schemaName === null ? one.name : `${one.schemaName}.${one.name}`) : '无权限的对象';

/** Everything that a change of a table (`column` null) or of one column bears on, nearest first, with who answers for it. */
export async function impactList(ctx: Ctx, table: { id: string; name: string }, column: string | null): Promise<Impact> {
  const { steps, capped } = await impactSteps(ctx.db, table.id, column);
  const reached = nearest(steps);
  reached.delete(table.id);
  const described = await describe(ctx, [...reached.keys(), table.id]);
  const columns = await visibleColumnNames(
    ctx,
    [...described.values()].filter((one) => one.type === 'table').map((one) => one.id),
  );
  const route = (id: string): string[] => {
    const names = [nameOf(described.get(id))];
    for (let at = reached.get(id); at; at = reached.get(at.parentId)) names.unshift(nameOf(described.get(at.parentId)));
    return names;
  };
  const all = [...reached.values()].map((one) => {
    const known = described.get(one.id);
    const shown = known && columns.get(one.id);
    return {
      key: known ? `${known.type === 'table' ? 't' : 'o'}:${one.id}` : hiddenKey(ctx, one.id),
      type: known?.type ?? ('hidden' as const),
      id: known ? one.id : null,
      name: nameOf(known),
      kind: known?.kind ?? 'hidden',
      sourceName: known?.sourceName ?? null,
      comment: known?.comment ?? null,
      ownerId: known?.ownerId ?? null,
      ownerName: known?.ownerName ?? null,
      path: known?.path ?? null,
      distance: one.distance,
      columns: known ? [...one.columns].filter((name) => known.type === 'object' || shown?.has(name)).toSorted() : [],
      isIndirect: one.isIndirect,
      route: route(one.id),
    };
  });
  all.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    name: column === null ? table.name : `${table.name}.${column}`,
    total: all.length,
    ownerCount: new Set(all.flatMap((one) => one.ownerId ?? [])).size,
    unownedCount: all.filter((one) => one.type === 'table' && one.ownerId === null).length,
    capped: capped || all.length > MAX_ITEMS,
    items: all.slice(0, MAX_ITEMS),
  };
}

/** Notifies the owner of each affected object of a planned change; repeating the same notice sends nothing. */
export async function notifyOwners(
  ctx: Ctx,
  table: { id: string; name: string },
  column: string | null,
  text: string,
): Promise<{ notified: number }> {
  const impact = await impactList(ctx, table, column);
  const byOwner = new Map<string, string[]>();
  for (const item of impact.items) if (item.ownerId !== null) byOwner.set(item.ownerId, [...(byOwner.get(item.ownerId) ?? []), item.name]);
  let notified = 0;
  for (const [ownerId, names] of byOwner)
    notified += await notify(ctx.app, ctx.db, {
      to: [ownerId],
      kind: 'system',
      title: `${impact.name} 即将变更`,
      text: `${text}\n受影响的对象：${names.slice(0, 5).join('、')}${names.length > 5 ? ` 等 ${names.length} 个` : ''}`,
      path: `/metadata/datablood?tableId=${table.id}`,
      key: `lineage:${table.id}:${createHash('sha256')
        .update(JSON.stringify([column, text]))
        .digest('hex')
        .slice(0, 24)}`,
    });
  ctx.audit.note(`就“${impact.name}”的变更通知 ${notified} 位负责人`);
  return { notified };
}
