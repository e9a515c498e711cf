import type { Ctx } from '#kit/server/ctx.ts';

const hidden = new WeakSet<Ctx>();

/** Marks a context whose answers go to strangers: it reads with the rights of an account, but nobody is looking. */
export const hideViewer = (ctx: Ctx): void => void hidden.add(ctx);

/** The account that looks, for sets that ask for it; nulls where strangers do. */
export const viewerOf = (ctx: Ctx): { readonly id: string | null; readonly deptId: string | null } =>
  hidden.has(ctx) ? { id: null, deptId: null } : { id: ctx.user.id, deptId: ctx.user.deptId };
