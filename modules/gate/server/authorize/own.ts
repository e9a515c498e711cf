import { sql } from 'kysely';
import type { Ctx } from '#kit/server/ctx.ts';
import { inForce, isSubject } from '#modules/sources/server/index.ts';
import { objectNameOf, subjectNameOf } from './names.ts';

const MAX = 500;

/** Grants in force whose subject is the caller; those that end soonest come first. */
export const ownGrants = (ctx: Ctx) =>
  ctx.db
    .selectFrom('metadataAuthorize')
    .innerJoin('metadataSource', 'metadataSource.id', 'metadataAuthorize.sourceId')
    .leftJoin('metadataTable', 'metadataTable.id', 'metadataAuthorize.tableId')
    .leftJoin('metadataColumn', (join) =>
      join.onRef('metadataColumn.id', '=', 'metadataAuthorize.objectId').on('metadataAuthorize.objectType', '=', 'column'),
    )
    .select([
      'metadataAuthorize.id',
      'metadataAuthorize.subjectType',
      subjectNameOf.as('subjectName'),
      'metadataAuthorize.objectType',
      objectNameOf.as('objectName'),
      'metadataSource.sourceName',
      'metadataAuthorize.tableId',
      'metadataAuthorize.actions',
      'metadataAuthorize.endTime',
      'metadataAuthorize.requestId',
      'metadataAuthorize.remark',
    ])
    .where('metadataSource.deletedAt', 'is', null)
    .where((e) => e.or([e('metadataAuthorize.tableId', 'is', null), e('metadataTable.deletedAt', 'is', null)]))
    .where(inForce(ctx.now))
    .where(isSubject(ctx.user))
    .orderBy(sql`metadata_authorize.end_time nulls last`)
    .orderBy('metadataAuthorize.createTime', 'desc')
    .orderBy('metadataAuthorize.id')
    .limit(MAX)
    .execute();
