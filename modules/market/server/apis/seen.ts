import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { PageQuery } from '#kit/contract/fields.ts';
import { containsText, pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { ApiRow, type ApiSearch } from '../../contract/api.ts';
import { groupsBelow } from '../groups/below.ts';

export const API_SCOPE = { dept: 'createDept', owner: 'createBy' };
const SORTABLE = ['apiName', 'apiUrl', 'apiVersion', 'status', 'createTime', 'updateTime', 'releaseTime'];

/** APIs within the caller's data scope, and those that are released: whoever may look can ask for them. */
const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('marketApi')
    .where('deletedAt', 'is', null)
    .where((e) => e.or([scope(ctx, API_SCOPE), e('status', '=', '2')]));

/** The same with whether the caller's data scope reaches each. */
const withScope = (ctx: Ctx, rows: ReturnType<typeof visible>) =>
  rows.selectAll().select((e) => e.case().when(scope(ctx, API_SCOPE)).then(1).else(0).end().as('isWithin'));

/** How an API reads its source is the business of who may see it there: others see what it takes and gives. */
function shown(row: { isWithin: number }): z.output<typeof ApiRow> {
  const api = ApiRow.parse(row);
  if (Number(row.isWithin) === 1) return api;
  return { ...api, deny: null, executeConfig: { ...api.executeConfig, sqlText: null } };
}

export async function pageOfApis(ctx: Ctx, query: PageQuery & z.output<typeof ApiSearch>) {
  let rows = visible(ctx);
  if (query.apiName) rows = rows.where(containsText('apiName', query.apiName));
  if (query.apiUrl) rows = rows.where(containsText('apiUrl', query.apiUrl));
  if (query.status) rows = rows.where('status', '=', query.status);
  if (query.groupId) rows = rows.where('groupId', 'in', await groupsBelow(ctx.db, query.groupId));
  let list = withScope(ctx, rows);
  for (const [field, direction] of sortOrders(query.sort, SORTABLE, '-createTime')) list = list.orderBy(field as 'apiName', direction);
  const page = await pageRows(query, list, rows);
  return { ...page, data: page.data.map(shown) };
}

/** One API that the caller sees. Throws entity.notFound. */
export async function seenApi(ctx: Ctx, id: string): Promise<z.output<typeof ApiRow>> {
  const row = await withScope(ctx, visible(ctx).where('id', '=', id)).executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return shown(row);
}
