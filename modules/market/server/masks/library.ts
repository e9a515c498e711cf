import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { MASK_ALGORITHMS, type Mask, type MaskAlgorithm, type MaskParams } from '#kit/core/mask/index.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { readyMasks, type Tightenings } from '#modules/gate/server/index.ts';
import { familyMask } from '../../core/family-ciphers.ts';

/** What is kept of a field: its rule of the library. */
export const StoredRule = z.object({ fieldName: z.string(), maskRuleId: z.string() });
export type StoredRule = z.output<typeof StoredRule>;

/** A rule of the library that may be used. */
export interface LibraryRule {
  readonly id: string;
  readonly ruleName: string;
  readonly mask: Mask;
}
/** A field whose rule is gone or disabled shows nothing. */
export const GONE: Mask = { algorithm: 'full', params: {} };

const isAlgorithm = (name: string): name is MaskAlgorithm => Object.hasOwn(MASK_ALGORITHMS, name);

/** The rules of the library that are enabled, by id. */
export async function libraryRules(db: Db): Promise<Map<string, LibraryRule>> {
  const rows = await db
    .selectFrom('metadataMaskRule')
    .select(['id', 'ruleName', 'algorithm', 'params'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .orderBy('createTime')
    .orderBy('id')
    .limit(2000)
    .execute();
  return new Map(
    rows.flatMap(({ id, ruleName, algorithm, params }) =>
      isAlgorithm(algorithm) ? [[id, { id, ruleName, mask: { algorithm, params: params as MaskParams } }] as const] : [],
    ),
  );
}

/** Fields with their rules, ready for a statement. */
export async function tighteningsOf(app: App, db: Db, rules: readonly StoredRule[]): Promise<Tightenings> {
  if (rules.length === 0) return new Map();
  const library = await libraryRules(db);
  return readyMasks(app, new Map(rules.map(({ fieldName, maskRuleId }) => [fieldName, library.get(maskRuleId)?.mask ?? GONE])));
}

/** The masks that an API has now, ready for its statements. */
export async function tighteningsOfApi(app: App, db: Db, apiId: string): Promise<Tightenings> {
  const row = await db
    .selectFrom('marketApiMask')
    .select('rules')
    .where('apiId', '=', apiId)
    .where('status', '=', '1')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return tighteningsOf(app, db, row ? StoredRule.array().parse(row.rules) : []);
}

interface GivenRule {
  readonly fieldName: string;
  readonly maskRuleId?: string | null | undefined;
  readonly cipherType?: string | null | undefined;
  readonly cryptType?: string | null | undefined;
}
const invalid = (message: string) => new AppError('input.invalid', message, [{ path: 'rules', message }]);

function ruleOf({ fieldName, maskRuleId, cipherType, cryptType }: GivenRule, library: ReadonlyMap<string, LibraryRule>): LibraryRule {
  if (maskRuleId) {
    const rule = library.get(maskRuleId);
    if (!rule) throw invalid(`字段“${fieldName}”的脱敏规则不存在或已禁用`);
    return rule;
  }
  if (!cipherType || !cryptType) throw invalid(`请选择字段“${fieldName}”的脱敏规则`);
  const mask = familyMask(cipherType, cryptType);
  if ('refusal' in mask) throw invalid(`字段“${fieldName}”：${mask.refusal}`);
  const found = [...library.values()].find(
    (rule) => rule.mask.algorithm === mask.algorithm && (!mask.params.cipher || rule.mask.params.cipher === mask.params.cipher),
  );
  if (!found) throw invalid(`字段“${fieldName}”：脱敏规则库中没有启用的“${MASK_ALGORITHMS[mask.algorithm]}”规则，请先在脱敏规则中新增`);
  return found;
}

/** Fields as they came, each once and with a rule of the library. Throws input.invalid. */
export async function namedRules(ctx: Ctx, given: readonly GivenRule[]): Promise<(StoredRule & { mask: Mask })[]> {
  const library = await libraryRules(ctx.db);
  const names = given.map(({ fieldName }) => fieldName.toLowerCase());
  const twice = given.find((_, i) => names.indexOf(names[i]!) !== i);
  if (twice) throw invalid(`返回字段“${twice.fieldName}”重复`);
  return given.map((one) => {
    const { id, mask } = ruleOf(one, library);
    return { fieldName: one.fieldName, maskRuleId: id, mask };
  });
}
