import { pageOf, type Page } from '#kit/contract/fields.ts';
import { AppError } from '#kit/contract/errors.ts';
import { cappedTotal } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { SURVIVAL, type Candidate, type CandidateDetail, type Choice, type Survival } from '../../contract/match.ts';
import type { Reason } from '../../core/match/index.ts';
import { chosenValues, readGroup, type ReadGroup } from '../merge/choices.ts';
import { modelInForce, type ModelInForce } from '../model-in-force.ts';
import { choicesOf } from '../params.ts';
import { groupRecords, lookAt, seenWhole, shownReasons, titleOf, type Look } from './group-rows.ts';
import { ruleOf } from './rule.ts';

const MAX_COUNTED = 10_000;

interface StoredCandidate {
  readonly id: string;
  readonly modelId: string;
  readonly score: string;
  readonly zone: string;
  readonly reasons: unknown;
  readonly state: string;
  readonly createTime: Date;
}

async function recordIds(ctx: Ctx, candidates: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>(candidates.map((id) => [id, []]));
  if (candidates.length === 0) return found;
  const rows = await ctx.db
    .selectFrom('masterdataCandidateRecord')
    .selectAll()
    .where('candidateId', 'in', [...candidates])
    .orderBy('recordId')
    .execute();
  for (const { candidateId, recordId } of rows) found.get(candidateId)!.push(recordId);
  return found;
}

async function shown(ctx: Ctx, look: Look, rows: readonly StoredCandidate[]): Promise<Candidate[]> {
  const ids = await recordIds(
    ctx,
    rows.map(({ id }) => id),
  );
  const records = await groupRecords(ctx, look, [...new Set([...ids.values()].flat())]);
  return rows.map((row) => {
    const own = ids.get(row.id)!.flatMap((id) => records.get(id) ?? []);
    return {
      id: row.id,
      modelId: row.modelId,
      title: titleOf(look, own[0]?.values),
      records: own,
      // from the score of the whole and those of the others that of a masked attribute would follow
      score: (row.reasons as Reason[]).some(({ column }) => look.masks.has(column)) ? null : Number(row.score),
      zone: row.zone as Candidate['zone'],
      reasons: shownReasons(look, row.reasons as Reason[]),
      state: row.state as Candidate['state'],
      createTime: row.createTime.toISOString(),
    };
  });
}

const COLUMNS = ['id', 'modelId', 'score', 'zone', 'reasons', 'state', 'createTime'] as const;

/** Groups of a model, the most alike first; for whom attributes are masked, those at the automatic line first. One that was merged is none any more: it stands among the merges. */
export async function candidatePage(
  ctx: Ctx,
  modelId: string,
  query: Parameters<typeof pageOf>[0] & {
    zone?: Candidate['zone'] | undefined;
    state?: Candidate['state'] | undefined;
    recordId?: string | undefined;
  },
): Promise<Page<Candidate>> {
  const model = await modelInForce(ctx.db, { id: modelId });
  const { pageNum, pageSize } = pageOf(query);
  let rows = ctx.db
    .selectFrom('masterdataCandidate')
    .where('modelId', '=', modelId)
    .where('state', '=', query.state ?? 'open')
    .where(seenWhole(ctx, model));
  if (query.zone) rows = rows.where('zone', '=', query.zone);
  const { recordId } = query;
  if (recordId !== undefined)
    rows = rows.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('masterdataCandidateRecord as member')
          .select('member.recordId')
          .whereRef('member.candidateId', '=', 'masterdataCandidate.id')
          .where('member.recordId', '=', recordId),
      ),
    );
  const look = await lookAt(ctx, model);
  // an order by scores tells of masked attributes what the scores would
  const sorted = look.masks.size > 0 ? rows.orderBy('zone') : rows.orderBy('score', 'desc');
  const list = await sorted
    .select(COLUMNS)
    .orderBy('id')
    .limit(pageSize)
    .offset((pageNum - 1) * pageSize)
    .execute();
  return {
    pageNum,
    pageSize,
    ...(await cappedTotal(rows.select('id'), ctx.db, MAX_COUNTED)),
    data: await shown(ctx, look, list),
  };
}

/** A group that the caller may see whole, with its model; locked when it is to be decided. Throws entity.notFound. */
export async function loadCandidate(
  ctx: Ctx,
  id: string,
  options: { isLocked?: boolean } = {},
): Promise<{ row: StoredCandidate; model: ModelInForce; records: string[] }> {
  const missing = new AppError('entity.notFound', '重复候选不存在、已处理或没有查看权限，请刷新');
  const named = await ctx.db.selectFrom('masterdataCandidate').select('modelId').where('id', '=', id).executeTakeFirst();
  if (!named) throw missing;
  const model = await modelInForce(ctx.db, { id: named.modelId });
  // groups are made and decided under the lock of the rule
  if (options.isLocked) await ruleOf(ctx.db, model, { isLocked: true });
  const row = await ctx.db
    .selectFrom('masterdataCandidate')
    .select(COLUMNS)
    .where('id', '=', id)
    .where(seenWhole(ctx, model))
    .executeTakeFirst();
  if (!row) throw missing;
  return { row, model, records: (await recordIds(ctx, [id])).get(id)! };
}

/** A group side by side: its records, why they are alike, and what a merge would keep. */
export async function candidateDetail(ctx: Ctx, id: string): Promise<CandidateDetail> {
  const { row, model, records } = await loadCandidate(ctx, id);
  const look = await lookAt(ctx, model);
  const [group] = await shown(ctx, look, [row]);
  const { auto, review } = await ruleOf(ctx.db, model);
  const read = await readGroup(ctx.db, model, records);
  return {
    ...group!,
    modelName: model.modelName,
    auto,
    review,
    columns: await shownColumns(ctx, look),
    choices: shownChoices(look, read),
    keeps: read.keeps,
  };
}

/** What is needed to read the values of a group: types, and the names of codes. */
async function shownColumns(ctx: Ctx, { model, masks }: Look): Promise<CandidateDetail['columns']> {
  const columns = [];
  for (const column of model.columns) {
    const { columnName, columnComment: label, columnType, htmlType, refModelId } = column;
    const choices = column.isBindDict === '1' ? { dictList: await choicesOf(ctx.db, column) } : {};
    columns.push({ columnName, label, isMasked: masks.has(column.id), columnType, htmlType, refModelId, ...choices });
  }
  return columns;
}

/** What a merge would keep, by the rule in force and by each of the others. */
function shownChoices({ model, masks }: Look, group: ReadGroup): Choice[] {
  const byRule = new Map(
    SURVIVAL.map((rule) => [rule, chosenValues(group, { rules: new Map(model.columns.map(({ id }) => [id, rule])) })] as const),
  );
  return model.columns.map(({ id, columnName, columnComment }, at) => {
    const isMasked = masks.has(id);
    // which of some masked values is the longest or stands most often says what they are
    const isTold = (rule: Survival): boolean => !isMasked || rule === 'source' || rule === 'newest';
    const kept = (rule: Survival) => byRule.get(rule)![at]!.survivor;
    const { rule } = group.columns[at]!;
    return {
      columnName,
      label: columnComment,
      rule,
      recordId: (isTold(rule) && kept(rule)?.recordId) || null,
      agrees: isMasked ? 0 : (kept(rule)?.agrees ?? 0),
      byRule: SURVIVAL.map((one) => ({ rule: one, recordId: (isTold(one) && kept(one)?.recordId) || null })),
    };
  });
}
