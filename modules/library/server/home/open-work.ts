import { sql, type RawBuilder } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { countOpenWork, noOpenWork } from '#kit/server/open-work.ts';
import { scope } from '#kit/server/scope.ts';
import { HOME_ROWS } from '../../contract/home.ts';
import type { DocKind } from '../../contract/item.ts';
import { ofEditableItem, ofVisibleItem } from '../reach.ts';
import { itemsOf } from '../store.ts';

const SETS = 'visual:set:list';

/** Data sets that nothing shows, as `from` and `where`. */
export const unusedSets = (ctx: Ctx) => sql`visual_data_set where deleted_at is null and ${ofEditableItem(ctx, 'dataset', SETS)}
    and code is null and not exists (select 1 from visual_use u where u.data_set_id = visual_data_set.id)`;
/** Data sets whose last extract failed, as `from` and `where`; `x` is the extract. */
export const failedExtracts = (
  ctx: Ctx,
) => sql`visual_data_set join visual_extract x on x.set_id = visual_data_set.id and x.state = 'failed'
    where visual_data_set.deleted_at is null and ${ofVisibleItem(ctx, 'dataset', SETS)}`;

/** Subscriptions of the caller's reach whose last sending failed, as `s`, with their document as `d`. */
function failedSubscriptions(ctx: Ctx, docs: RawBuilder<unknown>) {
  const kinds = (['board', 'screen'] as const).filter((kind) => holds(ctx.user, `visual:${kind}:subscribe`));
  return sql`visual_subscription s join ${docs} d on d.id = s.entity_id and d.kind = s.entity_type
    where s.deleted_at is null and s.status = '1' and s.last_outcome = 'failed' and s.entity_type in (${sql.join(['', ...kinds])})
      and ${scope(ctx, { dept: 's.createDept', owner: 's.createBy' })}`;
}

/** The last subscriptions that could not be sent. */
export async function subscriptionsOf(ctx: Ctx, docs: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: string; name: string; kind: DocKind; docId: string; message: string | null; at: Date | null }>`
    select s.id, s.subscription_name as name, d.kind, d.id as doc_id, s.last_message as message, s.last_time as at
    from ${failedSubscriptions(ctx, docs)} order by s.last_time desc nulls last, s.id limit ${sql.lit(HOME_ROWS)}`.execute(ctx.db);
  return rows;
}

/** What is open in visualization, of what the caller sees: who made or last changed a thing answers for it. */
export async function openWork(ctx: Ctx, docs: RawBuilder<unknown>) {
  const drafts = (kind: 'board' | 'screen') => {
    const changed = itemsOf(ctx, kind, `visual:${kind}:list`).select('item.updateBy as owner').where('draftChanged', '=', '1');
    return countOpenWork(ctx.db, `${kind}Draft` as const, sql`${changed}`);
  };
  const hasSets = holds(ctx.user, SETS);
  return Promise.all([
    hasSets
      ? countOpenWork(ctx.db, 'extract', sql`select visual_data_set.create_by as owner from ${failedExtracts(ctx)}`)
      : noOpenWork('extract'),
    countOpenWork(ctx.db, 'subscription', sql`select s.create_by as owner from ${failedSubscriptions(ctx, docs)}`),
    holds(ctx.user, 'visual:board:list') ? drafts('board') : noOpenWork('boardDraft'),
    holds(ctx.user, 'visual:screen:list') ? drafts('screen') : noOpenWork('screenDraft'),
    hasSets ? countOpenWork(ctx.db, 'unusedSet', sql`select create_by as owner from ${unusedSets(ctx)}`) : noOpenWork('unusedSet'),
  ]);
}
