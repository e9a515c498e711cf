import type { Db } from '#kit/server/ctx.ts';
import { readConfig } from '#modules/system/server/index.ts';
import { normalName } from '../../core/normal-name.ts';

/** Setting with the registered names of the company, separated by 、 or a comma. */
export const COMPANY_NAMES = 'project.company.names';

/**
 * The names under which a certificate of a branch counts as registered with the company itself (人证合一): the root department, the branch,
 * both together, and what the setting adds; as `normalName` writes them.
 */
export async function companyNames(db: Db, branchId: string): Promise<Set<string>> {
  const branch = await db.selectFrom('sysDept').select(['deptName', 'parentId']).where('id', '=', branchId).executeTakeFirst();
  const root = branch && (await db.selectFrom('sysDept').select('deptName').where('id', '=', branch.parentId).executeTakeFirst());
  const own = branch ? [branch.deptName] : [];
  const above = root ? [root.deptName, root.deptName + (branch?.deptName ?? '')] : [];
  const further = ((await readConfig(db, COMPANY_NAMES)) ?? '').split(/[、,，;；]/);
  return new Set([...own, ...above, ...further].map(normalName).filter(Boolean));
}

export const isUnified = (names: ReadonlySet<string>, registerUnit: string): '0' | '1' => (names.has(normalName(registerUnit)) ? '1' : '0');
