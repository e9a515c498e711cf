import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import type { ServiceInput } from '../../contract/service.ts';
import { SERVICE_SCOPE, services, storedService, type StoredService } from './rows.ts';

export const ENTITY = '集成服务';

/** Services within the caller's data scope. */
export const visible = (ctx: Ctx) => services(ctx.db).where(scope(ctx, SERVICE_SCOPE));

/** A row of the caller's scope, held until the end of the transaction. Throws entity.notFound. */
export async function lockedService(ctx: Ctx, id: string): Promise<StoredService> {
  const row = await visible(ctx).selectAll('service').where('service.id', '=', id).forUpdate('service').executeTakeFirst();
  if (!row) throw new AppError('entity.notFound');
  return storedService(row);
}
export async function lockedServices(ctx: Ctx, ids: readonly string[]): Promise<StoredService[]> {
  const rows = await visible(ctx).selectAll('service').where('service.id', 'in', ids).orderBy('service.id').forUpdate('service').execute();
  if (rows.length !== ids.length) throw new AppError('entity.notFound', '部分数据不存在或已删除，请刷新后重试');
  return rows.map(storedService);
}

/** What is stored, as input: its secrets come as masks and stay as they are. */
export const asInput = (row: StoredService): ServiceInput => ({ ...row, secrets: [...row.secrets] });

export async function setServiceStatus(
  ctx: Ctx,
  before: StoredService,
  values: { status: '2' | '3'; releaseBy?: string; releaseTime?: Date; offlineTime: Date | null },
): Promise<void> {
  const { id, serviceName: name, status } = before;
  await ctx.db
    .updateTable('marketServiceIntegration')
    .set({ ...values, version: before.version + 1, updateBy: ctx.user.id, updateTime: ctx.now })
    .where('id', '=', id)
    .execute();
  ctx.audit.change({ entity: ENTITY, id, name, before: { status }, after: { status: values.status } });
}
