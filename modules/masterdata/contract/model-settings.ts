import * as z from 'zod';
import { Id, YesNo } from '#kit/contract/fields.ts';
import { defineContract, perm, route } from '#kit/contract/route.ts';

const ApprovalInput = z.object({
  /** 1: a new record waits for an approval */
  isAddApproved: YesNo.meta({ title: '新增记录需要审批' }),
  /** 1: what a load brings waits for an approval */
  isLoadApproved: YesNo.meta({ title: '数据接入需要审批' }),
});
export const ApprovalSetting = ApprovalInput.extend({
  /** whether a process approves it; without one it goes through at once */
  hasAddProcess: z.boolean(),
  hasLoadProcess: z.boolean(),
  /** whether changes of records are approved, which the process decides for all models */
  hasChangeProcess: z.boolean(),
});
export type ApprovalSetting = z.output<typeof ApprovalSetting>;

const params = z.object({ id: Id });
const PATH = '/data/masterdata/models/:id/approval';

/** 审批设置 of a model. */
export const approvalSetting = defineContract({
  get: route.get(PATH, {
    summary: '主数据审批设置',
    access: perm('masterdata:model:detail', 'masterdata:model:edit'),
    params,
    reply: ApprovalSetting,
  }),
  save: route.put(PATH, {
    summary: '修改主数据审批设置',
    access: perm('masterdata:model:edit'),
    params,
    body: ApprovalInput,
    reply: ApprovalSetting,
    audit: '修改主数据审批设置',
  }),
});
