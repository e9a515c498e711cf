import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import * as z from 'zod';
import { pageRows, sortOrders } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { excelHandlers, inBatches } from '#kit/server/excel/handlers.ts';
import { asInstance, instanceColumns } from '../instances.ts';
import { openSteps } from './open-steps.ts';
import { filteredRows, SUSPENDED, viewConditions, type Filter } from './rows.ts';

const selected = (some: ReturnType<typeof filteredRows>) => some.select([...instanceColumns, 'd.defKey as processKey', 'o.dueTime']);
type Row = Awaited<ReturnType<ReturnType<typeof selected>['execute']>>[number];

async function withSteps(ctx: Ctx, rows: readonly Row[]) {
  const steps = await openSteps(
    ctx.db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...asInstance(row), steps: [...(steps.get(row.id) ?? [])] }));
}

/** A page of running instances, by the time that is left unless another order is asked for: overdue ones first, suspended ones last. */
export async function runningPage(ctx: Ctx, query: Filter & { sort?: string | undefined }) {
  const some = filteredRows(ctx, query);
  let list = selected(some);
  for (const [field, direction] of sortOrders(query.sort, ['dueTime', 'startTime', 'title'], 'dueTime'))
    list =
      field === 'dueTime'
        ? list
            .orderBy(sql`i.suspension_state = ${SUSPENDED}`)
            .orderBy('o.dueTime', (order) => (direction === 'asc' ? order.asc() : order.desc()).nullsLast())
        : list.orderBy(`i.${field}` as 'i.startTime', direction);
  const page = await pageRows<Row>(query, list, some);
  return { ...page, data: await withSteps(ctx, page.data) };
}

/** How many fit a filter, in each view. */
export async function runningCounts(ctx: Ctx, filter: Omit<Filter, 'view'>) {
  const { overdue, today, suspended } = viewConditions(ctx.now);
  return filteredRows(ctx, filter)
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`count(*) filter (where ${overdue})::int`.as('overdue'),
      sql<number>`count(*) filter (where ${today})::int`.as('today'),
      sql<number>`count(*) filter (where ${suspended})::int`.as('suspended'),
    ])
    .executeTakeFirstOrThrow();
}

type Stepped = Awaited<ReturnType<typeof withSteps>>[number];
const peopleText = ({ people, candidates }: Stepped['steps'][number]): string =>
  [...people, ...(candidates > 0 ? [`候选 ${candidates} 人`] : [])].join('、');
/** A row as a workbook shows it. */
const asCells = (ctx: Ctx, row: Stepped) => ({
  ...row,
  nodes: row.steps.map(({ name, progress }) => (progress ? `${name} ${progress.done}/${progress.total}` : name)).join('、'),
  people: row.steps.map(peopleText).join('；'),
  state: row.suspensionState === SUSPENDED ? '已挂起' : row.flowStatus === '2' ? '已退回' : '审核中',
  isLate: row.suspensionState !== SUSPENDED && row.dueTime !== null && row.dueTime < ctx.now ? '是' : '否',
});

export const runningExcel = excelHandlers({
  label: '运行中的流程',
  key: 'workflow.instance.running',
  columns: [
    { field: 'title', title: '标题', width: 40 },
    { field: 'definitionName', title: '流程', width: 20 },
    { field: 'businessName', title: '业务', width: 16 },
    { field: 'nodes', title: '当前节点', width: 24 },
    { field: 'people', title: '办理人', width: 24 },
    { field: 'state', title: '状态' },
    { field: 'starterName', title: '发起人' },
    { field: 'deptName', title: '发起部门', width: 20 },
    { field: 'startTime', title: '发起时间', kind: 'time', width: 20 },
    { field: 'dueTime', title: '到期时间', kind: 'time', width: 20 },
    { field: 'isLate', title: '逾期' },
    { field: 'id', title: '流程编号', width: 22 },
  ],
  input: z.object({}),
  create: () => Promise.reject(new AppError('rule.broken', '运行中的流程不支持导入')),
  rows: (ctx: Ctx, { ids, ...filter }: Filter & { ids?: string[] | null }) =>
    inBatches(async (after, limit) => {
      let some = selected(filteredRows(ctx, filter)).where('i.id', '>', after);
      if (ids) some = some.where('i.id', 'in', ids);
      const rows = await some.orderBy('i.id').limit(limit).execute();
      return (await withSteps(ctx, rows)).map((row) => asCells(ctx, row));
    }, 500),
});
