import type * as z from 'zod';
import type { App, Ctx } from '#kit/server/ctx.ts';
import type { SupplierDetail } from '../../contract/supplier.ts';
import { maskAccount, maskNumber } from '../../core/supplier-mask.ts';
import { qualificationsOf, statusChangesOf, storedGrade, withNames, type StoredSupplier } from './queries.ts';
import { type SupplierBody } from './writes.ts';
import { bankPurpose } from './bank.ts';

/** The bank account in full; null when there is none. */
export const accountOf = (app: App, row: Pick<StoredSupplier, 'id' | 'bankAccountSealed'>): string | null =>
  row.bankAccountSealed === null ? null : app.secrets.open(row.bankAccountSealed, bankPurpose(row.id));

/** A stored supplier as it would be sent by whoever saves it unchanged. */
export function bodyOf(app: App, row: StoredSupplier, qualifications: SupplierBody['qualifications']): SupplierBody {
  return {
    supplierName: row.supplierName,
    creditCode: row.creditCode,
    supplierType: row.supplierType,
    legalPerson: row.legalPerson,
    registeredCapital: row.registeredCapital,
    establishDate: row.establishDate,
    companyNature: row.companyNature,
    provinceCode: row.provinceCode,
    cityCode: row.cityCode,
    address: row.address,
    businessScope: row.businessScope,
    mainProducts: row.mainProducts,
    contact: row.contact,
    contactPhone: row.contactPhone,
    email: row.email,
    safetyLicenseNo: row.safetyLicenseNo,
    safetyValidTo: row.safetyValidTo,
    taxType: row.taxType as SupplierBody['taxType'], // see the check constraint
    invoiceRate: row.invoiceRate,
    bankName: row.bankName,
    bankAccount: accountOf(app, row),
    coopSince: row.coopSince,
    coopCount: row.coopCount,
    coopAmount: row.coopAmount,
    payableAmount: row.payableAmount,
    ownerDeptId: row.deptId,
    qualifications: qualifications.map(({ qualName, qualLevel, qualNo, qualValidTo }) => ({ qualName, qualLevel, qualNo, qualValidTo })),
    listStatus: row.listStatus,
    attachments: row.attachments,
    sort: row.sort,
    remark: row.remark,
  };
}

/** A supplier with everything below it; numbers are masked where the caller may not edit it. */
export async function detailOf(ctx: Ctx, row: StoredSupplier): Promise<Omit<z.input<typeof SupplierDetail>, 'flow'>> {
  const body = bodyOf(ctx.app, row, await qualificationsOf(ctx.db, [row.id]));
  const { bankAccount, contactPhone } = body;
  const [named] = await withNames(ctx.db, [
    { provinceCode: row.provinceCode, cityCode: row.cityCode, ownerDeptId: row.deptId, createBy: row.createBy },
  ]);
  return {
    ...body,
    ...(named as NonNullable<typeof named>),
    contactPhone: row.isEditable ? contactPhone : maskNumber(contactPhone),
    bankAccount: bankAccount === null || row.isEditable ? bankAccount : maskAccount(bankAccount),
    id: row.id,
    version: row.version,
    supplierCode: row.supplierCode,
    score: row.score,
    grade: storedGrade(row.grade),
    scoreYear: row.scoreYear,
    statusReason: row.statusReason,
    statusTime: row.statusTime,
    nextExpiry: row.nextExpiry,
    createTime: row.createTime,
    updateBy: row.updateBy,
    updateTime: row.updateTime,
    statusChanges: (await statusChangesOf(ctx.db, row.id)) as z.input<typeof SupplierDetail>['statusChanges'],
  };
}
