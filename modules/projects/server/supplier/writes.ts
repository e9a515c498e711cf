import { sql } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bindFiles } from '#modules/files/server/index.ts';
import type { SupplierInput } from '../../contract/supplier.ts';
import { normalName } from '../../core/normal-name.ts';
import { maskAccount, maskNumber, unmasked } from '../../core/supplier-mask.ts';
import { BLACKLISTED } from '../../core/supplier-status.ts';
import { assertAreaPair } from '../area-codes.ts';
import { assertAllFound, newStamp, removeRecords } from '../record.ts';
import { fieldRefusal } from '../record-rules.ts';
import { assertCreditCode, assertLicence, assertNotSimilar, assertOwnerDept } from './checks.ts';
import { accountOf, bodyOf } from './detail.ts';
import { nextSupplierCode } from './number.ts';
import { findSupplier, qualificationsOf, READERS, visibleSuppliers, type StoredSupplier } from './queries.ts';
import { bankPurpose } from './bank.ts';

export type SupplierBody = z.output<typeof SupplierInput>;
const ENTITY = '供应商';
/** States in which a supplier may enter the list; the others are reached with a reason. */
const FIRST_STATES: readonly string[] = ['1', '2', '3'];

/** The first of the days on which something ends. */
const nextExpiryOf = (body: SupplierBody): string | null =>
  [body.safetyValidTo, ...body.qualifications.map((one) => one.qualValidTo)]
    .filter((day) => day !== null)
    .sort()
    .at(0) ?? null;

/** The columns that a body fills. */
function columnsOf(ctx: Ctx, id: string, body: SupplierBody) {
  const {
    qualifications: _qualifications,
    listStatus: _listStatus,
    confirmSimilar: _confirmSimilar,
    bankAccount,
    ownerDeptId,
    ...columns
  } = body;
  return {
    ...columns,
    deptId: ownerDeptId,
    normalName: normalName(body.supplierName),
    nextExpiry: nextExpiryOf(body),
    bankAccountSealed: bankAccount === null ? null : ctx.app.secrets.seal(bankAccount, bankPurpose(id)),
  };
}

async function putQualifications(ctx: Ctx, supplierId: string, list: SupplierBody['qualifications']): Promise<void> {
  await ctx.db.deleteFrom('prjSupplierQualification').where('supplierId', '=', supplierId).execute();
  if (list.length === 0) return;
  await ctx.db
    .insertInto('prjSupplierQualification')
    .values(list.map((one, sortNo) => ({ ...one, id: ctx.app.ids.next(), supplierId, sortNo })))
    .execute();
}

const bind = (ctx: Ctx, supplierId: string, body: SupplierBody, ownerId: string | null) =>
  bindFiles(ctx, {
    fileNames: body.attachments,
    entity: 'prj_supplier',
    entityId: supplierId,
    readers: { perms: READERS, deptId: body.ownerDeptId, ownerId },
  });

/** A body as the operation log keeps it: masked numbers, qualifications as one line each. */
function logged(body: SupplierBody) {
  const { confirmSimilar: _confirmSimilar, bankAccount, qualifications, listStatus: _listStatus, ...values } = body;
  return {
    ...values,
    contactPhone: maskNumber(body.contactPhone),
    bankAccount: bankAccount === null ? null : maskAccount(bankAccount),
    qualifications: qualifications.map((one) =>
      [one.qualName, one.qualLevel, one.qualNo, one.qualValidTo && `至 ${one.qualValidTo}`].filter(Boolean).join(' '),
    ),
  };
}

/** Adds a row to the history of states. */
export async function noteStatus(
  ctx: Ctx,
  supplierId: string,
  change: { from: string | null; to: string; reason: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('prjSupplierStatus')
    .values({
      id: ctx.app.ids.next(),
      supplierId,
      fromStatus: change.from,
      toStatus: change.to,
      reason: change.reason,
      createBy: ctx.user.id,
      createTime: ctx.now,
    })
    .execute();
}

/** Adds a supplier. Throws rule.broken, entity.duplicate, record.similar. */
export async function createSupplier(ctx: Ctx, given: SupplierBody): Promise<{ id: string }> {
  const body = { ...given, ownerDeptId: given.ownerDeptId ?? ctx.user.deptId };
  if (!FIRST_STATES.includes(body.listStatus)) throw fieldRefusal('listStatus', '新增的供应商只能是潜在、合格或战略供应商');
  if (body.contactPhone.includes('*')) throw fieldRefusal('contactPhone', '请填写完整的联系电话');
  if (body.bankAccount?.includes('*')) throw fieldRefusal('bankAccount', '请填写完整的银行账号');
  assertLicence(body);
  await assertAreaPair(ctx.db, body, null);
  await assertOwnerDept(ctx, body.ownerDeptId);
  await assertCreditCode(ctx, body.creditCode, null);
  await assertNotSimilar(ctx, body, null);
  const id = ctx.app.ids.next();
  const supplierCode = await nextSupplierCode(ctx);
  await ctx.db
    .insertInto('prjSupplier')
    .values({ ...columnsOf(ctx, id, body), id, supplierCode, listStatus: body.listStatus, statusTime: ctx.now, ...newStamp(ctx) })
    .execute();
  await putQualifications(ctx, id, body.qualifications);
  await noteStatus(ctx, id, { from: null, to: body.listStatus, reason: null });
  if (body.attachments) await bind(ctx, id, body, ctx.user.id);
  ctx.audit.change({
    entity: ENTITY,
    id,
    name: body.supplierName,
    before: null,
    after: { supplierCode, ...logged(body), listStatus: body.listStatus },
  });
  return { id };
}

/** The full numbers behind masks that came back unchanged; throws rule.broken for any other mask. */
function withNumbers(ctx: Ctx, given: SupplierBody, before: StoredSupplier): SupplierBody {
  const contactPhone = unmasked(given.contactPhone, before.contactPhone, maskNumber);
  if (contactPhone === null) throw fieldRefusal('contactPhone', '请填写完整的联系电话');
  if (given.bankAccount === null) return { ...given, contactPhone };
  const bankAccount = unmasked(given.bankAccount, accountOf(ctx.app, before), maskAccount);
  if (bankAccount === null) throw fieldRefusal('bankAccount', '请填写完整的银行账号');
  return { ...given, contactPhone, bankAccount };
}

/** Changes a supplier; its state stays as it is. Throws entity.notFound, entity.versionConflict and what `createSupplier` throws. */
export async function updateSupplier(ctx: Ctx, id: string, given: SupplierBody & { version: number }): Promise<{ version: number }> {
  const before = await findSupplier(ctx, id, 'lock');
  assertVersion(before, given);
  const { version, ...values } = given;
  const body = withNumbers(ctx, values, before);
  const old = bodyOf(ctx.app, before, await qualificationsOf(ctx.db, [id]));
  assertLicence(body);
  await assertAreaPair(ctx.db, body, old);
  if (body.ownerDeptId !== old.ownerDeptId) await assertOwnerDept(ctx, body.ownerDeptId);
  if (body.creditCode !== old.creditCode) {
    if (before.listStatus === BLACKLISTED) throw fieldRefusal('creditCode', '黑名单供应商的统一社会信用代码不能修改');
    await assertCreditCode(ctx, body.creditCode, id);
  }
  if (normalName(body.supplierName) !== before.normalName || body.safetyLicenseNo !== old.safetyLicenseNo)
    await assertNotSimilar(ctx, body, id);
  const isSameAccount = body.bankAccount === old.bankAccount;
  const { bankAccountSealed, ...columns } = columnsOf(ctx, id, body);
  await ctx.db
    .updateTable('prjSupplier')
    .set({
      ...columns,
      ...(!isSameAccount && { bankAccountSealed }),
      version: sql`version + 1`,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .where('id', '=', id)
    .execute();
  await putQualifications(ctx, id, body.qualifications);
  await bind(ctx, id, body, before.createBy);
  ctx.audit.change({ entity: ENTITY, id, name: before.supplierName, before: logged(old), after: logged(body) });
  if (!isSameAccount) ctx.audit.note('已更改银行账号');
  return { version: version + 1 };
}

/** Removes suppliers, all or none. Those on the blacklist stay: their codes must remain refused. */
export async function removeSuppliers(ctx: Ctx, ids: readonly string[]): Promise<null> {
  const rows = await visibleSuppliers(ctx)
    .select(['prjSupplier.id', 'prjSupplier.supplierName', 'prjSupplier.supplierCode', 'prjSupplier.creditCode', 'prjSupplier.listStatus'])
    .where('prjSupplier.id', 'in', ids)
    .orderBy('prjSupplier.id')
    .forUpdate()
    .execute();
  assertAllFound(rows, ids);
  const kept = rows.filter((row) => row.listStatus === BLACKLISTED).map((row) => row.supplierName);
  if (kept.length > 0) throw new AppError('rule.broken', `黑名单供应商不能删除：${kept.slice(0, 3).join('、')}`);
  return removeRecords(ctx, 'prjSupplier', rows, { label: ENTITY, name: (row) => row.supplierName });
}
