import { AppError } from '#kit/contract/errors.ts';
import { holds } from '#kit/contract/access.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { runPreparedQuery } from '#kit/server/db/prepared.ts';
import { namedCache } from '#kit/server/named-cache.ts';
import type { BoardConfig } from '#modules/boards/contract/board-config.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ScreenConfig } from '#modules/screens/contract/screen-config.ts';
import { readBoard } from '#modules/boards/core/index.ts';
import { readCharts } from '#modules/charts/core/index.ts';
import { readScreen } from '#modules/screens/core/index.ts';
import { assertKnownForm, ofVisibleItem, withSafeThumbnails } from '#modules/library/server/index.ts';

/** A published document with the stored charts as they were when it was published. */
export interface Published<Config> {
  readonly id: string;
  readonly name: string;
  readonly versionNo: number;
  readonly publishedTime: Date | null;
  readonly config: Config;
  readonly charts: Readonly<Record<string, ChartConfig>>;
}

const BOARD_PERMS = ['visual:board:preview', 'visual:board:build'];
const SCREEN_PERMS = ['visual:screen:preview', 'visual:screen:build'];

/** A published version never changes: it is read and checked once, whoever looks. */
const opened = namedCache<{ readonly config: object; readonly charts: Readonly<Record<string, ChartConfig>> }>({
  name: 'visual.published',
  label: '已发布的看板和大屏',
  summary: '查看者打开的已发布版本，清除后首次打开会重新读取',
  max: 100,
});

const gone = () => new AppError('entity.notFound', '内容不存在、尚未发布，或您没有查看权限');

async function frozen(db: Db, entity: 'board' | 'screen', id: string, versionNo: number) {
  const row = await db
    .selectFrom('visualVersion')
    .select(['doc', 'charts'])
    .where('entityType', '=', entity)
    .where('entityId', '=', id)
    .where('versionNo', '=', versionNo)
    .executeTakeFirst();
  if (!row) throw gone();
  assertKnownForm(entity, row.doc);
  return { doc: row.doc as unknown, charts: readCharts(row.charts as Record<string, unknown>) };
}

async function publishedOf<Config extends object>(
  db: Db,
  entity: 'board' | 'screen',
  row: { id: string; name: string; publishedNo: number | null; publishedTime: Date | null } | undefined,
  read: (doc: unknown) => Config,
): Promise<Published<Config>> {
  if (row?.publishedNo == null) throw gone();
  const { id, name, publishedNo: versionNo, publishedTime } = row;
  const key = `${entity} ${id} ${versionNo} ${publishedTime?.getTime() ?? ''}`;
  let open = opened.get(key);
  if (!open) {
    const { doc, charts } = await frozen(db, entity, id, versionNo);
    open = { config: read(doc), charts };
    opened.set(key, open);
  }
  return { id, name, versionNo, publishedTime, config: open.config as Config, charts: open.charts };
}

const boards = (db: Db) =>
  db
    .selectFrom('visualBoard')
    .select(['visualBoard.id', 'boardName as name', 'publishedNo', 'publishedTime'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1');
const screens = (db: Db) =>
  db
    .selectFrom('visualScreen')
    .select(['visualScreen.id', 'screenName as name', 'publishedNo', 'publishedTime'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1');

/**
 * The published version of a board for the caller: whoever may preview or build boards and sees this one (scope, shared, granted).
 * entity.notFound when it is missing, disabled, not published or out of reach.
 */
export async function publishedBoard(ctx: Ctx, id: string): Promise<Published<BoardConfig>> {
  if (!BOARD_PERMS.some((one) => holds(ctx.user, one))) throw gone();
  const visible = boards(ctx.db)
    .where('visualBoard.id', '=', id)
    .where(ofVisibleItem(ctx, 'board', BOARD_PERMS));
  const [row] = await runPreparedQuery(ctx.db, visible);
  return publishedOf(ctx.db, 'board', row, readBoard);
}

/** Screens by id or fixed code, with what decides whether the caller may open them. */
const reachedScreens = (ctx: Ctx, names: readonly string[]) =>
  screens(ctx.db)
    .where((e) => e.or([e('visualScreen.id', 'in', names), e('code', 'in', names)]))
    .select(['code', 'viewPerms'])
    .select((e) => e.fn<boolean>('coalesce', [ofVisibleItem(ctx, 'screen', SCREEN_PERMS), e.lit(false)]).as('isVisible'));
const opens = (ctx: Ctx, { viewPerms, isVisible }: { viewPerms: string | null; isVisible: boolean }): boolean =>
  (viewPerms !== null && holds(ctx.user, viewPerms)) || (isVisible && SCREEN_PERMS.some((one) => holds(ctx.user, one)));

/**
 * As `publishedBoard`, of a screen by its id or its fixed code. A fixed screen opens with its own permission (`screen:cockpit:view`) as
 * well as with the rights of other screens.
 */
export async function publishedScreen(ctx: Ctx, idOrCode: string): Promise<Published<ScreenConfig>> {
  const known = reachedScreens(ctx, [idOrCode])
    .orderBy((e) => e.case().when('code', '=', idOrCode).then(0).else(1).end())
    .limit(1);
  const [row] = await runPreparedQuery(ctx.db, known);
  return publishedOf(ctx.db, 'screen', row && opens(ctx, row) ? row : undefined, readScreen);
}

/** The kept pictures of published screens that the caller may open, by the ids and codes that were asked for. */
export async function picturesOfScreens(ctx: Ctx, names: readonly string[]): Promise<Record<string, string>> {
  if (names.length === 0) return {};
  const rows = await reachedScreens(ctx, names).select('screenThumbnail as thumbnail').where('publishedNo', 'is not', null).execute();
  const reachable = rows.filter((row) => opens(ctx, row));
  const shown = await withSafeThumbnails(ctx.db, 'screen', reachable);
  return Object.fromEntries(
    names.flatMap((name) => {
      const row = shown.find(({ code }) => code === name) ?? shown.find(({ id }) => id === name);
      return row?.thumbnail ? [[name, row.thumbnail]] : [];
    }),
  );
}

/** The published version without asking who looks: for share links and schedules, which decide that themselves. */
export async function publishedForAll(db: Db, entity: 'board', id: string): Promise<Published<BoardConfig>>;
export async function publishedForAll(db: Db, entity: 'screen', id: string): Promise<Published<ScreenConfig>>;
export async function publishedForAll(db: Db, entity: 'board' | 'screen', id: string): Promise<Published<BoardConfig | ScreenConfig>> {
  if (entity === 'board') return publishedOf(db, 'board', await boards(db).where('visualBoard.id', '=', id).executeTakeFirst(), readBoard);
  return publishedOf(db, 'screen', await screens(db).where('visualScreen.id', '=', id).executeTakeFirst(), readScreen);
}
