import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { dayAt } from '../../core/expiry.ts';

const DIGITS = 4;

/**
 * The next supplier code, `GYS2026-0001`. The counter row of the year is locked until the transaction ends, so no two suppliers get the
 * same number; what is rolled back frees its number again.
 */
export async function nextSupplierCode(ctx: Ctx): Promise<string> {
  const year = Number(dayAt(ctx.now).slice(0, 4));
  const { lastNo } = await ctx.db
    .insertInto('prjSupplierNumber')
    .values({ supplierYear: year, lastNo: 1 })
    .onConflict((conflict) => conflict.column('supplierYear').doUpdateSet({ lastNo: sql`prj_supplier_number.last_no + 1` }))
    .returning('lastNo')
    .executeTakeFirstOrThrow();
  return `GYS${year}-${String(lastNo).padStart(DIGITS, '0')}`;
}
