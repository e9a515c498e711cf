import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { defineProposals } from '#kit/server/proposals.ts';
import { supplier as contract, SupplierStatus } from '../../contract/supplier.ts';
import { STATUS_LABELS } from '../../core/supplier-status.ts';
import { compareStatus } from './comparison.ts';
import { changeStatus } from './verbs.ts';

/** Onto the blacklist and off it under approval. */
export const blacklisting = defineProposals({
  code: 'project.supplierBlacklist',
  name: '供应商黑名单',
  businessCode: '9016',
  route: contract.changeStatus,
  withoutApproval: '直接变更',
  fields: [
    { name: 'supplierName', label: '供应商' },
    { name: 'supplierCode', label: '供应商编号' },
    { name: 'creditCode', label: '统一社会信用代码' },
    { name: 'from', label: '现在的状态' },
    { name: 'to', label: '变更为' },
    { name: 'reason', label: '原因' },
    { name: 'grade', label: '评价等级' },
  ],
  input: z.object({ listStatus: SupplierStatus, reason: z.string().nullable() }),
  async describe({ db }, { targetId, input }) {
    const row = await db
      .selectFrom('prjSupplier')
      .select(['supplierName', 'supplierCode', 'creditCode', 'listStatus', 'grade'])
      .where('id', '=', targetId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) throw new AppError('entity.notFound', '供应商不存在或已删除');
    const { listStatus, ...shown } = row;
    return { id: targetId, ...shown, from: STATUS_LABELS[listStatus], to: STATUS_LABELS[input.listStatus], reason: input.reason };
  },
  compare: (scope, wanted) => compareStatus(scope, wanted.targetId, wanted.input),
  carryOut: (ctx, { targetId, input }) => changeStatus(ctx, targetId, input),
});
