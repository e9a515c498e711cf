import type pg from 'pg';

/** Rows of each table of the source. */
export const ROWS = 1_000_000;
/** Reports of the platform: 200 rules, four times an hour, for three years and a bit. */
export const REPORTS = 5_000_000;

/** Tables `t_1` … with texts, numbers and days as business tables have them, readable by `quality_reader`. */
export async function fillSource(source: pg.Pool, tables: number): Promise<void> {
  await source.query(`create role quality_reader login password 'reader'`);
  await source.query(`create unlogged table t_1 as
    select n as id, case when n % 997 = 0 then null else '客户' || n % 5000 end as name, 'C' || lpad(n::text, 9, '0') as code,
      (n::bigint * 7919 % 10000000)::numeric / 100 as amount, (1 + n % 3)::text as kind, date '2020-01-01' + n % 2000 as made, date '2020-01-01' + n % 2000 + n % 30 as changed
    from generate_series(1, ${ROWS}) n`);
  await source.query('alter table t_1 add primary key (id)');
  for (let n = 2; n <= tables; n++) {
    await source.query(`create unlogged table t_${n} as select * from t_1`);
    await source.query(`alter table t_${n} add primary key (id)`);
  }
  await source.query('vacuum analyze');
  await source.query('grant select on all tables in schema public to quality_reader');
}

/** Reports of the existing rules at every moment of three years, and the logs of as many runs. */
export async function addReports(own: pg.Pool): Promise<void> {
  await own.query('set synchronous_commit to off');
  await own.query(`insert into quality_check_report
      (id, check_rule_id, check_batch, check_date, state, check_result, check_total_count, check_error_count, num, den, ms, rule_name, rule_type_id,
       rule_level_id, rule_source_id, rule_table_id, rule_column_id, rule_config, rule_weight, rule_strength, rule_threshold)
    select 'b' || n, r.id, 'batch' || n / r.many, now() - n * interval '20 seconds', case when n % 40 = 0 then 'fail' else 'pass' end, '有坏行', ${ROWS}, n % 40,
      ${ROWS}, ${ROWS}, 20, r.rule_name, r.rule_type_id, r.rule_level_id, r.rule_source_id, r.rule_table_id, r.rule_column_id, r.rule_config, 1, '1', 100
    from generate_series(1, ${REPORTS}) n
    join (select *, row_number() over (order by id) - 1 as no, count(*) over () as many from quality_check_rule) r on r.no = n % r.many`);
  await own.query(`insert into quality_schedule_log (id, status, execute_rule_id, execute_date, execute_result, execute_batch)
    select id, '1', check_rule_id, check_date, '完成', check_batch from quality_check_report where id like 'b%'`);
  await own.query('vacuum analyze quality_check_report');
  await own.query('vacuum analyze quality_schedule_log');
}
