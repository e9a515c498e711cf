import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { mayChangeData } from '#modules/sources/server/index.ts';
import { openData } from '#modules/gate/server/index.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { masksOf } from '../masks.ts';
import { RECORD_SCOPE } from '../params.ts';
import { recordOf, recordsOf } from '../records.ts';
import { leavingOf, messagesOf, Stopped, type Change } from './leaving.ts';
import { answered, failedCall, post } from './send-http.ts';
import type { StoredTarget } from './target-rows.ts';

const SHOWN = 10;
const LOOKED_THROUGH = 500;

const asRefusal = (error: unknown): unknown => (error instanceof Stopped ? new AppError('rule.broken', error.message) : error);

/** The first records as the target gets them; what the caller sees masked is masked here too. */
export async function previewTarget(ctx: Ctx, target: StoredTarget): Promise<FeedMessage[]> {
  const leaving = await leavingOf(ctx.app, target, ctx.signal).catch((error: unknown) => {
    throw asRefusal(error);
  });
  const masks = await masksOf(ctx, leaving.model);
  const rows = (await recordsOf(ctx.db, leaving.model)
    .where(scope(ctx, RECORD_SCOPE, ['masterdata:data:list']))
    .orderBy(fieldRef(leaving.model.table, '$id'))
    .limit(LOOKED_THROUGH)
    .execute()) as Record<string, unknown>[];
  const changes = rows.map((row): Change => {
    const { id, status, cells, createTime, updateTime } = recordOf(leaving.model, row);
    // a value that the viewer sees masked is masked before it leaves
    const shown = Object.fromEntries(
      Object.entries(cells).map(([column, value]) => [column, value === null ? null : String(masks.get(column)?.(value) ?? value)]),
    );
    return { seq: '0', recordId: id, recordVersion: '0', action: 'snapshot', status, cells: shown, createTime: updateTime ?? createTime };
  });
  // conditions look at the values as they are, which the owner may see
  const told = await messagesOf(
    ctx.db,
    leaving,
    rows.map((row, at) => ({ ...changes[at]!, cells: recordOf(leaving.model, row).cells })),
  );
  const wanted = changes.filter((_, at) => told[at]?.action === 'upsert').slice(0, SHOWN);
  const messages = await messagesOf(ctx.db, { ...leaving, conditions: [] }, wanted);
  return messages.flatMap((message) => message ?? []);
}

/** Whether the target can be reached: an address is sent a message without records, a table is only looked at. */
export async function testTarget(ctx: Ctx, target: StoredTarget): Promise<{ isReached: boolean; message: string }> {
  if (target.kind === 'api') return { isReached: true, message: '由应用凭密钥拉取，无需测试' };
  if (target.kind === 'table') {
    if (!(await mayChangeData(ctx, target.sourceId ?? ''))) return { isReached: false, message: '没有修改该数据源数据的权限' };
    const data = await openData(ctx, target.sourceId ?? '');
    return data.query({ text: 'select 1' }, { purpose: 'distribute', maxRows: 1 }).then(
      () => ({ isReached: true, message: '数据源可以连接' }),
      (error: unknown) => {
        if (error instanceof AppError) return { isReached: false, message: error.message };
        throw error;
      },
    );
  }
  const content = { event: 'masterdata.test', targetId: target.id, messages: [] };
  try {
    const { kind, message, status } = answered(await post(ctx.app, target, { content, userId: ctx.user.id, signal: ctx.signal }));
    return { isReached: kind === 'done', message: message ?? `目标返回 HTTP ${status ?? ''}` };
  } catch (error) {
    return { isReached: false, message: failedCall(error).message ?? '没有送达' };
  }
}
