import { wallDay } from '#kit/core/text/wall-clock.ts';
import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { numberedText, numberingDates, numberingProblem } from '#kit/core/text/numbering.ts';
import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import type { CodeRule } from '../contract/model.ts';
import { textLength } from '../core/index.ts';
import { draftColumns, loadModel } from './model-rows.ts';

/** A rule as numbers are given by it. */
export interface NumberRule {
  readonly id: string;
  readonly columnId: string;
  readonly pattern: string;
  readonly gapless: string;
}
/** The day in China, `2026-03-01`. */
export const dayOf = (now: Date): string => wallDay(now);

/** The code rules of a model. */
export const numberRules = (db: Db, modelId: string): Promise<NumberRule[]> =>
  db
    .selectFrom('masterdataCodeRule')
    .select(['id', 'columnId', 'pattern', 'gapless'])
    .where('modelId', '=', modelId)
    .orderBy('id')
    .execute();

/** The next number of a rule within its period; whoever takes one keeps others waiting until the transaction ends. */
async function taken(db: Db, ruleId: string, period: string, howMany: number): Promise<number> {
  const { rows } = await sql<{ lastNumber: string }>`
    insert into masterdata_code_counter as c (rule_id, period, last_number) values (${ruleId}, ${period}, ${howMany})
    on conflict (rule_id, period) do update set last_number = c.last_number + ${howMany} returning last_number`.execute(db);
  return Number(rows[0]!.lastNumber) - howMany + 1;
}

/**
 * The next codes of a rule. With 不留空号 they are taken in the transaction of the record, so what is undone gives them back and others wait
 * for it; otherwise in one of their own, so that nobody waits and numbers of what was undone are lost.
 */
export async function nextCodes(app: App, db: Db, rule: NumberRule, now: Date, howMany = 1): Promise<string[]> {
  const day = dayOf(now);
  const period = numberingDates(rule.pattern, day);
  const first =
    rule.gapless === '1'
      ? await taken(db, rule.id, period, howMany)
      : await app.db.transaction().execute((own) => taken(own, rule.id, period, howMany));
  return Array.from({ length: howMany }, (_, at) => numberedText(rule.pattern, day, first + at));
}

/** The rules of a draft as the designer shows them, with the code that the next record would get. */
export async function codeRuleRows(db: Db, modelId: string, now: Date): Promise<CodeRule[]> {
  const rules = await numberRules(db, modelId);
  if (rules.length === 0) return [];
  const columns = new Map((await draftColumns(db, modelId)).map((column) => [column.id, column.columnName]));
  const day = dayOf(now);
  const counters = await db
    .selectFrom('masterdataCodeCounter')
    .select(['ruleId', 'period', 'lastNumber'])
    .where(
      'ruleId',
      'in',
      rules.map((rule) => rule.id),
    )
    .execute();
  return rules.flatMap(({ gapless, ...rule }) => {
    const columnName = columns.get(rule.columnId);
    if (columnName === undefined) return [];
    const counter = counters.find((one) => one.ruleId === rule.id && one.period === numberingDates(rule.pattern, day));
    return {
      ...rule,
      columnName,
      gapless: gapless as '0' | '1',
      nextCode: numberedText(rule.pattern, day, Number(counter?.lastNumber ?? 0) + 1),
    };
  });
}

type Body = { columnName: string; pattern: string; gapless: '0' | '1' };

/** Gives a column codes by a pattern from now on; numbers go on where they stand. Throws input.invalid. */
export async function saveCodeRule(ctx: Ctx, modelId: string, body: Body): Promise<CodeRule> {
  const model = await loadModel(ctx, modelId, { isLocked: true });
  const column = (await draftColumns(ctx.db, modelId)).find(({ columnName }) => columnName === body.columnName);
  const refuse = (path: string, message: string) => new AppError('input.invalid', message, [{ path, message }]);
  if (!column) throw refuse('columnName', '模型中没有这一列');
  const length = textLength(column);
  if (length === null) throw refuse('columnName', `“${column.columnComment}”不是文本，不能按规则编码`);
  const problem = numberingProblem(body.pattern);
  const isLong = problem === null && numberedText(body.pattern, dayOf(ctx.now), 1).length > length;
  const tooLong = isLong ? `按该规则的编码超过列长度 ${length}` : null;
  const fault = problem === null ? tooLong : `编码规则${problem}`;
  if (fault !== null) throw refuse('pattern', fault);
  const { pattern, gapless } = body;
  await ctx.db
    .insertInto('masterdataCodeRule')
    .values({
      id: ctx.app.ids.next(),
      modelId,
      columnId: column.id,
      pattern,
      gapless,
      createBy: ctx.user.id,
      createTime: ctx.now,
      updateBy: ctx.user.id,
      updateTime: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(['modelId', 'columnId']).doUpdateSet({ pattern, gapless, updateBy: ctx.user.id, updateTime: ctx.now }),
    )
    .execute();
  ctx.audit.note(`“${model.modelName}”的“${column.columnComment}”按 ${pattern} 编码${gapless === '1' ? '，不留空号' : ''}`);
  return (await codeRuleRows(ctx.db, modelId, ctx.now)).find((rule) => rule.columnId === column.id)!;
}

/** Ends a code rule: people type the column again. */
export async function removeCodeRule(ctx: Ctx, modelId: string, columnName: string): Promise<null> {
  const model = await loadModel(ctx, modelId, { isLocked: true });
  const rule = (await codeRuleRows(ctx.db, modelId, ctx.now)).find((one) => one.columnName === columnName);
  if (!rule) throw new AppError('entity.notFound', '该列没有编码规则');
  await ctx.db.deleteFrom('masterdataCodeRule').where('id', '=', rule.id).execute();
  ctx.audit.note(`“${model.modelName}”的 ${columnName} 不再按规则编码`);
  return null;
}
