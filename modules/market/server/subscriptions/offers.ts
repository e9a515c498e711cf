import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import type { RowFilter } from '../../contract/row-filter.ts';
import { assertGrantable, releasedApi } from './row-rights.ts';

/** What applications subscribe to, data APIs and services as one. */
export const offersIn = (db: Db) =>
  db
    .selectFrom('marketApi')
    .select([
      'id',
      'apiName',
      'apiUrl',
      'apiVersion',
      'status',
      'createDept',
      'createBy',
      'releaseBy',
      sql<'api' | 'service'>`'api'`.as('kind'),
    ])
    .unionAll(
      db
        .selectFrom('marketServiceIntegration')
        .select([
          'id',
          'serviceName as apiName',
          sql<string>`'/' || service_no`.as('apiUrl'),
          sql<string>`'v' || service_version::text`.as('apiVersion'),
          'status',
          'createDept',
          'createBy',
          'releaseBy',
          sql<'api' | 'service'>`'service'`.as('kind'),
        ]),
    )
    .as('api');

const releasedService = (db: Db, id: string) =>
  db
    .selectFrom('marketServiceIntegration')
    .select(['id', 'offlineTime'])
    .where('id', '=', id)
    .where('status', '=', '2')
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** The released API or service of an id. Throws entity.notFound. */
export const offered = async (db: Db, id: string): Promise<{ offlineTime: Date | string | null }> =>
  (await releasedService(db, id)) ?? releasedApi(db, id);

interface Asked {
  readonly apiId: string;
  readonly fields: string[] | null;
  readonly rows: RowFilter;
}
/** Whether what is asked for can be granted; fields and rows are those of data APIs. Throws entity.notFound, input.invalid. */
export async function assertOffered(ctx: Ctx, { apiId, fields, rows }: Asked): Promise<void> {
  if (!(await releasedService(ctx.db, apiId)))
    return assertGrantable(ctx, await releasedApi(ctx.db, apiId), { fields, rows, among: 'offered' });
  if (fields !== null || rows !== null) throw new AppError('input.invalid', '集成服务的订阅不能限定返回字段和行范围');
}
