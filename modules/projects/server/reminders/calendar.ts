import { holds } from '#kit/contract/access.ts';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { expiry } from '../../contract/expiry.ts';
import { daysLeft } from '../../core/expiry.ts';
import { expirySources } from './index.ts';
import { countExpiring, findExpiring, pathOf, withinReach, type ExpirySource } from './source.ts';

/** A month and the days around it that fill its weeks. */
const MAX_DAYS = 62;
const MAX_ITEMS = 1000;

const visible = (ctx: Ctx, entity: string | undefined): ExpirySource[] =>
  expirySources.filter((source) => (entity === undefined || source.entity === entity) && holds(ctx.user, `project:${source.entity}:list`));

export const expiryRoutes = implement(expiry, {
  async calendar(ctx, { query: { from, to, entity } }) {
    const length = daysLeft(to, from);
    if (length < 0 || length > MAX_DAYS)
      throw new AppError('input.invalid', `日期区间应在${MAX_DAYS}天以内`, [{ path: 'to', message: '日期区间不正确' }]);
    const counts = new Map<string, number>();
    const found: (Awaited<ReturnType<typeof findExpiring>>[number] & { source: ExpirySource })[] = [];
    for (const source of visible(ctx, entity)) {
      const within = withinReach(ctx, source);
      for (const [day, count] of await countExpiring(ctx.db, source, { from, to }, within)) counts.set(day, (counts.get(day) ?? 0) + count);
      const rows = await findExpiring(ctx.db, source, { from, to, within, limit: MAX_ITEMS });
      found.push(...rows.map((row) => ({ ...row, source })));
    }
    found.sort((a, b) => (a.validTo === b.validTo ? (a.id < b.id ? -1 : 1) : a.validTo < b.validTo ? -1 : 1));
    const shown = found.slice(0, MAX_ITEMS);
    const deptIds = [...new Set(shown.flatMap((row) => row.deptId ?? []))];
    const depts =
      deptIds.length === 0 ? [] : await ctx.db.selectFrom('sysDept').select(['id', 'deptName']).where('id', 'in', deptIds).execute();
    const names = new Map(depts.map((dept) => [dept.id, dept.deptName]));
    return {
      days: [...counts].map(([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1)),
      items: shown.map(({ source, deptId, id, title, validTo }) => ({
        entity: source.entity,
        id,
        title,
        what: source.what,
        validTo,
        deptName: (deptId && names.get(deptId)) || null,
        path: pathOf(source.entity, id),
      })),
      isCut: [...counts.values()].reduce((sum, count) => sum + count, 0) > shown.length,
    };
  },
});
