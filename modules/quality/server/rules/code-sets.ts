import type { Ctx, Db } from '#kit/server/ctx.ts';
import { assertValuesShown, codesOfType, isTypeInForce, mappingOfContrast } from '#modules/standards/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { ConfigProblem, type CodeSet } from '../../core/index.ts';

const MAX_CODES = 1000;
const SET = 'ruleConfig.consistent.gbTypeId';
const MAPPING = 'ruleConfig.consistent.contrastId';

const nameOf = (db: Db, id: string) =>
  db.selectFrom('standardType').select('gbTypeName').where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst();

function usable(name: string, codes: readonly string[], path: string): CodeSet {
  if (codes.length === 0) throw new ConfigProblem(`“${name}”没有可用的取值`, path);
  if (codes.length > MAX_CODES) throw new ConfigProblem(`“${name}”有 ${codes.length} 个取值，超过一次可比较的 ${MAX_CODES} 个`, path);
  return { name, codes };
}

/** Values of the source that somebody mapped to an item of the standard: they are good. */
async function mapped(ctx: Ctx, contrastId: string): Promise<CodeSet> {
  const { db } = ctx;
  // the statement and its sentence spell them
  await assertValuesShown(ctx, contrastId);
  const contrast = await db
    .selectFrom('standardContrast')
    .select('gbTypeId')
    .where('id', '=', contrastId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  const type = contrast && (await nameOf(db, contrast.gbTypeId));
  if (!type) throw new ConfigProblem('字典对照不存在或已禁用，请重新选择', MAPPING);
  return usable(type.gbTypeName, [...(await mappingOfContrast(db, contrastId)).keys()], MAPPING);
}

/**
 * The code set of a rule, or the mapped values of its contrast, read at the moment it is asked for: what a rule measures follows its standard.
 * null: it names none. Throws ConfigProblem for one that is gone, disabled or too large for a statement.
 */
export async function codeSetOf(ctx: Ctx, { consistent }: RuleConfig): Promise<CodeSet | null> {
  const { db } = ctx;
  if (consistent?.contrastId) return mapped(ctx, consistent.contrastId);
  const id = consistent?.gbTypeId;
  if (id === undefined) return null;
  const type = await nameOf(db, id);
  if (!type || !(await isTypeInForce(db, id))) throw new ConfigProblem('标准字典不存在或已禁用，请重新选择', SET);
  return usable(type.gbTypeName, [...(await codesOfType(db, id, consistent?.bindGbColumn ?? 'gb_code'))], SET);
}
