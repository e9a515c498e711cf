import type { Ctx } from '#kit/server/ctx.ts';
import { codesOfType, isTypeInForce } from '#modules/standards/server/index.ts';
import type { RuleConfig } from '../../contract/rule-config.ts';
import { ConfigProblem, type CodeSet } from '../../core/index.ts';

const MOST_CODES = 1000;

/**
 * The code set of a rule, read at the moment it is asked for: what a rule measures follows its standard. null: it names none. Throws
 * ConfigProblem for one that is gone, disabled or too large for a statement.
 */
export async function codeSetOf({ db }: Ctx, { consistent }: RuleConfig): Promise<CodeSet | null> {
  if (consistent?.contrastId)
    throw new ConfigProblem('还不能按字典对照检查，请改为按标准字典的代码检查', 'ruleConfig.consistent.contrastId');
  const id = consistent?.gbTypeId;
  if (id === undefined) return null;
  const type = await db
    .selectFrom('standardType')
    .select('gbTypeName')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!type || !(await isTypeInForce(db, id)))
    throw new ConfigProblem('标准字典不存在或已禁用，请重新选择', 'ruleConfig.consistent.gbTypeId');
  const codes = [...(await codesOfType(db, id, consistent?.bindGbColumn ?? 'gb_code'))];
  if (codes.length === 0) throw new ConfigProblem(`标准字典“${type.gbTypeName}”没有启用的代码`, 'ruleConfig.consistent.gbTypeId');
  if (codes.length > MOST_CODES)
    throw new ConfigProblem(
      `标准字典“${type.gbTypeName}”有 ${codes.length} 个代码，超过一次可比较的 ${MOST_CODES} 个`,
      'ruleConfig.consistent.gbTypeId',
    );
  return { name: type.gbTypeName, codes };
}
