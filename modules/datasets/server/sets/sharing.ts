import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isGoverned } from '#kit/server/flow.ts';
import { sharingProposals } from '#modules/library/server/index.ts';

/** Sharing of data sets may need an approval. */
export const dataSetSharing = sharingProposals('dataset', { code: 'visual.dataSetShare', businessCode: '7011.share' });

/** Saving a set must not share it where sharing is approved first. Throws rule.broken. */
export async function assertSharedAtOnce(ctx: Ctx, { before, after }: { before: string; after: string }): Promise<void> {
  if (before === '1' || after === '0' || !(await isGoverned(ctx, dataSetSharing.type))) return;
  throw new AppError('rule.broken', '数据集共享需要审批，请先保存为不共享，再在“授权”中提交共享');
}
