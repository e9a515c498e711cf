import { perm } from '#kit/contract/route.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { openData, type GuardedSource } from '#modules/gate/server/index.ts';
import { dataSet } from '../../contract/data-set.ts';

/** Permissions that reading a source for a data set exercises: sharing a source reaches whoever may see or preview data sets. */
const READS = { ...dataSet.preview, access: perm('visual:set:preview', 'visual:set:list', 'visual:set:detail') };

/** The call as one that reads: saving and analysing a set looks at its source, which a permission to change things does not lend. */
export const readingCtx = (ctx: Ctx): Ctx => Object.create(ctx, { route: { value: READS } }) as Ctx;
export const READING_ROUTE = READS;

/** The data of a source for work on a data set. Throws entity.notFound when the caller cannot see it. */
export const openSource = (ctx: Ctx, sourceId: string): Promise<GuardedSource> => openData(readingCtx(ctx), sourceId);
