import { sql, type RawBuilder } from 'kysely';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { csvLine } from '#kit/core/text/csv.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { implement } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { statistics as contract, type NodeFigure, type PersonFigure, type ProcessFigure } from '../contract/statistics.ts';

type Query = z.output<(typeof contract)['overview']['query']>;
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 400;
const ZONE = 'Asia/Shanghai';
/** Rows of a table. */
const MAX = 200;

const dayOf = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: ZONE });

interface Period {
  readonly from: string;
  readonly to: string;
  /** first moment, and the first one after the last day */
  readonly begin: Date;
  readonly end: Date;
}
function periodOf({ now }: Ctx, query: Query): Period {
  const to = query.to ?? dayOf(now);
  const from = query.from ?? dayOf(new Date(new Date(`${to}T00:00:00+08:00`).getTime() - (DEFAULT_DAYS - 1) * DAY_MS));
  const [begin, end] = [new Date(`${from}T00:00:00+08:00`), new Date(new Date(`${to}T00:00:00+08:00`).getTime() + DAY_MS)];
  const wrong = (message: string) => new AppError('input.invalid', message, [{ path: 'from', message }]);
  if (Number.isNaN(begin.getTime()) || Number.isNaN(end.getTime())) throw wrong('日期不存在');
  if (begin >= end) throw wrong('开始日期不能晚于结束日期');
  if (end.getTime() - begin.getTime() > MAX_DAYS * DAY_MS) throw wrong(`统计区间不能超过 ${MAX_DAYS} 天`);
  return { from, to, begin, end };
}

/** Instances that the caller may see in figures. */
const ofCaller = (ctx: Ctx, { businessCode }: Query): RawBuilder<boolean> => {
  const own = scope(ctx, { dept: 'i.deptId', owner: 'i.starterId' });
  return businessCode ? sql<boolean>`(${own} and i.business_code = ${businessCode})` : sql<boolean>`(${own})`;
};

const seconds = (part: number, column: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql<number | null>`round(percentile_cont(${sql.lit(part)}) within group (order by extract(epoch from ${column})))::int`;

/** Work at each node: finished in the period, open now. Tasks of the starter himself (重新提交) are no work of approvers. */
async function nodes(ctx: Ctx, query: Query, { begin, end }: Period): Promise<z.input<typeof NodeFigure>[]> {
  const took = sql`t.end_time - t.create_time`;
  const { rows } = await sql<z.input<typeof NodeFigure>>`
    with finished as (
      select d.def_key as key, max(d.name) as "processName", t.node_key as "nodeKey", max(t.name) as name, count(*)::int as done,
        ${seconds(0.5, took)} as median, ${seconds(0.9, took)} as p90,
        count(*) filter (where t.result = 'returned')::int as returned, count(*) filter (where t.result = 'passed')::int as passed,
        count(*) filter (where t.due_time < t.end_time)::int as late
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
      where t.state = 'done' and t.kind <> 'submit' and t.end_time >= ${begin} and t.end_time < ${end} and ${ofCaller(ctx, query)}
      group by d.def_key, t.node_key),
    waiting as (
      select d.def_key as key, max(d.name) as "processName", t.node_key as "nodeKey", max(t.name) as name, count(*)::int as open,
        count(*) filter (where t.due_time < ${ctx.now})::int as overdue
      from flow_task t join flow_instance i on i.id = t.instance_id join flow_definition d on d.id = i.definition_id
      where t.state = 'todo' and t.kind <> 'submit' and ${ofCaller(ctx, query)} group by d.def_key, t.node_key)
    select coalesce(f.key, w.key) as key, coalesce(f."processName", w."processName") as "processName",
      coalesce(f."nodeKey", w."nodeKey") as "nodeKey", coalesce(f.name, w.name) as name, coalesce(w.open, 0) as open,
      coalesce(w.overdue, 0) as overdue, coalesce(f.done, 0) as done, f.median, f.p90, coalesce(f.returned, 0) as returned,
      f.returned::float8 / f.done as "returnRate", coalesce(f.passed, 0) as passed, f.passed::float8 / f.done as "passRate",
      coalesce(f.late, 0) as late
    from finished f full join waiting w on w.key = f.key and w."nodeKey" = f."nodeKey"
    order by 7 desc, 5 desc, 1, 3 limit ${MAX}`.execute(ctx.db);
  return rows;
}

async function processes(ctx: Ctx, query: Query, { begin, end }: Period): Promise<z.input<typeof ProcessFigure>[]> {
  const took = sql`i.end_time - i.start_time`;
  const { rows } = await sql<z.input<typeof ProcessFigure>>`
    with returned as (
      select t.instance_id as id from flow_task t where t.result = 'returned' and t.state = 'done' group by 1)
    select d.def_key as key, max(d.name) as name, count(*) filter (where i.end_time is null)::int as running,
      count(*) filter (where i.end_time is not null)::int as ended, count(*) filter (where i.flow_status = '4')::int as approved,
      count(*) filter (where i.flow_status = '5')::int as rejected, count(*) filter (where i.flow_status = '6')::int as cancelled,
      ${seconds(0.5, took)} as median, ${seconds(0.9, took)} as p90,
      count(r.id) filter (where i.end_time is not null)::int as returned,
      count(r.id) filter (where i.end_time is not null)::float8 / nullif(count(*) filter (where i.end_time is not null), 0) as "returnRate"
    from flow_instance i join flow_definition d on d.id = i.definition_id left join returned r on r.id = i.id
    where (i.end_time is null or (i.end_time >= ${begin} and i.end_time < ${end})) and ${ofCaller(ctx, query)}
    group by d.def_key order by 4 desc, 3 desc, 1 limit ${MAX}`.execute(ctx.db);
  return rows;
}

async function people(ctx: Ctx, query: Query, { begin, end }: Period): Promise<z.input<typeof PersonFigure>[]> {
  const { rows } = await sql<z.input<typeof PersonFigure>>`
    with finished as (
      select t.ended_by as id, count(*)::int as done, ${seconds(0.5, sql`t.end_time - t.create_time`)} as median
      from flow_task t join flow_instance i on i.id = t.instance_id
      where t.state = 'done' and t.kind <> 'submit' and t.ended_by is not null and t.end_time >= ${begin} and t.end_time < ${end}
        and ${ofCaller(ctx, query)} group by 1),
    waiting as (
      select t.assignee_id as id, count(*)::int as open, count(*) filter (where t.due_time < ${ctx.now})::int as overdue
      from flow_task t join flow_instance i on i.id = t.instance_id
      where t.state = 'todo' and t.kind <> 'submit' and t.assignee_id is not null and ${ofCaller(ctx, query)} group by 1)
    select coalesce(f.id, w.id) as "userId", u.nickname as name, p.dept_name as "deptName", coalesce(w.open, 0) as open,
      coalesce(w.overdue, 0) as overdue, coalesce(f.done, 0) as done, f.median
    from finished f full join waiting w on w.id = f.id
    left join sys_user u on u.id = coalesce(f.id, w.id) left join sys_dept p on p.id = u.dept_id
    order by 4 desc, 6 desc, 1 limit ${MAX}`.execute(ctx.db);
  return rows;
}

async function trend(ctx: Ctx, query: Query, { from, to, begin, end }: Period) {
  const per = (column: string, rows: RawBuilder<unknown>) => sql`
    select to_char(${sql.ref(column)} at time zone ${sql.lit(ZONE)}, 'YYYY-MM-DD') as day, count(*)::int as n ${rows}
      and ${sql.ref(column)} >= ${begin} and ${sql.ref(column)} < ${end} and ${ofCaller(ctx, query)} group by 1`;
  const { rows } = await sql<{ day: string; started: number; ended: number; done: number }>`
    with s as (${per('i.startTime', sql`from flow_instance i where true`)}), e as (${per('i.endTime', sql`from flow_instance i where i.end_time is not null`)}),
      t as (${per('t.endTime', sql`from flow_task t join flow_instance i on i.id = t.instance_id where t.state = 'done' and t.kind <> 'submit'`)})
    select to_char(g.day, 'YYYY-MM-DD') as day, coalesce(s.n, 0) as started, coalesce(e.n, 0) as ended, coalesce(t.n, 0) as done
    from generate_series(${from}::date, ${to}::date, interval '1 day') as g (day)
    left join s on s.day = to_char(g.day, 'YYYY-MM-DD') left join e on e.day = to_char(g.day, 'YYYY-MM-DD')
    left join t on t.day = to_char(g.day, 'YYYY-MM-DD') order by 1`.execute(ctx.db);
  return rows;
}

async function overview(ctx: Ctx, query: Query) {
  const period = periodOf(ctx, query);
  const [nodeRows, processRows, personRows, days] = [
    await nodes(ctx, query, period),
    await processes(ctx, query, period),
    await people(ctx, query, period),
    await trend(ctx, query, period),
  ];
  const sum = <T>(rows: readonly T[], of: (row: T) => number): number => rows.reduce((total, row) => total + of(row), 0);
  return {
    from: period.from,
    to: period.to,
    started: sum(days, ({ started }) => started),
    ended: sum(days, ({ ended }) => ended),
    running: sum(processRows, ({ running }) => running),
    overdue: sum(nodeRows, ({ overdue }) => overdue),
    nodes: nodeRows,
    processes: processRows,
    people: personRows,
    trend: days,
  };
}

const HEAD = [
  '流程',
  '节点',
  '待办',
  '逾期',
  '办结',
  '用时中位数（秒）',
  '用时九成位（秒）',
  '退回',
  '退回率',
  '自动通过',
  '自动通过率',
  '超时办结',
];

/** How long approvals take and where they wait. */
export const statistics = implement(contract, {
  overview: (ctx, { query }) => overview(ctx, query),
  async export(ctx, { query }) {
    const period = periodOf(ctx, query);
    const rows = await nodes(ctx, query, period);
    const lines = rows.map((row) =>
      csvLine([
        row.processName,
        row.name,
        row.open,
        row.overdue,
        row.done,
        row.median,
        row.p90,
        row.returned,
        row.returnRate,
        row.passed,
        row.passRate,
        row.late,
      ]),
    );
    // the mark tells spreadsheets that the text is UTF-8
    const body = `\uFEFF${csvLine(HEAD)}${lines.join('')}`;
    return { body, type: 'text/csv; charset=utf-8', fileName: `流程统计-${period.from}-${period.to}.csv` };
  },
});
