import type { FlowComparison } from '#kit/contract/flow.ts';
import { comparedField, comparedTable } from '#kit/server/flow-comparison.ts';
import type { FlowScope } from '#kit/server/flow.ts';
import { maskAccount, maskNumber } from '../../core/supplier-mask.ts';
import { needsReason, STATUS_LABELS, type ListStatus } from '../../core/supplier-status.ts';
import { bankPurpose } from './bank.ts';
import { scoresOf } from './verbs.ts';

/** A supplier beside what it is in another state; numbers are masked for every approver, whatever his rights at the supplier. */
export async function compareStatus(
  { app, db }: FlowScope,
  id: string,
  { listStatus: to, reason }: { readonly listStatus: ListStatus; readonly reason: string | null },
): Promise<FlowComparison | null> {
  const row = await db
    .selectFrom('prjSupplier')
    .select(['supplierName', 'supplierCode', 'creditCode', 'listStatus', 'statusReason', 'grade', 'score', 'contact', 'contactPhone'])
    .select(['bankName', 'bankAccountSealed'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!row) return null;
  const account = row.bankAccountSealed === null ? null : app.secrets.open(row.bankAccountSealed, bankPurpose(id));
  const same = (name: string, label: string, value: string | null, mask?: (text: string) => string) =>
    comparedField({ name, label, before: value, after: value, ...(mask && { mask }) });
  const scores = (await scoresOf(db, id)).map(({ year, score, grade, remark }) => ({
    year: `${year} 年`,
    remark,
    score: score.toFixed(1),
    grade,
  }));
  return {
    against: '现有记录',
    fields: [
      same('supplierName', '供应商', row.supplierName),
      same('creditCode', '统一社会信用代码', row.creditCode),
      comparedField({ name: 'to', label: '名录状态', before: STATUS_LABELS[row.listStatus], after: STATUS_LABELS[to] }),
      comparedField({ name: 'reason', label: '状态原因', before: row.statusReason, after: needsReason(to, to) ? reason : null }),
      same('grade', '评价等级', row.grade),
      same('score', '评价得分', row.score === null ? null : Number(row.score).toFixed(1)),
      same('contact', '联系人', row.contact),
      same('contactPhone', '联系电话', row.contactPhone, maskNumber),
      same('bankName', '开户银行', row.bankName),
      same('bankAccount', '银行账号', account, maskAccount),
    ],
    tables:
      scores.length === 0
        ? []
        : [
            comparedTable({
              name: 'scores',
              label: '年度评价',
              key: 'year',
              columns: [
                { name: 'year', label: '年度' },
                { name: 'remark', label: '评价说明' },
                { name: 'grade', label: '等级' },
                { name: 'score', label: '得分' },
              ],
              before: scores,
              after: scores,
            }),
          ],
  };
}
