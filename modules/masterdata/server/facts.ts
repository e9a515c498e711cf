import { sql } from 'kysely';
import { holds } from '#kit/contract/access.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { tablesById } from '#modules/catalogue/server/index.ts';
import { minMeasureRows } from '#modules/gate/server/index.ts';
import { consumersOf } from '#modules/lineage/server/index.ts';
import { cataloguedTables, fieldRef, selectFrom } from '#modules/managed/server/index.ts';
import { facts as contract, STALE_DAYS, type ModelFacts, type ModelSummary } from '../contract/facts.ts';
import { seenWhole } from './match/group-rows.ts';
import { reachableMaps } from './map-rows.ts';
import { masksOf, type Masks } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { RECORD_SCOPE } from './params.ts';

const LIST = 'masterdata:data:list';
const GROUPS = 'masterdata:match:list';
const MAPS = 'masterdata:map:list';
const TABLES = ['metadata:datacolumn:list'];
const DAY_MS = 86_400_000;
const int = (value: unknown): number => Number(value ?? 0);

/** Records by what they are and how many have a value in each column: one scan of what the caller may see. */
async function recordFacts(ctx: Ctx, model: ModelInForce, masks: Masks) {
  const isReader = holds(ctx.user, LIST);
  const at = (field: string) => fieldRef(model.table, field);
  const staleBefore = new Date(ctx.now.getTime() - STALE_DAYS * DAY_MS);
  const counts = model.columns.map((column, n) => sql<string>`count(${at(column.id)})`.as(`c${n}`));
  const row = isReader
    ? ((await selectFrom(ctx.db, model.table, [])
        .clearSelect()
        .select([
          sql<string>`count(*)`.as('total'),
          sql<string>`count(*) filter (where ${at('$status')} = '0')`.as('retired'),
          sql<string>`count(*) filter (where coalesce(${at('$update_time')}, ${at('$create_time')}) < ${staleBefore})`.as('stale'),
          ...counts,
        ])
        .where(scope(ctx, RECORD_SCOPE, [LIST]))
        .executeTakeFirst()) as Record<string, unknown> | undefined)
    : undefined;
  const total = int(row?.['total']);
  const retired = int(row?.['retired']);
  const isFew = total < (await minMeasureRows(ctx.app));
  const columns = model.columns.map((column, n) => {
    const isMasked = masks.has(column.id);
    return {
      columnName: column.columnName,
      label: column.columnComment,
      isRequired: column.isRequired === '1',
      isMasked,
      filled: !row || (isMasked && isFew) ? null : int(row[`c${n}`]),
    };
  });
  if (!row) return { records: null, columns };
  return { records: { total, retired, active: total - retired, stale: int(row['stale']), ...(await linkFacts(ctx, model)) }, columns };
}

/** Records that sources know, among those that the caller may see. */
async function linkFacts(ctx: Ctx, model: ModelInForce): Promise<{ linked: number; shared: number }> {
  const seen = selectFrom(ctx.db, model.table, ['$id'])
    .where(scope(ctx, RECORD_SCOPE, [LIST]))
    .where(sql<boolean>`${fieldRef(model.table, '$id')} = x.record_id`);
  const { rows } = await sql<{ linked: string; shared: string }>`
    select count(*) as linked, count(*) filter (where maps > 1) as shared from (
      select x.record_id, count(distinct x.map_id) as maps from masterdata_xref x
      where x.model_id = ${model.id} and exists (${seen}) group by x.record_id) known`.execute(ctx.db);
  return { linked: int(rows[0]?.linked), shared: int(rows[0]?.shared) };
}

async function groupFacts(ctx: Ctx, model: ModelInForce): Promise<ModelFacts['duplicates']> {
  if (!holds(ctx.user, GROUPS)) return null;
  const { rows } = await sql<{ auto: string; review: string; later: string; merged: string; matchTime: Date | null }>`select
      count(*) filter (where state = 'open' and zone = 'auto') as auto,
      count(*) filter (where state = 'open' and zone = 'review') as review,
      count(*) filter (where state = 'later') as later,
      (select count(*) from masterdata_merge where model_id = ${model.id} and undo_time is null) as merged,
      (select match_time from masterdata_match_rule where model_id = ${model.id}) as match_time
    from masterdata_candidate where model_id = ${model.id} and state in ('open', 'later') and ${seenWhole(ctx, model, [GROUPS])}`.execute(
    ctx.db,
  );
  const { auto, review, later, merged, matchTime } = rows[0]!;
  return { auto: int(auto), review: int(review), later: int(later), merged: int(merged), matchTime: matchTime?.toISOString() ?? null };
}

/** What the caller may know of the sources of models. */
const FAILED = sql<boolean>`(problem is not null or last_load ->> 'state' = 'failed')`;
const LOAD_TIME = sql<Date | null>`max(last_load ->> 'endTime')::timestamptz`;

async function sourceFacts(ctx: Ctx, modelId: string): Promise<ModelFacts['sources']> {
  if (!holds(ctx.user, MAPS)) return { all: 0, failed: 0, loadTime: null };
  const row = await reachableMaps(ctx, [MAPS])
    .where('modelId', '=', modelId)
    .select((e) => [e.fn.countAll<string>().as('all'), e.fn.countAll<string>().filterWhere(FAILED).as('failed'), LOAD_TIME.as('loadTime')])
    .executeTakeFirst();
  return { all: int(row?.all), failed: int(row?.failed), loadTime: row?.loadTime?.toISOString() ?? null };
}

/** The table in the catalogue as the caller sees it, and what is made of it. */
async function tableFacts(ctx: Ctx, model: ModelInForce) {
  const table = (await cataloguedTables(ctx.db, [model.table.name])).get(model.table.name);
  const seen = table && (await tablesById(ctx, [table.id], TABLES)).get(table.id);
  if (!seen) return { tableId: null, qualityScore: null, consumers: null, hiddenConsumers: 0 };
  const made = (await consumersOf(ctx, [seen.id])).get(seen.id);
  return {
    tableId: seen.id,
    qualityScore: seen.qualityScore,
    consumers: (made?.objects ?? []).slice(0, 50).map(({ kind, name, path }) => ({ kind, name, path })),
    hiddenConsumers: made?.hidden ?? 0,
  };
}

async function ofModel(ctx: Ctx, id: string): Promise<ModelFacts> {
  const model = await modelInForce(ctx.db, { id });
  const masks = await masksOf(ctx, model);
  const { records, columns } = await recordFacts(ctx, model, masks);
  return {
    modelId: id,
    records,
    columns,
    ...(await tableFacts(ctx, model)),
    sources: await sourceFacts(ctx, id),
    duplicates: await groupFacts(ctx, model),
  };
}

/** Every model that has its table, with what waits to be done about its records. */
async function summary(ctx: Ctx): Promise<ModelSummary[]> {
  const rows = await ctx.db
    .selectFrom('masterdataModel')
    .select(['id', 'modelName'])
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where('versionNo', 'is not', null)
    .orderBy('modelName')
    .orderBy('id')
    .limit(200)
    .execute();
  const found: ModelSummary[] = [];
  for (const { id, modelName } of rows) {
    const model = await modelInForce(ctx.db, { id }).catch(() => null);
    if (!model) continue;
    const sources = holds(ctx.user, MAPS) ? await sourceFacts(ctx, id) : null;
    const groups = await groupFacts(ctx, model);
    const { qualityScore } = await tableFacts(ctx, model);
    found.push({
      modelId: id,
      modelName,
      qualityScore,
      openGroups: groups && groups.auto + groups.review,
      failedLoads: sources?.failed ?? null,
      loadTime: sources?.loadTime ?? null,
    });
  }
  return found;
}

export const facts = implement(contract, {
  model: (ctx, { params }) => ofModel(ctx, params.id),
  summary: (ctx) => summary(ctx),
});
