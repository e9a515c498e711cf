import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { assertVersion } from '#kit/server/crud.ts';
import type { MatchRule, MatchRuleInput, MatchSummary, Preset, Survival } from '../../contract/match.ts';
import { guessKind, PRESETS, weightOf, type MatchAttribute, type MatchKind, type MatchRule as Comparison } from '../../core/match/index.ts';
import { numberRules } from '../code-rules.ts';
import type { ModelInForce } from '../model-in-force.ts';

/** How a model is matched: attributes go by the id of their column. */
export interface StoredRule extends Comparison {
  readonly preset: Preset;
  readonly revision: number;
  readonly matchedRevision: number | null;
  readonly matchTime: Date | null;
  readonly summary: MatchSummary | null;
  readonly version: number;
  readonly isSaved: boolean;
}
interface StoredAttribute {
  readonly columnId: string;
  readonly kind: MatchKind;
  readonly weight: number;
}

/** What the names of columns suggest, until somebody decides. */
const guessed = (model: ModelInForce): MatchAttribute[] =>
  model.columns.flatMap((column) => {
    const kind = guessKind(column);
    return kind ? [{ column: column.id, kind, weight: weightOf({ column: column.id, kind }) }] : [];
  });

const stored = (attributes: readonly MatchAttribute[]): string =>
  JSON.stringify(attributes.map(({ column, kind, weight }): StoredAttribute => ({ columnId: column, kind, weight: weight ?? 1 })));

/** The rule of a model, that of its columns' names when none is saved; columns that the version in force no longer has are left out. */
export async function ruleOf(db: Db, model: ModelInForce, options: { isLocked?: boolean } = {}): Promise<StoredRule> {
  let query = db.selectFrom('masterdataMatchRule').selectAll().where('modelId', '=', model.id);
  if (options.isLocked) query = query.forUpdate();
  const row = await query.executeTakeFirst();
  if (!row) {
    const { auto, review } = PRESETS.balanced;
    const none = { revision: 1, matchedRevision: null, matchTime: null, summary: null, version: 0, isSaved: false };
    return { preset: 'balanced', auto, review, attributes: guessed(model), ...none };
  }
  const living = new Set(model.columns.map(({ id }) => id));
  return {
    preset: row.preset as Preset,
    auto: Number(row.autoScore),
    review: Number(row.reviewScore),
    attributes: (row.attributes as unknown as StoredAttribute[])
      .filter(({ columnId }) => living.has(columnId))
      .map(({ columnId, kind, weight }) => ({ column: columnId, kind, weight })),
    revision: row.revision,
    matchedRevision: row.matchedRevision,
    matchTime: row.matchTime,
    summary: row.summary as MatchSummary | null,
    version: row.version,
    isSaved: true,
  };
}

/**
 * Which value survives, by the id of the column. Without a rule of its own a column follows the order of sources; one that a code rule numbers keeps the
 * code of the record that stays, by which others know it.
 */
export async function survivorsOf(db: Db, model: ModelInForce): Promise<Map<string, Survival>> {
  const rows = await db.selectFrom('masterdataSurvivorRule').select(['columnId', 'rule']).where('modelId', '=', model.id).execute();
  const own = new Map(rows.map(({ columnId, rule }) => [columnId, rule as Survival]));
  const coded = new Set((await numberRules(db, model.id)).map(({ columnId }) => columnId));
  return new Map(model.columns.map(({ id }) => [id, own.get(id) ?? (coded.has(id) ? 'stays' : 'source')]));
}

/** The rule as people see it. */
export async function shownRule(db: Db, model: ModelInForce): Promise<MatchRule> {
  const rule = await ruleOf(db, model);
  const survivors = await survivorsOf(db, model);
  const columns = new Map(model.columns.map((column) => [column.id, column]));
  return {
    modelId: model.id,
    preset: rule.preset,
    auto: rule.auto,
    review: rule.review,
    attributes: rule.attributes.map((attribute) => {
      const { columnName, columnComment } = columns.get(attribute.column)!;
      return { columnName, label: columnComment, kind: attribute.kind, weight: weightOf(attribute) };
    }),
    survivors: Object.fromEntries(model.columns.map(({ id, columnName }) => [columnName, survivors.get(id)!])),
    isSaved: rule.isSaved,
    isStale: rule.matchedRevision !== null && rule.matchedRevision !== rule.revision,
    version: rule.version,
    matchTime: rule.matchTime?.toISOString() ?? null,
    summary: rule.summary,
  };
}

/** The ids of columns by name. Throws input.invalid for a name that the model does not have. */
function columnIds(model: ModelInForce, names: readonly string[], path: string): Map<string, string> {
  const known = new Map(model.columns.map(({ id, columnName }) => [columnName, id]));
  const lost = names.find((name) => !known.has(name));
  if (lost !== undefined) {
    const message = `模型中没有列 ${lost}，请刷新后重试`;
    throw new AppError('input.invalid', message, [{ path, message }]);
  }
  return known;
}

interface Wanted {
  readonly preset: Preset;
  readonly auto: number;
  readonly review: number;
  readonly attributes: readonly MatchAttribute[];
}

/** Keeps a rule; one that compares otherwise makes everything be compared again by the next run. */
async function keep(ctx: Ctx, modelId: string, before: StoredRule, wanted: Wanted): Promise<void> {
  const { preset, auto, review } = wanted;
  const attributes = stored(wanted.attributes);
  const isSame = attributes === stored(before.attributes) && auto === before.auto && review === before.review;
  const values = { preset, autoScore: auto, reviewScore: review, attributes, updateBy: ctx.user.id, updateTime: ctx.now };
  await ctx.db
    .insertInto('masterdataMatchRule')
    .values({ modelId, ...values })
    .onConflict((conflict) =>
      conflict.column('modelId').doUpdateSet({
        ...values,
        revision: before.revision + (isSame ? 0 : 1),
        version: sql`masterdata_match_rule.version + 1`,
      }),
    )
    .execute();
}

/** Replaces the rule of a model and which values survive. Nothing is merged by it: the next run fills the queue anew. */
export async function saveRule(ctx: Ctx, model: ModelInForce, body: MatchRuleInput): Promise<{ version: number }> {
  const before = await ruleOf(ctx.db, model, { isLocked: true });
  assertVersion(before, body);
  const names = body.attributes.map(({ columnName }) => columnName);
  const ids = columnIds(model, names, 'attributes');
  if (new Set(names).size < names.length) {
    const message = '同一列只能比较一次，请删除重复的属性';
    throw new AppError('input.invalid', message, [{ path: 'attributes', message }]);
  }
  const survivors = Object.entries(body.survivors ?? {});
  columnIds(
    model,
    survivors.map(([name]) => name),
    'survivors',
  );
  const line = PRESETS[body.preset];
  const { auto, review } = { auto: body.auto ?? line.auto, review: body.review ?? line.review };
  if (review >= auto) throw new AppError('input.invalid', '人工线应低于自动线', [{ path: 'review', message: '人工线应低于自动线' }]);
  const attributes = body.attributes.map(({ columnName, kind, weight }) => ({ column: ids.get(columnName)!, kind, weight }));
  await keep(ctx, model.id, before, { preset: body.preset, auto, review, attributes });
  if (body.survivors) {
    await ctx.db.deleteFrom('masterdataSurvivorRule').where('modelId', '=', model.id).execute();
    if (survivors.length > 0)
      await ctx.db
        .insertInto('masterdataSurvivorRule')
        .values(survivors.map(([name, rule]) => ({ modelId: model.id, columnId: ids.get(name)!, rule })))
        .execute();
  }
  ctx.audit.note(`“${model.modelName}”按${PRESETS[body.preset].label}匹配 ${names.join('、')}`);
  return { version: before.isSaved ? before.version + 1 : 0 };
}

/** The rule that a run goes by, kept if it was only suggested; with another preset its thresholds change. Throws rule.broken without attributes. */
export async function ruleForRun(ctx: Ctx, model: ModelInForce, preset: Preset | null): Promise<void> {
  const before = await ruleOf(ctx.db, model, { isLocked: true });
  if (before.attributes.length === 0) throw new AppError('rule.broken', '还没有可比较的属性，请先在匹配规则中选择');
  if (before.isSaved && (preset === null || preset === before.preset)) return;
  const wanted = preset ?? before.preset;
  await keep(ctx, model.id, before, { preset: wanted, ...thresholds(before, wanted), attributes: before.attributes });
}
const thresholds = (before: StoredRule, preset: Preset) => {
  const { auto, review } = preset === before.preset ? before : PRESETS[preset];
  return { auto, review };
};
