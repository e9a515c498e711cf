import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { BoardConfig } from '../../contract/board-config.ts';
import { CHART_TYPE_KEYS } from '../../contract/chart-types.ts';
import { ChartConfig } from '../../contract/chart.ts';
import { DOCUMENT_MOST, type DocKind } from '../../contract/item.ts';
import { ScreenConfig } from '../../contract/screen-config.ts';
import { isDeep } from '../../core/doc/loose.ts';
import { readBoard } from '../../core/doc/read-board.ts';
import { readChart } from '../../core/doc/read-chart.ts';
import { readScreen } from '../../core/doc/read-screen.ts';
import { refsOfBoard, refsOfChart, refsOfScreen, type Ref, type Refs } from '../../core/doc/refs.ts';
import { ITEMS, ofVisibleItem } from './reach.ts';

const Number = z.coerce.number<number | string>();
const Shelf = z.array(z.looseObject({ col: z.string().min(1).max(128), alias: z.string().max(200).nullish() })).max(50);
/** The forms of the family: what has to be there, the rest is kept as it is. */
const FAMILY = {
  chart: z.looseObject({
    dataSetId: z.string({ error: '请选择数据集' }).min(1, '请选择数据集').max(32),
    chartType: z.enum(CHART_TYPE_KEYS, '图表类型不正确'),
    rows: Shelf.default([]),
    columns: Shelf.default([]),
    measures: Shelf.default([]),
    filters: z.array(z.unknown()).max(50).nullish(),
    options: z.looseObject({}).nullish(),
    theme: z.string().max(40).nullish(),
    seriesType: z.string().max(40).nullish(),
  }),
  board: z.looseObject({
    layout: z.array(z.looseObject({ i: z.union([z.string(), z.number()]), x: Number, y: Number, w: Number, h: Number })).max(200),
    interval: z
      .array(z.looseObject({ id: z.union([z.string(), z.number()]), milliseconds: Number.nullish() }))
      .max(200)
      .nullish(),
  }),
  screen: z.looseObject({
    width: Number.optional(),
    height: Number.optional(),
    layout: z.array(z.looseObject({ i: z.union([z.string(), z.number()]), x: Number, y: Number, w: Number, h: Number })).max(500),
    property: z
      .array(z.looseObject({ id: z.union([z.string(), z.number()]) }))
      .max(500)
      .nullish(),
  }),
} as const;
const OURS = { chart: ChartConfig, board: BoardConfig, screen: ScreenConfig } as const;

const wrong = (field: string, issues: readonly { path: string; message: string }[]) =>
  new AppError(
    'input.invalid',
    issues[0]?.message,
    issues.slice(0, 50).map(({ path, message }) => ({ path: path ? `${field}.${path}` : field, message })),
  );

/** A document that passed: as it is stored, and what it names. */
export interface Checked {
  readonly text: string;
  readonly refs: Refs;
  readonly chart: ChartConfig | null;
}

/** Ids that a stored document names. */
export function refsOf(kind: DocKind, doc: unknown): Refs {
  if (kind === 'chart') return refsOfChart(readChart(doc));
  return kind === 'board' ? refsOfBoard(readBoard(doc)) : refsOfScreen(readScreen(doc));
}

function formOf(kind: DocKind, field: string, input: unknown): Record<string, unknown> {
  let form: unknown = input;
  if (typeof input === 'string') {
    if (input.length > DOCUMENT_MOST) throw new AppError('input.tooLarge', '配置内容过大，请减少组件或图片');
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

/**
 * Checks a document that is about to be stored: our form in full, or the form of the family. Charts and data sets that it names anew must be
 * within the reach of the caller. Throws input.invalid with the paths of what is wrong, input.tooLarge.
 */
export async function checkDocument(ctx: Ctx, kind: DocKind, input: unknown, before: unknown): Promise<Checked> {
  const field = `${kind}Config`;
  const form = formOf(kind, field, input);
  const text = JSON.stringify(form);
  if (text.length > DOCUMENT_MOST) throw new AppError('input.tooLarge', '配置内容过大，请减少组件或图片');
  const ours = OURS[kind].safeParse(form);
  if (!ours.success) {
    if (form.v !== undefined) throw wrong(field, issuesOf(ours.error));
    const family = FAMILY[kind].safeParse(form);
    if (!family.success) throw wrong(field, issuesOf(family.error));
  }
  const refs = refsOf(kind, form);
  const known = before === null || before === undefined ? null : refsOf(kind, before);
  await assertReach(ctx, field, refs, known);
  return { text, refs, chart: kind === 'chart' ? readChart(form) : null };
}

/** Permissions with which charts and data sets are picked. */
const PICKS_CHARTS = ['visual:chart:list', 'visual:chart:build', 'visual:board:build', 'visual:screen:build'];
const PICKS_SETS = ['visual:set:list', 'visual:set:detail', 'visual:chart:build', 'visual:board:build', 'visual:screen:build'];

async function assertReach(ctx: Ctx, field: string, refs: Refs, known: Refs | null): Promise<void> {
  const fresh = (list: readonly Ref[], old: readonly Ref[] = []) => {
    const had = new Set(old.map(({ id }) => id));
    return list.filter(({ id }) => !had.has(id));
  };
  const charts = fresh(refs.charts, known?.charts);
  const sets = fresh(refs.sets, known?.sets);
  const ids = (list: readonly Ref[]) => [...new Set(list.map(({ id }) => id))];
  const seenCharts =
    charts.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualChart')
          .select('id')
          .where('deletedAt', 'is', null)
          .where('id', 'in', ids(charts))
          .where(ofVisibleItem(ctx, 'chart', PICKS_CHARTS))
          .execute();
  const seenSets =
    sets.length === 0
      ? []
      : await ctx.db
          .selectFrom('visualDataSet')
          .select('id')
          .where('deletedAt', 'is', null)
          .where('id', 'in', ids(sets))
          .where(ofVisibleItem(ctx, 'dataset', PICKS_SETS))
          .execute();
  const missing = (list: readonly Ref[], seen: readonly { id: string }[], message: string) => {
    const there = new Set(seen.map(({ id }) => id));
    return list.filter(({ id }) => !there.has(id)).map(({ path }) => ({ path, message }));
  };
  const problems = [
    ...missing(charts, seenCharts, '引用的图表不存在或没有查看权限'),
    ...missing(sets, seenSets, '数据集不存在或没有查看权限'),
  ];
  if (problems.length > 0) throw wrong(field, problems);
}
