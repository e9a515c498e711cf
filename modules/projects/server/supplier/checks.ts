import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { NEEDS_LICENCE } from '../../contract/supplier.ts';
import { normalName } from '../../core/normal-name.ts';
import { BLACKLISTED } from '../../core/supplier-status.ts';
import { refuseSimilar } from '../record.ts';
import { fieldRefusal } from '../record-rules.ts';
import { reach } from './queries.ts';
import type { SupplierBody } from './writes.ts';

const MAX_SIMILAR = 5;

/** Subcontractors have a safety licence, with the day on which it ends. Throws rule.broken. */
export function assertLicence(body: SupplierBody): void {
  if (!NEEDS_LICENCE.includes(body.supplierType)) return;
  if (!body.safetyLicenseNo) throw fieldRefusal('safetyLicenseNo', '劳务分包和专业分包必须填写安全生产许可证号');
  if (!body.safetyValidTo) throw fieldRefusal('safetyValidTo', '劳务分包和专业分包必须填写安全生产许可证有效期');
}

/** The department exists and the caller reaches it; one's own department always counts. Throws rule.broken. */
export async function assertOwnerDept(ctx: Ctx, deptId: string | null): Promise<void> {
  if (deptId === null) return;
  const dept = await ctx.db
    .selectFrom('sysDept')
    .select('status')
    .where('id', '=', deptId)
    .where('deletedAt', 'is', null)
    .where((e) => e.or([scope(ctx, { dept: 'sysDept.id' }), e('sysDept.id', '=', ctx.user.deptId)]))
    .executeTakeFirst();
  if (!dept) throw fieldRefusal('ownerDeptId', '归口部门不存在或不在您的数据范围内');
  if (dept.status === '0') throw fieldRefusal('ownerDeptId', '归口部门已禁用');
}

/** Nobody else has the credit code, and it is not on the blacklist. Throws entity.duplicate or rule.broken. */
export async function assertCreditCode(ctx: Ctx, creditCode: string, id: string | null): Promise<void> {
  let taken = ctx.db
    .selectFrom('prjSupplier')
    .select(['supplierName', 'supplierCode', 'listStatus', sql<boolean>`${reach(ctx)}`.as('isReached')])
    .where('creditCode', '=', creditCode)
    .where('deletedAt', 'is', null);
  if (id !== null) taken = taken.where('id', '!=', id);
  const found = await taken.executeTakeFirst();
  if (!found) return;
  const who = found.isReached ? `：${found.supplierName}（${found.supplierCode}）` : '，由其他部门维护';
  if (found.listStatus === BLACKLISTED) throw fieldRefusal('creditCode', `该统一社会信用代码已列入黑名单，不能再次建档${who}`);
  const message = `统一社会信用代码已存在${who}`;
  throw new AppError('entity.duplicate', message, [{ path: 'creditCode', message }]);
}

/** Other suppliers with the same normalised name or the same safety licence. Throws record.similar unless the person has confirmed it. */
export async function assertNotSimilar(ctx: Ctx, body: SupplierBody, id: string | null): Promise<void> {
  if (body.confirmSimilar) return;
  const name = normalName(body.supplierName);
  let rows = ctx.db
    .selectFrom('prjSupplier')
    .select(['id', 'supplierName', 'supplierCode', 'creditCode', sql<boolean>`${reach(ctx)}`.as('isReached')])
    .where('deletedAt', 'is', null)
    .where((e) =>
      e.or([
        ...(name === '' ? [] : [e('normalName', '=', name)]),
        ...(body.safetyLicenseNo ? [e('safetyLicenseNo', '=', body.safetyLicenseNo)] : []),
        sql<boolean>`false`,
      ]),
    );
  if (id !== null) rows = rows.where('id', '!=', id);
  const found = await rows.orderBy('id').limit(MAX_SIMILAR).execute();
  refuseSimilar(
    found.map((row) =>
      row.isReached
        ? { id: row.id, title: row.supplierName, detail: `${row.supplierCode}，${row.creditCode}` }
        : // the licence may have found it: its name is not what the caller typed
          { id: null, title: '其他部门的供应商', detail: '由其他部门维护' },
    ),
    body.confirmSimilar,
  );
}
