import { sql } from 'kysely';
import * as z from 'zod';
import type { ConfigSeed } from '#kit/server/module.ts';
import type { Db } from '#kit/server/ctx.ts';
import { defineTask } from '#kit/server/tasks.ts';
import { readNumberConfig } from '#modules/system/server/index.ts';

const REPORT_DAYS = 'quality.reportDays';
const LOG_DAYS = 'quality.logDays';
const FIGURE_DAYS = 'quality.figureDays';
const [KEPT_REPORTS, KEPT_LOGS, KEPT_FIGURES] = [800, 180, 400];
const AT_ONCE = 5000;
const DAY_MS = 86_400_000;

/** How long results stay. Rows of a source are never kept, so that nothing else has to vanish. */
export const retentionConfigs: readonly ConfigSeed[] = [
  {
    key: REPORT_DAYS,
    name: '质量核查结果保留天数',
    type: 'number',
    value: String(KEPT_REPORTS),
    min: 30,
    max: 3650,
    unit: '天',
    group: '数据质量',
    remark: '每条规则最近一次的结果和问题工单引用的结果一直保留；评分趋势只能回到保留的日期，月度快照不受影响',
  },
  {
    key: LOG_DAYS,
    name: '质量日志保留天数',
    type: 'number',
    value: String(KEPT_LOGS),
    min: 7,
    max: 3650,
    unit: '天',
    group: '数据质量',
    remark: '任务日志和告警记录超过天数后每日凌晨清理',
  },
  {
    key: FIGURE_DAYS,
    name: '质量指标历史保留天数',
    type: 'number',
    value: String(KEPT_FIGURES),
    min: 60,
    max: 3650,
    unit: '天',
    group: '数据质量',
    remark: '判断指标异常所用的历史数值；分布漂移的首次基准一直保留',
  },
];

/** Repeats a deletion of some rows until none is left; answers how many there were. */
async function inParts(remove: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (let some = AT_ONCE; some === AT_ONCE; all += some) {
    signal.throwIfAborted();
    some = await remove();
  }
  return all;
}
const counted = async (statement: ReturnType<typeof sql>, db: Db): Promise<number> =>
  Number((await statement.execute(db)).numAffectedRows ?? 0);

/** Figures of before a moment, without the first distribution of each rule, which later ones are held against. */
const removeFigures = (before: Date) => sql`delete from quality_figure where report_id in (
  select f.report_id from quality_figure f where f.check_time < ${before}
    and (f.detail is null or exists (select 1 from quality_figure e where e.check_rule_id = f.check_rule_id and e.figure_key = f.figure_key
      and e.detail is not null and e.check_time < f.check_time))
  order by f.check_time, f.report_id limit ${AT_ONCE})`;

/** Removes results and logs that are past their time, some at once so that nobody waits for it. */
export const cleanUp = defineTask({
  name: '质量核查结果清理',
  summary: '删除超过保留天数的核查结果、批次和任务日志；最近一次的结果与工单引用的结果保留',
  params: z.object({}),
  async run({ app, dueTime, signal }) {
    const { db } = app;
    const before = async (key: string, days: number) => new Date(dueTime.getTime() - (await readNumberConfig(db, key, days)) * DAY_MS);
    const oldReport = await before(REPORT_DAYS, KEPT_REPORTS);
    const oldLog = await before(LOG_DAYS, KEPT_LOGS);
    const reports = await inParts(
      () =>
        counted(
          sql`delete from quality_check_report where id in (
            select r.id from quality_check_report r where r.check_date < ${oldReport}
              and not exists (select 1 from quality_check_rule c where c.last_report_id = r.id and c.deleted_at is null)
              and not exists (select 1 from quality_issue i where i.last_report_id = r.id and i.state in ('1', '2', '3', '5'))
            order by r.check_date, r.id limit ${AT_ONCE})`,
          db,
        ),
      signal,
    );
    const runs = await inParts(
      () =>
        counted(
          sql`delete from quality_run where id in (
            select u.id from quality_run u where u.create_time < ${oldReport} and u.state not in ('waiting', 'running')
              and not exists (select 1 from quality_check_report r where r.check_batch = u.id)
              and not exists (select 1 from quality_schedule_job j where j.last_batch = u.id)
            order by u.create_time, u.id limit ${AT_ONCE})`,
          db,
        ),
      signal,
    );
    const logs = await inParts(
      () =>
        counted(
          sql`delete from quality_schedule_log where id in (
            select id from quality_schedule_log where execute_date < ${oldLog} order by execute_date, id limit ${AT_ONCE})`,
          db,
        ),
      signal,
    );
    const alerts = await inParts(
      () =>
        counted(
          sql`delete from quality_alert_log where id in (
            select id from quality_alert_log where create_time < ${oldLog} and state <> 'waiting' order by create_time, id limit ${AT_ONCE})`,
          db,
        ),
      signal,
    );
    const oldFigure = await before(FIGURE_DAYS, KEPT_FIGURES);
    const figures = await inParts(() => counted(removeFigures(oldFigure), db), signal);
    return reports + runs + logs + alerts + figures === 0
      ? null
      : `已清理核查结果 ${reports} 条、批次 ${runs} 个、任务日志 ${logs} 条、告警记录 ${alerts} 条、指标历史 ${figures} 条`;
  },
});
