import { sql } from 'kysely';
import * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import type { Page } from '#kit/contract/fields.ts';
import type { FlowStatus, ProposalState } from '#kit/contract/flow.ts';
import { pageRows } from '#kit/server/crud.ts';
import type { Ctx, Db } from '#kit/server/ctx.ts';
import { assertFlow } from '#kit/server/flow.ts';
import { defineProposals, type Wanted } from '#kit/server/proposals.ts';
import { scope } from '#kit/server/scope.ts';
import { lastReturn } from '#modules/workflow/server/index.ts';
import { data as contract, type Addition } from '../contract/data.ts';
import { assertNoFaults, givenCells, missing, newFacts, referenceFaults, withCodes } from './checked.ts';
import type { NumberRule } from './code-rules.ts';
import { keptValuesOf } from './kept-values.ts';
import { masksOf } from './masks.ts';
import { modelInForce, type ModelInForce } from './model-in-force.ts';
import { approverTexts } from './approver-texts.ts';
import { recordTitle, titleColumn, writerOf } from './record-changes.ts';
import { addRecords, loadRecords, type Cells } from './records.ts';
import { namesOf, shownValues } from './shown.ts';

/** A record that somebody wants to add: values by the ids of columns; its codes are given when it is added. */
const RecordAddition = z.object({
  modelId: z.string(),
  cells: z.record(z.string(), z.string().nullable()),
  reason: z.string().nullable(),
});
type RecordAddition = z.output<typeof RecordAddition>;
type Given = Readonly<Record<string, unknown>>;

async function describe({ db }: { db: Db }, { targetId, input }: Wanted<RecordAddition>) {
  const model = await modelInForce(db, { id: input.modelId });
  const shown = await approverTexts(db, model, [input.cells]);
  const title = titleColumn(model);
  return {
    modelId: model.id,
    modelName: model.modelName,
    recordTitle: (title && shown(title.id, input.cells[title.id] ?? null)) || '（未命名）',
    values: model.columns
      .flatMap(({ id, columnComment }) => ((input.cells[id] ?? null) === null ? [] : [`${columnComment}：${shown(id, input.cells[id]!)}`]))
      .join('\n'),
    reason: input.reason,
    recordId: targetId,
  };
}

interface Added {
  readonly id: string;
  readonly cells: Cells;
  readonly reason: string | null;
  readonly origin: 'manual' | 'approval';
  readonly rules: readonly NumberRule[];
}
/** Adds a record whose values are right, with its codes. */
async function add(ctx: Ctx, model: ModelInForce, { id, cells, reason, origin, rules }: Added): Promise<void> {
  await addRecords(writerOf(ctx), model, { origin, reason }, [{ id, cells: await withCodes(ctx, model, cells, rules) }]);
  const [record] = await loadRecords(ctx.db, model, [id]);
  ctx.audit.change({
    entity: `主数据·${model.modelName}`,
    id,
    name: record ? await recordTitle(ctx.db, model, record) : null,
    before: null,
    after: { status: '1' },
  });
}

/** Adds what an approval passed. What stands in columns that a later version has no more is left out. */
async function carryOut(ctx: Ctx, { targetId: id, input }: Wanted<RecordAddition>): Promise<void> {
  const model = await modelInForce(ctx.db, { id: input.modelId }, { isLocked: true });
  const known = new Set(model.columns.map((column) => column.id));
  const cells = Object.fromEntries(Object.entries(input.cells).filter(([column]) => known.has(column)));
  const { rules } = await newFacts(ctx.db, model);
  await assertStillFits(ctx, model, { id, cells, rules });
  await add(ctx, model, { id, cells, reason: input.reason, origin: 'approval', rules });
}

/** What was right when it was submitted may not be any more: a reference that was retired, a column that is required now. */
async function assertStillFits(ctx: Ctx, model: ModelInForce, { id, cells, rules }: Pick<Added, 'id' | 'cells' | 'rules'>): Promise<void> {
  const coded = new Set(rules.map((rule) => rule.columnId));
  const open = model.columns.filter((column) => !coded.has(column.id));
  assertNoFaults([...missing(open, cells), ...(await referenceFaults(ctx.db, model, id, cells))]);
}

/** 主数据新增: where the model asks for it and a process approves it, there is no record until then. */
export const recordAdditions = defineProposals<RecordAddition>({
  code: 'masterdata.add',
  name: '主数据新增',
  businessCode: '501201',
  fields: [
    { name: 'modelName', label: '模型' },
    { name: 'recordTitle', label: '记录' },
    { name: 'values', label: '内容', kind: 'area' },
    { name: 'reason', label: '原因', kind: 'area' },
  ],
  withoutApproval: '新增后直接生效',
  input: RecordAddition,
  route: contract.create,
  describe,
  // there is no record yet that could change, and what is wanted fits the model or not when it is added
  revisionFields: ['modelId'],
  keptValues: (db, { input }) => keptValuesOf(db, input.modelId),
  carryOut,
});

/** Throws what adding would: a value that another record has already. Nothing is kept of it. */
async function assertAddable(ctx: Ctx, model: ModelInForce, id: string, cells: Cells): Promise<void> {
  await sql`savepoint addition`.execute(ctx.db);
  await addRecords(writerOf(ctx), model, { origin: 'manual' }, [{ id, cells }]);
  await sql`rollback to savepoint addition`.execute(ctx.db);
}

/** Adds a record of what somebody gave by the names of columns, or submits it where the model lets additions be approved. */
export async function addRecord(
  ctx: Ctx,
  model: ModelInForce,
  given: Given,
  reason: string | null,
): Promise<{ id: string; flow: ProposalState | null }> {
  const id = ctx.app.ids.next();
  const facts = await newFacts(ctx.db, model);
  const cells = await givenCells(ctx, model, id, given, facts);
  const atOnce = () => add(ctx, model, { id, cells, reason, origin: 'manual', rules: facts.rules });
  if (!model.isAddApproved) {
    await atOnce();
    return { id, flow: null };
  }
  await assertAddable(ctx, model, id, cells);
  const { flow } = await recordAdditions.run(ctx, { targetId: id, input: { modelId: model.id, cells, reason } }, atOnce);
  return { id, flow };
}

/** Submits an addition that came back once more, with what its applicant corrected; what is not given stays as it was asked for. */
export async function addAgain(
  ctx: Ctx,
  model: ModelInForce,
  { id, given, reason }: { readonly id: string; readonly given: Given; readonly reason: string | null },
): Promise<{ id: string; flow: ProposalState | null }> {
  const asked = await ctx.db
    .selectFrom('kitProposal')
    .select(['input', 'flowStatus'])
    .where('businessType', '=', recordAdditions.type.code)
    .where('targetId', '=', id)
    .where('flowStatus', 'in', WAITING)
    .where('createBy', '=', ctx.user.id)
    .where(sql<boolean>`input ->> 'modelId' = ${model.id}`)
    .forUpdate()
    .executeTakeFirst();
  if (!asked) throw new AppError('entity.notFound', '待审批的新增不存在，或不是由您提交');
  assertFlow({ flowStatus: asked.flowStatus }, 'submit');
  const before = RecordAddition.parse(asked.input).cells;
  const values = Object.fromEntries(model.columns.map((column) => [column.columnName, before[column.id] ?? null]));
  const facts = await newFacts(ctx.db, model);
  const cells = await givenCells(ctx, model, id, { ...values, ...given }, facts);
  await assertAddable(ctx, model, id, cells);
  const { flow } = await recordAdditions.run(ctx, { targetId: id, input: { modelId: model.id, cells, reason } }, () =>
    add(ctx, model, { id, cells, reason, origin: 'manual', rules: facts.rules }),
  );
  return { id, flow };
}

const WAITING = ['1', '2', '3'] as const;
const RETURNED = '2';
const SCOPE = { dept: 'kitProposal.createDept', owner: 'kitProposal.createBy' };

type Waiting = Readonly<Record<'targetId' | 'createBy' | 'flowStatus', string>> & { readonly processInstanceId: string | null };
/** Who sent the caller's own additions back, and why, by the id that the record will have. */
async function ownReturns(ctx: Ctx, rows: readonly Waiting[]): Promise<ReadonlyMap<string, Addition['returned']>> {
  const found = new Map<string, Addition['returned']>();
  for (const { targetId, createBy, flowStatus, processInstanceId } of rows) {
    if (createBy !== ctx.user.id || flowStatus !== RETURNED || processInstanceId === null) continue;
    const last = await lastReturn(ctx.db, processInstanceId);
    if (last) found.set(targetId, { ...last, time: last.time.toISOString() });
  }
  return found;
}

/** Records of a model that are not there yet: their approval is under way. Values are masked as those of records. */
export async function additionPage(
  ctx: Ctx,
  model: ModelInForce,
  query: { pageNum?: number | undefined; pageSize?: number | undefined },
): Promise<Page<Addition>> {
  const masks = await masksOf(ctx, model);
  const rows = ctx.db
    .selectFrom('kitProposal')
    .where('businessType', '=', recordAdditions.type.code)
    .where('flowStatus', 'in', WAITING)
    .where(sql<boolean>`input ->> 'modelId' = ${model.id}`)
    .where(scope(ctx, SCOPE));
  const list = rows
    .select(['targetId', 'input', 'flowStatus', 'processInstanceId', 'createBy', 'createTime'])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc');
  const page = await pageRows(query, list, rows);
  const users = await namesOf(
    ctx.db,
    'user',
    page.data.map((row) => row.createBy),
  );
  const returns = await ownReturns(ctx, page.data);
  return {
    ...page,
    data: page.data.map((row) => {
      const { cells, reason } = RecordAddition.parse(row.input);
      return {
        id: row.targetId,
        values: shownValues(model, masks, cells),
        masked: model.columns.filter((column) => masks.has(column.id)).map((column) => column.columnName),
        isMine: row.createBy === ctx.user.id,
        reason,
        createName: users.get(row.createBy) ?? null,
        createTime: row.createTime.toISOString(),
        flow: {
          flowStatus: row.flowStatus as FlowStatus,
          processInstanceId: row.processInstanceId,
          businessType: recordAdditions.type.code,
          businessTypeName: recordAdditions.type.name,
        },
        returned: returns.get(row.targetId) ?? null,
      };
    }),
  };
}
