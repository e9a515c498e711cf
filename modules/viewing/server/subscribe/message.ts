import type { Selectable } from 'kysely';
import { toAppError } from '#kit/server/error-mapper.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import type { MailFile } from '#modules/notices/server/index.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { Attachment, SubscriptionCondition } from '../../contract/subscription.ts';
import { filesFor } from '../picture/board-files.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { asNumber, formatNumber, cachePoliciesOf, tileQuery, type ViewSelection, wholeQuery } from '#modules/charts/core/index.ts';
import { engine } from '#modules/datasets/server/index.ts';
import type { Viewer } from '../view/audience.ts';
import type { Cadence } from './cadence.ts';
import { mapRefusal, setLoader, typesOf } from '#modules/charts/server/index.ts';

export type SubscriptionRow = Selectable<Tables['visualSubscription']>;
/** Figures that a message tells. */
const MAX_FIGURES = 3;
const MAX_TRIED = 6;
/** Rows of a tile that are looked through. */
export const MAX_ROWS = 100_000;
/** Types whose first row says what matters in one number. */
const FIGURES = new Set(['kpi', 'gauge', 'liquidFill', 'bullet']);

const wishOf = (row: SubscriptionRow): ViewSelection => ({ filters: row.filters as Record<string, FilterValue>, links: {}, drills: {} });

/** What a tile is about with the rights of the viewer, beyond what it shows of it; null when the tile is gone. */
async function answerOf({ ctx, document }: Viewer, key: string, request: ViewSelection): Promise<ChartData | null> {
  const tile = document.shape.tiles.get(key);
  if (!tile) return null;
  const set = await setLoader(ctx)(tile.chart.dataSetId);
  const query = mapRefusal(() => tileQuery(document.shape, key, request, typesOf(set)));
  const options = { purpose: 'chart', priority: 'below', keep: cachePoliciesOf(document.shape, key), signal: ctx.signal } as const;
  const shown = await engine.ask(ctx, set, query, options);
  const isWhole = !shown.truncated && !(shown.cut && query.topN?.others);
  return isWhole ? shown : engine.ask(ctx, set, wholeQuery(query, MAX_ROWS), options);
}

const COMPARE: Record<SubscriptionCondition['op'], (a: number, b: number) => boolean> = {
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
};

/** The first row that meets the condition, in words; null when none does. */
export function conditionsMet(condition: SubscriptionCondition, data: ChartData): string | null {
  const at = data.columns.findIndex(({ key }) => key === condition.measure);
  const column = data.columns[at];
  if (!column) return null;
  for (const row of data.rows) {
    const value = asNumber(row[at]);
    if (value === null || !COMPARE[condition.op](value, condition.value)) continue;
    const name = data.columns.flatMap((one, n) => (one.role === 'dimension' ? [String(row[n] ?? '（空白）')] : [])).join(' · ');
    return `${name ? `${name}：` : ''}${column.name} ${formatNumber(value, column.format, column.modifier)}`;
  }
  return null;
}

/** What a viewer is told: the figures of the first cards that they may see. */
async function figuresOf(viewer: Viewer, request: ViewSelection): Promise<string> {
  const cards = [...viewer.document.shape.tiles.values()].filter(({ chart }) => FIGURES.has(chart.chartType)).slice(0, MAX_TRIED);
  const told: string[] = [];
  for (const { key, name } of cards) {
    if (told.length >= MAX_FIGURES) break;
    try {
      const data = await answerOf(viewer, key, request);
      const at = data?.columns.findIndex(({ role }) => role === 'measure') ?? -1;
      const column = data?.columns[at];
      if (!data || !column || data.rows.length === 0) continue;
      const value = asNumber(data.rows.at(-1)?.[at]);
      told.push(`${name} ${formatNumber(value, column.format, column.modifier)}`);
    } catch {
      viewer.ctx.signal.throwIfAborted();
      // a card that this person may not read is not told; the link leads to what they may
    }
  }
  return told.length > 0 ? told.join('；') : '内容已更新，点击查看';
}

export interface Told {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly attachments: readonly MailFile[];
}
/** The files for one person, and why there are none where they could not be made: the message goes out without them. */
async function filesOrWhy(
  viewer: Viewer,
  row: SubscriptionRow,
  request: ViewSelection,
): Promise<{ files: MailFile[]; why: string | null }> {
  try {
    return { files: await filesFor(viewer, row.attachments as Attachment[], request), why: null };
  } catch (error) {
    viewer.ctx.signal.throwIfAborted();
    return { files: [], why: toAppError(error).message };
  }
}

const NO_FILES = { files: [], why: null };

interface DeliveryContent {
  /** how the condition was met, of a subscription that has one */
  readonly met: string | null;
  readonly files: readonly MailFile[];
  /** why there are no files */
  readonly why: string | null;
}
/** What one person is told, and where it leads. */
async function toldOf(viewer: Viewer, row: SubscriptionRow, { met, files, why }: DeliveryContent): Promise<Told> {
  const request = wishOf(row);
  const filters = Object.keys(request.filters).length > 0 ? `?f=${encodeURIComponent(JSON.stringify(request.filters))}` : '';
  const said = `${viewer.document.published.name}　${met ?? (await figuresOf(viewer, request))}`.slice(0, 500);
  return {
    title: `${row.condition ? '预警' : '订阅'}：${row.subscriptionName}`,
    text: why ? `${said}（附件没有生成：${why}）` : said,
    path: `/visual/${row.entityType}/view/${row.entityId}${filters}`,
    attachments: files,
  };
}

/** What a subscription is for one viewer. */
export interface Look {
  /** more rows than are looked through */
  readonly isPartly: boolean;
  /** null: its condition was not met, or the viewer has heard of it */
  readonly told: Told | null;
  /** why there are no files */
  readonly why: string | null;
}
/** Looks at a document for one viewer: what there is to tell, where the condition is met and it is time to tell. */
export async function lookFor(
  viewer: Viewer,
  row: SubscriptionRow,
  { withFiles, cadence }: { withFiles: boolean; cadence: Cadence },
): Promise<Look> {
  const condition = row.condition as SubscriptionCondition | null;
  const request = wishOf(row);
  const data = condition && (await answerOf(viewer, condition.key, request));
  const met = condition && (data ? conditionsMet(condition, data) : null);
  const isPartly = data?.truncated === true;
  const silent = { isPartly, told: null, why: null };
  if (condition && met === null) {
    await cadence.over();
    return silent;
  }
  if (!(await cadence.isDue())) return silent;
  const { files, why } = withFiles ? await filesOrWhy(viewer, row, request) : NO_FILES;
  return { isPartly, told: await toldOf(viewer, row, { met, files, why }), why };
}
