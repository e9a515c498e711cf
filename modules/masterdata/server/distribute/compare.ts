import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { scope } from '#kit/server/scope.ts';
import { fieldRef } from '#modules/managed/server/index.ts';
import { RECORD_SCOPE } from '../params.ts';
import { recordOf, recordsOf } from '../records.ts';
import { isWanted, leavingOf, Stopped, type Leaving } from './leaving.ts';
import { holdWriters, queueFor } from './outbox.ts';
import { titlesOf } from './titles.ts';
import type { StoredTarget } from './target-rows.ts';

const BATCH = 5000;
/** More records than this are not compared at once. */
const MAX_RECORDS = 100_000;
const NAMED = 100;

interface Difference {
  readonly recordId: string;
  readonly state: 'missing' | 'behind' | 'surplus';
  readonly recordVersion: string;
  readonly sentVersion: string | null;
}
interface Compared {
  records: number;
  current: number;
  isCapped: boolean;
  readonly differences: Difference[];
}

async function versionsOf(ctx: Ctx, target: StoredTarget, ids: readonly string[]) {
  const { rows } = await sql<{ recordId: string; recordVersion: string; sentVersion: string | null; isGone: string | null }>`
    select one.id as record_id, coalesce(f.record_version, 1)::text as record_version, s.record_version::text as sent_version, s.is_gone
    from unnest(${[...ids]}::text[]) as one (id)
    left join masterdata_feed_record f on f.model_id = ${target.modelId} and f.record_id = one.id
    left join masterdata_target_record s on s.target_id = ${target.id} and s.record_id = one.id`.execute(ctx.db);
  return rows;
}

/** Compares some records that are there with what the target has of them. */
async function compareSome(ctx: Ctx, leaving: Leaving, rows: readonly Record<string, unknown>[], into: Compared): Promise<void> {
  const records = rows.map((row) => recordOf(leaving.model, row));
  const wanted = new Set(records.filter(({ cells }) => isWanted(leaving, cells)).map(({ id }) => id));
  for (const { recordId, recordVersion, sentVersion, isGone } of await versionsOf(
    ctx,
    leaving.target,
    records.map(({ id }) => id),
  )) {
    const has = isGone === '0';
    const difference = { recordId, recordVersion, sentVersion };
    if (!wanted.has(recordId)) {
      if (has) into.differences.push({ ...difference, state: 'surplus' });
      continue;
    }
    into.records += 1;
    if (!has) into.differences.push({ ...difference, state: 'missing' });
    else if (sentVersion === recordVersion) into.current += 1;
    else into.differences.push({ ...difference, state: 'behind' });
  }
}

/** What the target has of records that are gone, or that its owner sees no more. */
async function compareGone(ctx: Ctx, { target, owner, model }: Leaving, into: Compared): Promise<void> {
  const table = sql.table(model.tableName);
  const seen = sql`select r.id from ${table} r where ${scope(owner, RECORD_SCOPE, ['masterdata:data:list'])}`;
  const rows = await ctx.db
    .selectFrom('masterdataTargetRecord as s')
    .select(['s.recordId', 's.recordVersion'])
    .where('s.targetId', '=', target.id)
    .where('s.isGone', '=', '0')
    .where(sql<boolean>`s.record_id not in (${seen})`)
    .orderBy('s.recordId')
    .limit(BATCH)
    .execute();
  for (const { recordId, recordVersion } of rows)
    into.differences.push({ recordId, state: 'surplus', recordVersion: String(recordVersion), sentVersion: String(recordVersion) });
}

async function comparedWith(ctx: Ctx, leaving: Leaving): Promise<Compared> {
  const { model, owner } = leaving;
  const into: Compared = { records: 0, current: 0, isCapped: false, differences: [] };
  let after = '';
  for (let looked = 0; ; looked += BATCH) {
    ctx.signal.throwIfAborted();
    const rows = (await recordsOf(ctx.db, model)
      .where(sql<boolean>`${fieldRef(model.table, '$id')} > ${after}`)
      .where(scope(owner, RECORD_SCOPE, ['masterdata:data:list']))
      .orderBy(fieldRef(model.table, '$id'))
      .limit(BATCH)
      .execute()) as Record<string, unknown>[];
    if (rows.length > 0 && looked >= MAX_RECORDS) {
      into.isCapped = true;
      break;
    }
    await compareSome(ctx, leaving, rows, into);
    if (rows.length < BATCH) break;
    after = String(rows.at(-1)!['$id'] as string);
  }
  await compareGone(ctx, leaving, into);
  return into;
}

async function opened(ctx: Ctx, target: StoredTarget): Promise<Leaving> {
  try {
    return await leavingOf(ctx.app, target, ctx.signal);
  } catch (error) {
    throw error instanceof Stopped ? new AppError('rule.broken', error.message) : error;
  }
}

/** The records that a target should have, and which of them it has in the version of now. */
export async function compareTarget(ctx: Ctx, target: StoredTarget) {
  const leaving = await opened(ctx, target);
  const { records, current, isCapped, differences } = await comparedWith(ctx, leaving);
  const of = (state: Difference['state']) => differences.filter((one) => one.state === state).length;
  const named = differences.slice(0, NAMED);
  const titles = await titlesOf(
    ctx,
    leaving.model,
    named.map(({ recordId }) => recordId),
  );
  return {
    records,
    current,
    missing: of('missing'),
    behind: of('behind'),
    surplus: of('surplus'),
    isCapped,
    differences: named.map((one) => ({ ...one, title: titles.get(one.recordId) ?? null })),
  };
}

/** Queues what the target lacks, has in an older version or should have no more. */
export async function resendDifferences(ctx: Ctx, target: StoredTarget): Promise<{ count: number }> {
  const leaving = await opened(ctx, target);
  const { differences } = await comparedWith(ctx, leaving);
  await holdWriters(ctx.db, target.modelId);
  const ids = differences.map(({ recordId }) => recordId);
  for (let at = 0; at < ids.length; at += BATCH)
    await queueFor(ctx, leaving.model, { targetId: target.id, ids: ids.slice(at, at + BATCH), action: 'resend' });
  ctx.audit.note(`“${target.targetName}”补发 ${ids.length} 条`);
  return { count: ids.length };
}
