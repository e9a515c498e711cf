import type { App, Ctx, Db } from '#kit/server/ctx.ts';
import { todosChanged } from '#kit/server/todos.ts';
import { holdersOf, notify } from '#modules/notices/server/index.ts';
import { offersIn } from './offers.ts';
import { DECIDES, type Stored } from './rows.ts';

const PAGE = '/market/subscription';
const MINE = '/market/myapply';
const kind = 'market' as const;

export const dayText = (time: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(time);
const named = ({ appName, apiName, apiVersion }: Pick<Stored, 'appName' | 'apiName' | 'apiVersion'>) =>
  `“${appName}”对“${apiName}”${apiVersion} 的订阅`;
/** Who uses a subscription: the owner of the application and who asked for it. */
export const usersOf = ({ appBy, applyBy }: Pick<Stored, 'appBy' | 'applyBy'>): string[] => [
  ...new Set([applyBy, ...(appBy ? [appBy] : [])]),
];

/** Who may decide about requests for an API, and whom the bell rings for: who answers for it, else all of them. Nobody decides about the own. */
export async function decidersOf(ctx: Ctx, apiId: string): Promise<{ readonly all: readonly string[]; readonly told: string[] }> {
  const api = await ctx.db
    .selectFrom(offersIn(ctx.db))
    .select(['createDept', 'createBy', 'releaseBy'])
    .where('id', '=', apiId)
    .executeTakeFirstOrThrow();
  const all = await holdersOf(ctx.db, DECIDES, api.createDept);
  const others = all.filter((id) => id !== ctx.user.id);
  const owners = others.filter((id) => id === api.releaseBy || id === api.createBy);
  return { all, told: owners.length > 0 ? owners : others };
}

/** Tells those who decide about the API that somebody asks for it. */
export async function tellOwners(ctx: Ctx, row: Stored): Promise<void> {
  const { all, told } = await decidersOf(ctx, row.apiId);
  await todosChanged(ctx.app, ctx.db, all);
  await notify(ctx.app, ctx.db, {
    to: told,
    kind,
    title: row.renewsId === null ? '订阅申请待审批' : '订阅续期待审批',
    text: `${ctx.user.nickname}申请${named(row)}${row.renewsId === null ? '' : '续期'} ${row.days} 天：${row.reason}`,
    path: `${PAGE}?status=1`,
    key: `market.subscription:${row.id}`,
  });
}

/** Tells who asked what became of it. */
export async function tellApplicant(app: App, db: Db, row: Stored, { title, text }: { title: string; text: string }): Promise<void> {
  await notify(app, db, { to: usersOf(row), kind, title, text: `${named(row)}${text}`, path: MINE, key: null });
}
