import type { Ctx } from '#kit/server/ctx.ts';
import { assertMayGrant, assertMayMove, divideRoles } from '../grants.ts';
import type { AccountRules } from './writes.ts';

/** The rules of accounts that reach the same verdict for the same roles and department once: for work on many accounts. */
export function rememberedRules(): Omit<AccountRules, 'assertDept'> {
  const verdicts = new Map<string, Promise<unknown>>();
  const once = <T>(key: readonly unknown[], decide: () => Promise<T>): Promise<T> => {
    const text = JSON.stringify(key);
    const verdict = verdicts.get(text) ?? decide();
    verdicts.set(text, verdict);
    return verdict as Promise<T>;
  };
  const sorted = (ids: readonly string[]) => [...ids].sort();
  return {
    assertMayMove: (ctx: Ctx, roleIds, deptId) => once(['move', sorted(roleIds), deptId], () => assertMayMove(ctx, roleIds, deptId)),
    assertMayGrant: (ctx: Ctx, roleIds, deptId, duty) =>
      once(['grant', sorted(roleIds), deptId, duty], () => assertMayGrant(ctx, roleIds, deptId, duty)),
    divideRoles: (ctx: Ctx, roleIds, deptId) => once(['divide', sorted(roleIds), deptId], () => divideRoles(ctx, roleIds, deptId)),
  };
}
