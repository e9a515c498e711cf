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

/** Tells those who decide about the API that somebody asks for it. */
export async function tellOwners(ctx: Ctx, row: Stored): Promise<void> {
  const api = await ctx.db
    .selectFrom(offersIn(ctx.db))
    .select(['createDept', 'createBy'])
    .where('id', '=', row.apiId)
    .executeTakeFirstOrThrow();
  const deciders = await holdersOf(ctx.db, DECIDES, api.createDept);
  await todosChanged(ctx.app, ctx.db, deciders);
  // all who may decide see it in their to-dos; the bell rings for who answers for the API
  const owners = [...new Set([row.releaseBy, api.createBy])].filter((id) => id !== null && id !== ctx.user.id && deciders.includes(id));
  await notify(ctx.app, ctx.db, {
    to: (owners.length > 0 ? owners : deciders.filter((id) => id !== ctx.user.id)) as string[],
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
