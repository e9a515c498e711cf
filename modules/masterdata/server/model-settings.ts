import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { isGoverned, type BusinessType } from '#kit/server/flow.ts';
import { implement } from '#kit/server/module.ts';
import { approvalSetting as contract, type ApprovalSetting } from '../contract/model-settings.ts';
import { loadType } from './load-approval.ts';
import { loadModel, type StoredModel } from './model-rows.ts';
import { recordAdditions } from './record-additions.ts';
import { recordProposals } from './record-approval.ts';

/** True when a process approves a type, also where its setting is not complete and submitting would say so. */
async function hasProcess(ctx: Ctx, type: BusinessType): Promise<boolean> {
  try {
    return await isGoverned(ctx, type);
  } catch (error) {
    if (error instanceof AppError && error.key === 'flow.notConfigured') return true;
    throw error;
  }
}

async function shown(ctx: Ctx, model: Pick<StoredModel, 'isAddApproved' | 'isLoadApproved'>): Promise<ApprovalSetting> {
  return {
    isAddApproved: model.isAddApproved as '0' | '1',
    isLoadApproved: model.isLoadApproved as '0' | '1',
    hasAddProcess: await hasProcess(ctx, recordAdditions.type),
    hasLoadProcess: await hasProcess(ctx, loadType),
    hasChangeProcess: await hasProcess(ctx, recordProposals.type),
  };
}

const word = (flag: string): string => (flag === '1' ? '需要审批' : '不需要审批');

/** Which ways into the records of a model need an approval; it holds for what is done from now on, whatever state the draft is in. */
export const approvalSettings = implement(contract, {
  get: async (ctx, { params }) => shown(ctx, await loadModel(ctx, params.id)),
  async save(ctx, { params, body }) {
    const before = await loadModel(ctx, params.id, { isLocked: true });
    await ctx.db.updateTable('masterdataModel').set(body).where('id', '=', params.id).execute();
    if (before.isAddApproved !== body.isAddApproved) ctx.audit.note(`“${before.modelName}”新增记录${word(body.isAddApproved)}`);
    if (before.isLoadApproved !== body.isLoadApproved) ctx.audit.note(`“${before.modelName}”数据接入${word(body.isLoadApproved)}`);
    return shown(ctx, body);
  },
});
