import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { ofVisibleColumn, ofVisibleTable } from '#modules/gate/server/index.ts';
import { visibleSources } from '#modules/sources/server/index.ts';
import type { WORK_KINDS } from '../../contract/home.ts';

type Kind = (typeof WORK_KINDS)[number];

/** Counts rows and the people who answer for them; `owner` is the account of a row. */
async function counted<K extends Kind>(kind: K, rows: SelectQueryBuilder<any, any, any>, owner: RawBuilder<string | null>) {
  const found = await rows
    .leftJoin('sysUser as answers', (on) => on.on(sql<boolean>`answers.id = ${owner}`))
    .select([
      sql<string>`count(*)`.as('total'),
      sql<string>`count(distinct answers.id)`.as('owners'),
      sql<string | null>`min(answers.nickname)`.as('ownerName'),
    ])
    .$castTo<{ total: string; owners: string; ownerName: string | null }>()
    .executeTakeFirstOrThrow();
  return { kind, total: Number(found.total), owners: Number(found.owners), ownerName: found.ownerName };
}

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
  const proposals = ctx.db
    .selectFrom('metadataClassHit')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'metadataClassHit.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'metadataColumn.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataColumn.sourceId')
    .where('metadataClassHit.state', '=', 'proposed')
    .where('metadataColumn.deletedAt', 'is', null)
    .where(ofVisibleColumn(ctx, { column: 'metadataColumn.id', table: 'metadataColumn.tableId', source: 'metadataColumn.sourceId' }));
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
    counted('failedSync', failed, sql`metadata_source.owner_id`),
    counted('change', changes, ofTable),
    counted('proposal', proposals, ofTable),
    // nobody answers for the table yet: whoever answers for its subject area names somebody
    counted('unowned', unowned, sql`metadata_domain.owner_id`),
    counted('unresolved', unresolved, sql`metadata_source.owner_id`),
  ]);
}
