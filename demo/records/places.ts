import { sql } from 'kysely';
import type { Db } from '#kit/server/ctx.ts';
import { ADMIN_USERNAME } from '#modules/system/server/index.ts';
import { COMPANY, ORGS } from '../warehouse/organisation.ts';

/** Where the organisations and people of the warehouse are found on the platform. */
export async function recordPlaces(db: Db) {
  const depts = await db.selectFrom('sysDept').select(['id', 'deptNo', 'path']).where('deletedAt', 'is', null).execute();
  const byNo = new Map(depts.map((dept) => [dept.deptNo, dept]));
  const accounts = await db
    .selectFrom('sysUser')
    .select(['id', sql<string | null>`substring(remark from '^工号 ([A-Za-z0-9]+)')`.as('empId')])
    .where('deletedAt', 'is', null)
    .where('remark', 'like', '工号 %')
    .execute();
  const users = new Map(accounts.map((account) => [account.empId, account.id]));
  const admin = await db.selectFrom('sysUser').select('id').where('username', '=', ADMIN_USERNAME).executeTakeFirst();
  return {
    /** account that the rows are made by */
    makerId: admin?.id ?? null,
    /** the branch of an organisation (the department on the two upper levels) and its own department; null when the platform has neither */
    of(orgId: string): { branchId: string; deptId: string; branchName: string } | null {
      const dept = byNo.get(orgId);
      if (!dept) return null;
      const [root, second] = dept.path.split('/').filter(Boolean);
      const branchId = second ?? root ?? dept.id;
      const no = depts.find((one) => one.id === branchId)?.deptNo;
      return { branchId, deptId: dept.id, branchName: ORGS.find((org) => org.id === no)?.name ?? COMPANY };
    },
    /** account of an employee, null for most */
    accountOf: (empId: string): string | null => users.get(empId) ?? null,
  };
}
