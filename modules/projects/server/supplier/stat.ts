import type * as z from 'zod';
import type { Ctx } from '#kit/server/ctx.ts';
import { dictItems } from '#modules/system/server/index.ts';
import type { SupplierStat } from '../../contract/supplier.ts';
import { expiringWithin, searchSuppliers, type Search } from './queries.ts';

type Groups = z.input<typeof SupplierStat>['byStatus'];

/** How many of the suppliers that a search asks for are in which state, grade and type, and how many have something that ends soon. */
export async function supplierStat(ctx: Ctx, query: Search): Promise<z.input<typeof SupplierStat>> {
  const rows = await searchSuppliers(ctx, query)
    .select((e) => ['prjSupplier.listStatus', 'prjSupplier.grade', 'prjSupplier.supplierType', e.fn.countAll<string>().as('total')])
    .groupBy(['prjSupplier.listStatus', 'prjSupplier.grade', 'prjSupplier.supplierType'])
    .execute();
  const ending = async (days: '0' | '7' | '30' | '90') => {
    const { total } = await searchSuppliers(ctx, query)
      .where(expiringWithin(ctx, days))
      .select((e) => e.fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  };
  const groups = async (field: 'listStatus' | 'grade' | 'supplierType', dict: string): Promise<Groups> => {
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[field] ?? '', (counts.get(row[field] ?? '') ?? 0) + Number(row.total));
    const known = await dictItems(ctx.db, dict);
    return known.map(({ itemText, itemValue }) => ({ key: itemText, name: itemValue, count: counts.get(itemText) ?? 0 }));
  };
  return {
    total: rows.reduce((sum, row) => sum + Number(row.total), 0),
    byStatus: await groups('listStatus', 'prj_supplier_status'),
    byGrade: await groups('grade', 'prj_supplier_grade'),
    byType: await groups('supplierType', 'prj_supplier_type'),
    expiring: { within7: await ending('7'), within30: await ending('30'), within90: await ending('90'), ended: await ending('0') },
  };
}
