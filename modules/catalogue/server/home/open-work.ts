import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { countOpenWork } from '#kit/server/open-work.ts';
import { classHits, ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';

/** What is open in the catalogue, of what the caller sees: the owner of a table answers, else that of its source. */
export function openWork(ctx: Ctx) {
  const sources = visibleSources(ctx).select('metadataSource.id');
  const ofTable = sql<string | null>`coalesce(metadata_table.owner_id, metadata_source.owner_id)`;
  const failed = visibleSources(ctx).where('isSync', '=', '3');
  const changes = ctx.db
    .selectFrom('metadataChangeRecord')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataChangeRecord.sourceId')
    .leftJoin('metadataTable', 'metadataTable.id', 'metadataChangeRecord.tableId')
    .where('metadataChangeRecord.deletedAt', 'is', null)
    .where('metadataChangeRecord.status', '=', '0')
    .where(ofVisibleTable(ctx, { table: 'metadataChangeRecord.tableId', source: 'metadataChangeRecord.sourceId' }));
  // those that the list of hits shows
  const proposals = classHits(ctx, ['metadata:classify:list']).where('metadataClassHit.state', '=', 'proposed');
  const unowned = ctx.db
    .selectFrom('metadataTable')
    .leftJoin('metadataDomain', 'metadataDomain.id', 'metadataTable.domainId')
    .where('metadataTable.deletedAt', 'is', null)
    .where('metadataTable.ownerId', 'is', null)
    .where(ofVisibleTable(ctx, { table: 'metadataTable.id', source: 'metadataTable.sourceId' }));
  const unresolved = ctx.db
    .selectFrom('metadataLineageUnresolved')
    .innerJoin('metadataLineageUnit', 'metadataLineageUnit.id', 'metadataLineageUnresolved.unitId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataLineageUnit.sourceId')
    .where('metadataLineageUnresolved.state', '=', 'open')
    .where('metadataLineageUnit.deletedAt', 'is', null)
    .where('metadataLineageUnit.sourceId', 'in', sources);
  return Promise.all([
    countOpenWork(ctx.db, 'failedSync', sql`${failed.select('metadataSource.ownerId as owner')}`),
    countOpenWork(ctx.db, 'change', sql`${changes.select(ofTable.as('owner'))}`),
    countOpenWork(ctx.db, 'proposal', sql`${proposals.select(ofTable.as('owner'))}`),
    // nobody answers for the table yet: whoever answers for its subject area names somebody
    countOpenWork(ctx.db, 'unowned', sql`${unowned.select('metadataDomain.ownerId as owner')}`),
    countOpenWork(ctx.db, 'unresolved', sql`${unresolved.select('metadataSource.ownerId as owner')}`),
  ]);
}
