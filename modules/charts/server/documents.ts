import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { MAX_DOCUMENT_CHARS, type DocKind } from '#modules/library/contract/item.ts';
import { asksOf } from '../core/outline/asks.ts';
import { isDeep } from '#kit/core/loose.ts';
import { policiesOf } from '../core/outline/policies.ts';
import { refsOf } from '../core/outline/refs.ts';
import type { Outline } from '../core/outline/outline.ts';
import { policyProblem } from '#modules/datasets/server/index.ts';
import { type Checked, ITEMS, ofVisibleItem } from '#modules/library/server/index.ts';

/** What telling the kinds of documents apart takes: their forms and their outline. */
export interface DocumentForm<Config> {
  readonly kind: DocKind;
  /** our form */
  readonly ours: z.ZodType<Config>;
  /** the form of the family: what has to be there, the rest is kept as it is */
  readonly family: z.ZodType;
  /** whether a later program made it */
  isNewer(stored: unknown): boolean;
  /** a stored document in today's form */
  read(stored: unknown): Config;
  outline(config: Config): Outline;
}

const wrong = (field: string, issues: readonly { path: string; message: string }[]) =>
  new AppError(
    'input.invalid',
    issues[0]?.message,
    issues.slice(0, 50).map(({ path, message }) => ({ path: path ? `${field}.${path}` : field, message })),
  );

function formOf(kind: DocKind, field: string, input: unknown): Record<string, unknown> {
  let form: unknown = input;
  if (typeof input === 'string') {
    if (input.length > MAX_DOCUMENT_CHARS) throw new AppError('input.tooLarge', '配置内容过大，请减少组件或图片');
    try {
      form = JSON.parse(input);
    } catch {
      throw wrong(field, [{ path: '', message: `${ITEMS[kind].label}配置不是有效的 JSON` }]);
    }
  }
  if (typeof form !== 'object' || form === null || Array.isArray(form) || isDeep(form))
    throw wrong(field, [{ path: '', message: `${ITEMS[kind].label}配置格式不正确` }]);
  return form as Record<string, unknown>;
}

const issuesOf = (error: z.ZodError) => error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message }));

/** A document that passed: as it is stored, as it came, and what it names. */
interface Passed extends Pick<Checked, 'text' | 'refs'> {
  readonly form: unknown;
}

/**
 * Checks a document that is about to be stored: our form in full, or the form of the family. What it reads beyond the document before it must
 * be within the reach of the caller. Throws input.invalid with the paths of what is wrong, input.tooLarge.
 */
export async function checkDocument<Config>(ctx: Ctx, of: DocumentForm<Config>, input: unknown, before: unknown): Promise<Passed> {
  const { kind } = of;
  const field = `${kind}Config`;
  const form = formOf(kind, field, input);
  const text = JSON.stringify(form);
  if (text.length > MAX_DOCUMENT_CHARS) throw new AppError('input.tooLarge', '配置内容过大，请减少组件或图片');
  if (of.isNewer(form)) throw wrong(field, [{ path: 'v', message: `${ITEMS[kind].label}配置来自更新版本的平台，请升级平台后重试` }]);
  const ours = of.ours.safeParse(form);
  if (!ours.success) {
    if (form.v !== undefined) throw wrong(field, issuesOf(ours.error));
    const family = of.family.safeParse(form);
    if (!family.success) throw wrong(field, issuesOf(family.error));
  }
  for (const { path, policy } of ours.success ? policiesOf(of.outline(ours.data)) : []) {
    const problem = policyProblem(policy, ctx.now);
    if (problem) throw wrong(field, [{ path, message: `数据缓存：${problem}` }]);
  }
  const outline = of.outline(of.read(form));
  const isNew = before === null || before === undefined;
  await assertReach(ctx, kind, outline, isNew ? null : of.outline(of.read(before)));
  return { text, form, refs: refsOf(outline) };
}

/** Permissions with which charts and data sets are picked. */
const PICKS_CHARTS = ['visual:chart:list', 'visual:chart:build', 'visual:board:build', 'visual:screen:build'];
export const PICKS_SETS = ['visual:set:list', 'visual:set:detail', 'visual:chart:build', 'visual:board:build', 'visual:screen:build'];

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)];

/** Data sets of stored charts, whoever may see them. */
async function setsOfCharts(ctx: Ctx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await ctx.db.selectFrom('visualChart').select(['id', 'dataSetId']).where('id', 'in', ids).execute();
  return new Map(rows.flatMap(({ id, dataSetId }) => (dataSetId === null ? [] : [[id, dataSetId]])));
}

/**
 * Stored charts that are named anew must be seen by the caller. What is read of a data set beyond what the document reads already takes a
 * right on that data set: an editor of a document, or the maker of a copy, keeps what its readers were let see and builds nothing else on it.
 */
async function assertReach(ctx: Ctx, kind: DocKind, outline: Outline, before: Outline | null): Promise<void> {
  const refs = refsOf(outline);
  const known = before && refsOf(before);
  const had = new Set(known?.charts.map(({ id }) => id));
  const charts = refs.charts.filter(({ id }) => !had.has(id));
  const seenCharts =
    charts.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualChart')
          .select('id')
          .where('deletedAt', 'is', null)
          .where('id', 'in', distinct(charts.map(({ id }) => id)))
          .where(ofVisibleItem(ctx, 'chart', PICKS_CHARTS))
          .execute();
  const sets = await setsOfCharts(ctx, distinct([...refs.charts, ...(known?.charts ?? [])].map(({ id }) => id)));
  const setOf = (id: string) => sets.get(id);
  const asked = before ? asksOf(before, setOf) : [];
  const hadAsked = new Set(asked.map(({ dataSetId, text }) => `${dataSetId} ${text}`));
  const asks = asksOf(outline, setOf).filter(({ dataSetId, text }) => !hadAsked.has(`${dataSetId} ${text}`));
  const seenSets =
    asks.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualDataSet')
          .select('id')
          .where('deletedAt', 'is', null)
          .where('id', 'in', distinct(asks.map(({ dataSetId }) => dataSetId)))
          .where(ofVisibleItem(ctx, 'dataset', PICKS_SETS))
          .execute();
  const chartIds = new Set(seenCharts.map(({ id }) => id));
  const setIds = new Set(seenSets.map(({ id }) => id));
  const knownSets = new Set(asked.map(({ dataSetId }) => dataSetId));
  const problems = new Map<string, { path: string; message: string }>();
  for (const { id, path } of charts) if (!chartIds.has(id)) problems.set(path, { path, message: '引用的图表不存在或没有查看权限' });
  for (const { dataSetId, path } of asks)
    if (!setIds.has(dataSetId) && !problems.has(path))
      problems.set(path, {
        path,
        message: knownSets.has(dataSetId)
          ? '没有该数据集的查看权限：原有图表可以保留或删除，不能改变查询内容，也不能增加图表、筛选、联动或明细'
          : '数据集不存在或没有查看权限',
      });
  if (problems.size > 0) throw wrong(`${kind}Config`, [...problems.values()]);
}

/**
 * Data sets whose rows no data gate limits to the reader: whoever owns a document over them reads all that it shows, for as long as it is there.
 */
const UNGATED = ['file', 'platform'] as const;

/**
 * A copy belongs to its maker, and so does what it reads: of uploaded files and of the platform's own tables that takes a right on the data
 * set, as for a document that is made anew. Throws rule.broken with the number of data sets that are out of reach.
 */
export async function assertCopyReach<Config>(ctx: Ctx, of: DocumentForm<Config>, id: string, doc: unknown): Promise<void> {
  const { kind } = of;
  const outline = of.outline(of.read(doc));
  const charts = distinct([...refsOf(outline).charts.map((chart) => chart.id), ...(kind === 'chart' ? [id] : [])]);
  const sets = await setsOfCharts(ctx, charts);
  const seen =
    charts.length === 0 || kind === 'chart'
      ? []
      : await ctx.db
          .selectFrom('visualChart')
          .select('id')
          .where('id', 'in', charts)
          .where(ofVisibleItem(ctx, 'chart', PICKS_CHARTS))
          .execute();
  const own = new Set(seen.map((chart) => chart.id));
  const asked = asksOf(outline, (chart) => sets.get(chart)).map(({ dataSetId }) => dataSetId);
  const named = distinct([...asked, ...[...sets].flatMap(([chart, set]) => (own.has(chart) ? [] : [set]))]);
  if (named.length === 0) return;
  const hidden = await ctx.db
    .selectFrom('visualDataSet')
    .select('id')
    .where('id', 'in', named)
    .where('setKind', 'in', UNGATED)
    .where((e) => e.not(ofVisibleItem(ctx, 'dataset', PICKS_SETS) as never))
    .execute();
  if (hidden.length > 0)
    throw new AppError(
      'rule.broken',
      `该${ITEMS[kind].label}使用了 ${hidden.length} 个您没有查看权限的数据集（上传文件或平台数据），不能复制；请联系制作人把数据集共享给您`,
    );
}
