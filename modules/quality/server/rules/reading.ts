import { perm } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openData, type GuardedSource } from '#modules/gate/server/index.ts';

const READS = ['quality:rule:list', 'quality:rule:detail'];

/**
 * The call as one that reads, too: making, changing and deleting a rule looks at its source and changes nothing there, and a permission to change
 * things reaches no shared or granted source.
 */
export function readingCtx(ctx: Ctx): Ctx {
  const own = ctx.route.access.kind === 'perm' ? ctx.route.access.anyOf : [];
  const [first = READS[0]!, ...rest] = [...own, ...READS];
  return Object.create(ctx, { route: { value: { ...ctx.route, access: perm(first, ...rest) } } }) as Ctx;
}

/** The data of a source for work on a rule. Throws entity.notFound when the caller cannot see it. */
export const openSource = (ctx: Ctx, sourceId: string): Promise<GuardedSource> => openData(readingCtx(ctx), sourceId);
