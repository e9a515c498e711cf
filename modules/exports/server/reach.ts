import * as z from 'zod';
import { ALL_PERMS, isUnrestricted } from '#kit/contract/access.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { Account, Ctx } from '#kit/server/ctx.ts';
import type { ExcelDefinition } from '#kit/server/excel/definition.ts';
import { dataScopeOf } from '#kit/server/scope.ts';

/** How far the rights of an account reached when rows were read for it. */
const Reach = z.object({
  all: z.boolean(),
  depts: z.array(z.string()),
  trees: z.array(z.string()),
  /** every permission, because lists show more rows and values to holders of others than their own */
  perms: z.array(z.string()),
  /** what besides these gives rows and values, see `reach` of ExcelOptions */
  more: z.array(z.string()),
});
export type Reach = z.output<typeof Reach>;

const permsOf = (user: Account): string[] => (isUnrestricted(user) ? [ALL_PERMS] : [...user.perms].sort());

/** How far the rights of the caller reach at this moment for the rows of an export. */
export async function reachOf(ctx: Ctx, route: AnyRoute, definition: ExcelDefinition): Promise<Reach> {
  const { all, depts, trees } = dataScopeOf(ctx.user, route.access.kind === 'perm' ? route.access.anyOf : []);
  return { all, depts: [...depts], trees: [...trees], perms: permsOf(ctx.user), more: [...(await definition.reach(ctx))] };
}

const includesAll = (have: readonly string[], wanted: readonly string[]): boolean => {
  const set = new Set(have);
  return wanted.every((one) => set.has(one));
};

/** True when what rights reached then, as it was stored, is reached by those of now too: a file of that time tells nothing more. */
export function stillReaches(now: Reach, stored: unknown): boolean {
  const then = Reach.parse(stored);
  if (now.perms.includes(ALL_PERMS)) return true;
  return (
    includesAll(now.perms, then.perms) &&
    includesAll(now.more, then.more) &&
    (now.all || (!then.all && includesAll([...now.depts, ...now.trees], then.depts) && includesAll(now.trees, then.trees)))
  );
}
