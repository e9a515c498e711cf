import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import { toAppError } from '#kit/server/error-mapper.ts';
import type { App } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { notify, openMail, type MailFile, type Mailer } from '#modules/notices/server/index.ts';
import type { ChartData } from '#modules/datasets/contract/query.ts';
import type { Attachment, SubscriptionCondition } from '../../contract/subscription.ts';
import { filesFor } from '../picture/board-files.ts';
import type { FilterValue } from '#modules/charts/contract/view-filter.ts';
import { asNumber, formatNumber, cachePoliciesOf, tileQuery, type ViewSelection, wholeQuery } from '#modules/charts/core/index.ts';
import { engine } from '#modules/datasets/server/index.ts';
import { viewerOf, type Viewer } from '../view/audience.ts';
import { type Entity } from '../view/document.ts';
import { mapRefusal, setLoader, typesOf } from '#modules/charts/server/index.ts';

export type SubscriptionRow = Selectable<Tables['visualSubscription']>;
export interface Outcome {
  readonly outcome: 'sent' | 'skipped' | 'failed';
  readonly message: string;
  readonly sentCount: number;
}
/** Figures that a message tells. */
const MAX_FIGURES = 3;
const MAX_TRIED = 6;
/** Rows of a tile that are looked through. */
const MAX_ROWS = 100_000;
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

interface Told {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly attachments: readonly MailFile[];
}
type Channel = 'notice' | 'mail';
const NO_FILES = { files: [], why: null };

/** Mails one person. Answers what was in the way, null when the mail left. */
async function mailTo(
  app: App,
  userId: string,
  line: Mailer | AppError | null,
  { title, text, path, attachments }: Told,
): Promise<string | null> {
  if (!line) return '平台还没有配置邮件服务器';
  if (line instanceof AppError) return line.message;
  const user = await app.db.selectFrom('sysUser').select(['nickname', 'email']).where('id', '=', userId).executeTakeFirst();
  if (!user?.email) return `${user?.nickname ?? '接收人'}没有登记邮箱`;
  try {
    await line.send({ to: { name: user.nickname, address: user.email }, subject: title, text, path, attachments });
    return null;
  } catch (error) {
    return toAppError(error).message;
  }
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

interface Found {
  /** how the condition was met, of a subscription that has one */
  readonly met: string | null;
  readonly files: readonly MailFile[];
  /** why there are no files */
  readonly why: string | null;
}
/** What one person is told, and where it leads. */
async function toldOf(viewer: Viewer, row: SubscriptionRow, { met, files, why }: Found): Promise<Told> {
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

/**
 * Sends a subscription to everybody on it; who may not see the document (any more) is left out. Of a condition nobody but the recipients hears
 * whether it was met: whoever makes a subscription would read the figures of others by trying one value after the other.
 */
export async function sendSubscription(app: App, row: SubscriptionRow, signal: AbortSignal): Promise<Outcome> {
  const entity = row.entityType as Entity;
  const condition = row.condition as SubscriptionCondition | null;
  const channels = row.channels as Channel[];
  const request = wishOf(row);
  const requestId = randomBytes(8).toString('hex');
  let sent = 0;
  let unseen = 0;
  let looked = 0;
  let partly = 0;
  const failures: string[] = [];
  const unmade: string[] = [];
  const line = channels.includes('mail') ? await openMail(app).catch(toAppError) : null;
  try {
    for (const userId of row.userIds as string[]) {
      signal.throwIfAborted();
      try {
        const viewer = await viewerOf(app, app.db, { userId, entity, id: row.entityId, signal, requestId });
        if (!viewer) {
          unseen++;
          continue;
        }
        const data = condition && (await answerOf(viewer, condition.key, request));
        const met = condition && (data ? conditionsMet(condition, data) : null);
        looked++;
        if (data?.truncated) partly++;
        if (condition && met === null) continue;
        const { files, why } = channels.includes('mail') ? await filesOrWhy(viewer, row, request) : NO_FILES;
        if (why && !condition) unmade.push(why);
        const told = await toldOf(viewer, row, { met, files, why });
        const failure = channels.includes('mail') ? await mailTo(app, userId, line, told) : null;
        if (failure && !condition) failures.push(failure);
        const noticed = channels.includes('notice')
          ? await notify(app, app.db, { to: [userId], kind: 'task', key: null, title: told.title, text: told.text, path: told.path })
          : 0;
        if (noticed > 0 || (channels.includes('mail') && !failure)) sent++;
      } catch (error) {
        signal.throwIfAborted();
        failures.push(toAppError(error).message);
      }
    }
  } finally {
    if (line && !(line instanceof AppError)) line.close();
  }
  const parts = [
    condition ? `已检查 ${looked} 人的数据，达到条件的人会收到` : `已发送 ${sent} 人`,
    ...(partly ? [`${partly} 人的数据过多，只检查了前 ${MAX_ROWS.toLocaleString('en-US')} 行`] : []),
    ...(unseen ? [`${unseen} 人不能查看，已略过`] : []),
    ...(failures.length ? [`${failures.length} 人失败：${failures[0]}`] : []),
    ...(unmade.length ? [`${unmade.length} 人的附件没有生成：${unmade[0]}`] : []),
    ...(condition && line instanceof AppError ? [line.message] : []),
  ];
  const done = condition ? looked : sent;
  const outcome = failures.length > 0 && done === 0 ? 'failed' : done > 0 ? 'sent' : 'skipped';
  return { outcome, message: parts.join('；'), sentCount: condition ? 0 : sent };
}

/** Sends it and keeps what came of it. */
export async function runSubscription(app: App, row: SubscriptionRow, signal: AbortSignal): Promise<Outcome> {
  const startTime = app.now();
  const result = await sendSubscription(app, row, signal);
  await app.db.transaction().execute(async (db) => {
    await db
      .insertInto('visualSubscriptionRun')
      .values({
        id: app.ids.next(),
        subscriptionId: row.id,
        ...result,
        message: result.message.slice(0, 500),
        startTime,
        endTime: app.now(),
      })
      .execute();
    await db
      .updateTable('visualSubscription')
      .set({ lastTime: startTime, lastOutcome: result.outcome, lastMessage: result.message.slice(0, 500) })
      .where('id', '=', row.id)
      .execute();
  });
  return result;
}
