import { sql, type SqlBool } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { SILENT_MS } from '../calls/breaker-rows.ts';
import { ofApi } from '../reach.ts';

const MAX = 500;

/** Sources behind the caller's APIs that nodes leave alone now, since the first of them began to. */
export async function restingSources(ctx: Ctx) {
  const rows = await ctx.db
    .selectFrom('marketBreaker as breaker')
    .innerJoin('metadataSource as source', 'source.id', 'breaker.sourceId')
    .select(['breaker.sourceId', 'source.sourceName', 'breaker.nodeId', 'breaker.since'])
    .where('breaker.state', '<>', 'closed')
    .where('breaker.updateTime', '>', new Date(ctx.now.getTime() - SILENT_MS))
    .where('source.deletedAt', 'is', null)
    .where((e) =>
      e.exists(
        e
          .selectFrom('marketApi as api')
          .select('api.id')
          .where(sql<SqlBool>`api.execute_config->>'sourceId' = breaker.source_id`)
          .where('api.deletedAt', 'is', null)
          .where(scope(ctx, ofApi)),
      ),
    )
    .orderBy('breaker.since')
    .orderBy('breaker.nodeId')
    .limit(MAX)
    .execute();
  // since the first node: rows come in that order
  const found = new Map<string, { sourceId: string; sourceName: string; since: (typeof rows)[number]['since']; nodes: string[] }>();
  for (const { nodeId, ...row } of rows) {
    const known = found.get(row.sourceId) ?? { ...row, nodes: [] };
    known.nodes.push(nodeId);
    found.set(row.sourceId, known);
  }
  return [...found.values()];
}
