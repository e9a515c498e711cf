import { table } from '../table.ts';

/* What the nightly load says about itself. */

export const etlBatch = table(
  'dwd',
  'etl_batch',
  '装载批次（一行：数据截至日）',
  `
  batch_date date! 装载日期
  data_date date! 数据截至日期
  first_date date! 数据起始日期`,
  { key: ['batch_date'] },
);
export const etlTask = table(
  'dwd',
  'etl_task',
  '加工任务与脚本',
  `
  task_no smallint! 执行顺序
  target_table text! 目标表
  sql_text text! 加工脚本
  row_count bigint! 写入行数`,
  { key: ['task_no'] },
);
export const etlReject = table(
  'dwd',
  'etl_reject',
  '清洗剔除登记',
  `
  reject_id bigint! 登记编号
  source_table text! 来源表
  row_key text! 来源主键
  reason text! 剔除原因`,
  { key: ['reject_id'] },
);

/** Rows that the cleaning leaves out, with the reason. */
export const REJECTS = `
insert into dwd.etl_reject (reject_id, source_table, row_key, reason)
select row_number() over (order by source_table, row_key), source_table, row_key, reason
from (
  select 'ods.ods_hr_employee' as source_table, o.emp_id as row_key, '所属组织不存在' as reason
  from ods.ods_hr_employee o where not exists (select 1 from dwd.dim_org d where d.org_id = o.org_id)
  union all
  select 'ods.ods_crm_opportunity', o.opp_id, '客户不存在'
  from ods.ods_crm_opportunity o where not exists (select 1 from dwd.biz_customer c where c.customer_id = o.customer_id)
  union all
  select 'ods.ods_erp_contract', o.contract_id, '客户不存在'
  from ods.ods_erp_contract o where not exists (select 1 from dwd.biz_customer c where c.customer_id = o.customer_id)
  union all
  select 'ods.ods_fin_receipt_plan', o.plan_id, '计划收款金额为零'
  from ods.ods_fin_receipt_plan o where o.plan_amount = 0
  union all
  select 'ods.ods_fin_receipt', o.receipt_id, '合同不存在'
  from ods.ods_fin_receipt o where not exists (select 1 from dwd.biz_contract c where c.contract_id = o.contract_id)
  union all
  select 'ods.ods_pm_output', o.project_id || ' ' || o.month, '项目不存在'
  from ods.ods_pm_output o where not exists (select 1 from dwd.biz_project p where p.project_id = o.project_id)
  union all
  select 'ods.ods_pm_timesheet', o.timesheet_id::text, '员工不存在'
  from ods.ods_pm_timesheet o where not exists (select 1 from dwd.hr_employee e where e.emp_id = o.emp_id)
) r`;
