import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Reply } from '#kit/contract/route.ts';
import type { snapshot as contract } from '../../contract/snapshot.ts';
import { aboutTables, type TableAbout } from './about.ts';
import { readableResults, shownPoints, weightsOf, wholeScore } from './index.ts';
import { daysBetween, standingAt, type DatedResult } from './results.ts';

const MAX_DAYS = 92;
type Kind = 'source' | 'domain' | 'tier' | 'dept' | 'owner';

const KEYS: Readonly<Record<Kind, (table: TableAbout) => readonly [id: string | null, name: string | null]>> = {
  source: ({ sourceId, sourceName }) => [sourceId, sourceName],
  domain: ({ domainId, domainName }) => [domainId, domainName],
  tier: ({ tier, tierName }) => [tier, tierName],
  dept: ({ deptId, deptName }) => [deptId, deptName],
  owner: ({ ownerId, ownerName }) => [ownerId, ownerName],
};

/** Points of the tables that the caller sees, by what they belong to, the lowest first. */
export async function scoreGroups(
  ctx: Ctx,
  { by, from, to }: { by: Kind; from: string; to: string },
): Promise<Reply<typeof contract.groups>> {
  const days = daysBetween(from, to);
  if (days.length === 0 || days.length > MAX_DAYS)
    throw new AppError('input.invalid', `请选择 1 到 ${MAX_DAYS} 天的范围`, [{ path: 'to', message: '日期范围不正确' }]);
  const weights = await weightsOf(ctx.db);
  const results = await readableResults(ctx, { from, to });
  const about = await aboutTables(ctx.db, [...new Set(results.map(({ tableId }) => tableId))]);
  const groups = new Map<string, { name: string | null; results: DatedResult[] }>();
  for (const one of results) {
    const table = about.get(one.tableId);
    if (!table) continue;
    const [id, name] = KEYS[by](table);
    const group = groups.get(id ?? '') ?? { name, results: [] };
    group.results.push(one);
    groups.set(id ?? '', group);
  }
  return [...groups]
    .map(([id, group]) => {
      const now = standingAt(group.results, to);
      return {
        id,
        name: group.name,
        tableCount: new Set(now.map(({ tableId }) => tableId)).size,
        ruleCount: now.length,
        failCount: now.filter(({ state }) => state === 'fail').length,
        score: shownPoints(wholeScore(now, weights)),
        before: shownPoints(wholeScore(standingAt(group.results, days.at(-2) ?? '2000-01-01'), weights)),
        days: days.map((day) => ({ day, score: shownPoints(wholeScore(standingAt(group.results, day), weights)) })),
      };
    })
    .sort((a, b) => (a.score ?? 101) - (b.score ?? 101) || (a.id < b.id ? -1 : 1));
}
