import { BAD_CREDIT, BAD_ID_CARD } from '../defects/checks.ts';
import type { Step } from '../table.ts';
import * as records from './records.ts';
import * as dwd from './tables.ts';

const code = (type: string, column: string) =>
  `(select c.std_code from dwd.dim_code c where c.code_type = '${type}' and c.src_code = ${column})`;
const latest = (name: string, key: string) => `(select distinct on (${key}) * from ods.${name} order by ${key}, etl_time desc)`;

/** The nightly cleaning, in order. */
export const CLEANING: readonly Step[] = [
  {
    table: dwd.dimOrg,
    sql: `
insert into dwd.dim_org (org_id, org_name, short_name, org_type, org_type_name, parent_id, province_code, city_code, found_date, is_branch)
select o.org_id, o.org_name, o.org_short, o.org_type, c.std_name, o.parent_id, o.province_code, o.city_code, o.found_date,
       case when o.org_type in ('3', '4') then '1' else '0' end
from ods.ods_hr_org o
join dwd.dim_code c on c.code_type = 'org_type' and c.src_code = o.org_type`,
  },
  {
    table: dwd.employee,
    sql: `
insert into dwd.hr_employee (emp_id, emp_name, gender, birthday, id_card_no, mobile, email, org_id, post, post_series, education, major, title_level,
  entry_date, leave_date, emp_type, monthly_salary, monthly_cost, bank_card_no, on_duty)
select o.emp_id, regexp_replace(o.emp_name, '[ 　]', '', 'g'),
       coalesce(${code('gender', 'o.gender')}, case when substr(o.id_card_no, 17, 1)::int % 2 = 1 then '1' else '2' end),
       case when o.birthday between '1940-01-01' and o.etl_time::date then o.birthday else to_date(substr(o.id_card_no, 7, 8), 'YYYYMMDD') end,
       case when ${BAD_ID_CARD('o.id_card_no')} then null else o.id_card_no end,
       o.mobile, o.email, o.org_id, o.post, o.post_series, o.education, o.major, o.title_level, o.entry_date, o.leave_date, o.emp_type,
       o.monthly_salary, o.monthly_cost, o.bank_card_no, case when o.leave_date is null then '1' else '0' end
from ${latest('ods_hr_employee', 'emp_id')} o
where exists (select 1 from dwd.dim_org d where d.org_id = o.org_id)`,
  },
  {
    table: dwd.train,
    sql: `
insert into dwd.hr_train (train_id, emp_id, course_name, category, train_date, hours, score)
select o.train_id, o.emp_id, o.course_name, o.category, o.train_date, o.hours, case when o.score <= 100 then o.score end
from ods.ods_hr_train o`,
  },
  {
    table: dwd.customer,
    sql: `
insert into dwd.biz_customer (customer_id, name, type, level, industry, province_code, city_code, credit_code, contact, contact_mobile, bank_account, first_coop_date)
select o.customer_id, trim(o.customer_name), coalesce(${code('customer_type', 'o.type_code')}, '9'), o.level_code, o.industry, o.province_code, o.city_code,
       o.credit_code, o.contact, case when o.contact_mobile ~ '^1[3-9][0-9]{9}$' then o.contact_mobile end, o.bank_account, o.first_coop_date
from (select distinct on (coalesce(credit_code, customer_id)) * from ods.ods_crm_customer order by coalesce(credit_code, customer_id), customer_id) o`,
  },
  {
    table: dwd.opportunity,
    sql: `
insert into dwd.biz_opportunity (opp_id, name, customer_id, org_id, business_code, source, stage, lost_stage, lost_reason, amount, win_rate,
  created_at, closed_at, next_follow_date, owner, contract_id, reached)
select o.opp_id, o.opp_name, o.customer_id, o.org_id, o.business_code, coalesce(${code('opp_source', 'o.source_code')}, '9'), o.stage, o.lost_stage, o.lost_reason,
       o.amount, case when o.win_rate <= 100 then o.win_rate end, o.create_date, greatest(o.close_date, case when o.close_date is not null then o.create_date end),
       o.next_follow_date, o.owner_emp_id, o.contract_id,
       case coalesce(o.lost_stage, o.stage) when 'lead' then 1 when 'opportunity' then 2 when 'proposal' then 3 when 'bidding' then 4 else 5 end
from ods.ods_crm_opportunity o
join dwd.biz_customer c on c.customer_id = o.customer_id`,
  },
  {
    table: dwd.bid,
    sql: `
insert into dwd.biz_bid (bid_id, project_name, opp_id, org_id, business_code, bid_date, limit_amount, bid_amount, result, win_amount, competitor, deposit, deposit_back)
select o.bid_id, o.project_name, o.opp_id, o.org_id, o.business_code, o.bid_date, o.limit_amount, abs(o.bid_amount), coalesce(${code('bid_result', 'o.result_code')}, '9'),
       o.win_amount, o.competitor, o.deposit, o.deposit_back
from ods.ods_mkt_bid o
join dwd.biz_opportunity p on p.opp_id = o.opp_id`,
  },
  {
    table: dwd.project,
    sql: `
insert into dwd.biz_project (project_id, contract_id, name, org_id, type, stage, status, manager, plan_start, plan_end, actual_start, actual_end,
  progress_plan, progress_actual, budget, cost, risk_level, lng, lat)
select o.project_id, o.contract_id, replace(o.project_name, '（暂定名）', ''), o.org_id, o.project_type, o.stage, o.status, o.manager_emp_id, o.plan_start,
       o.plan_end, o.actual_start, o.actual_end, o.progress_plan, case when o.progress_actual > 1 then o.progress_actual / 100 else o.progress_actual end,
       o.budget, o.cost, o.risk_level, greatest(o.lng, o.lat), least(o.lng, o.lat)
from ods.ods_pm_project o`,
  },
  {
    table: dwd.output,
    sql: `
insert into dwd.biz_output_month (project_id, month, plan_output, actual_output, cost_labor, cost_sub, cost_material, cost_machine, cost_manage)
select distinct on (o.project_id, o.month) o.project_id, o.month, o.plan_output, o.actual_output, o.cost_labor, o.cost_sub, o.cost_material, o.cost_machine, o.cost_manage
from ods.ods_pm_output o
join dwd.biz_project p on p.project_id = o.project_id
order by o.project_id, o.month, o.etl_time`,
  },
  {
    table: dwd.plan,
    sql: `
insert into dwd.biz_receipt_plan (plan_id, contract_id, kind, plan_date, plan_amount, paid_amount)
select o.plan_id, o.contract_id, o.kind, o.plan_date, o.plan_amount, coalesce(r.paid, 0)
from ods.ods_fin_receipt_plan o
left join (select u.plan_id, sum(u.actual_amount) as paid from ${latest('ods_fin_receipt', 'receipt_id')} u
           where exists (select 1 from dwd.biz_project p where p.contract_id = u.contract_id) group by u.plan_id) r on r.plan_id = o.plan_id
where o.plan_amount > 0`,
  },
  {
    table: dwd.receipt,
    sql: `
insert into dwd.biz_receipt (receipt_id, plan_id, contract_id, actual_date, actual_amount, method, is_on_time)
select o.receipt_id, o.plan_id, o.contract_id, o.actual_date, o.actual_amount, o.method, case when o.actual_date <= p.plan_date + 10 then '1' else '0' end
from ${latest('ods_fin_receipt', 'receipt_id')} o
join dwd.biz_receipt_plan p on p.plan_id = o.plan_id and p.contract_id = o.contract_id`,
  },
  {
    table: dwd.contract,
    sql: `
insert into dwd.biz_contract (contract_id, no, name, customer_id, org_id, business_code, amount, sign_date, start_date, end_date, inner_flag, province_code,
  city_code, status, opening_executed, executed_amount, received_amount, balance)
select o.contract_id, o.contract_no, o.contract_name, o.customer_id, o.org_id, o.business_code, f.amount, coalesce(o.sign_date, o.start_date), o.start_date, o.end_date,
       o.inner_flag, a.area_code, o.city_code, o.status, o.opening_executed, o.opening_executed + coalesce(e.executed, 0), o.opening_received + coalesce(r.received, 0),
       case when o.status = '3' then 0 else f.amount - o.opening_executed - coalesce(e.executed, 0) end
from ${latest('ods_erp_contract', 'contract_id')} o
cross join lateral (select case when o.amount > 1000000000 then o.amount / 10000 else o.amount end as amount) f
join dwd.biz_customer c on c.customer_id = o.customer_id
join dwd.dim_area a on a.area_level = 1 and (a.area_code = o.province_code or a.short_name = o.province_code)
left join (select p.contract_id, sum(m.actual_output) as executed from dwd.biz_output_month m join dwd.biz_project p on p.project_id = m.project_id group by p.contract_id) e
  on e.contract_id = o.contract_id
left join (select contract_id, sum(actual_amount) as received from dwd.biz_receipt group by contract_id) r on r.contract_id = o.contract_id`,
  },
  {
    table: dwd.revenue,
    sql: `
insert into dwd.biz_revenue (project_id, contract_id, org_id, business_code, month, revenue, cost)
select distinct on (o.project_id, o.month) o.project_id, p.contract_id, p.org_id, c.business_code, o.month, o.revenue,
       o.cost_labor + o.cost_sub + o.cost_material + o.cost_machine + o.cost_manage
from ods.ods_pm_output o
join dwd.biz_project p on p.project_id = o.project_id
join dwd.biz_contract c on c.contract_id = p.contract_id
order by o.project_id, o.month, o.etl_time`,
  },
  {
    table: dwd.expense,
    sql: `
insert into dwd.biz_expense (org_id, month, kind, amount)
select distinct on (o.org_id, o.month, o.kind) o.org_id, o.month, o.kind, o.amount
from ods.ods_fin_expense o
order by o.org_id, o.month, o.kind, o.etl_time`,
  },
  {
    table: dwd.target,
    sql: `
insert into dwd.biz_target_year (org_id, year, contract, revenue, receipt, profit, output)
select o.org_id, o.year, o.contract, o.revenue, o.receipt, o.profit, o.output
from ods.ods_fin_target o`,
  },
  {
    table: dwd.check,
    sql: `
insert into dwd.biz_quality_safety (check_id, project_id, check_date, kind, level, category, found, rectified, deadline, closed_date, pass_first)
select o.check_id, o.project_id, o.check_date, o.kind, coalesce(${code('check_level', 'o.level_code')}, '9'), o.category, o.found, least(o.found, o.rectified), o.deadline,
       case when o.closed_date < o.check_date then o.deadline else o.closed_date end, o.pass_first
from ods.ods_pm_check o`,
  },
  {
    table: records.certificate,
    sql: `
insert into dwd.prj_certificate (cert_id, emp_id, person_name, org_id, type_code, specialty, cert_no, register_no, issue_org, issue_date, valid_from, valid_to,
  register_status, edu_hours, project_id)
select o.cert_id, o.emp_id, o.person_name, e.org_id, coalesce(t.type_code, '0000'), o.specialty, o.cert_no, o.register_no, o.issue_org, o.issue_date, o.valid_from,
       coalesce(o.valid_to, o.valid_from), o.register_status, o.edu_hours, o.project_id
from (select distinct on (cert_no) * from ods.ods_hr_certificate order by cert_no, cert_id) o
join dwd.hr_employee e on e.emp_id = o.emp_id
left join dwd.dim_cert_type t on t.type_code = o.type_code`,
  },
  {
    table: records.property,
    sql: `
insert into dwd.prj_intellectual_property (ip_id, ip_name, ip_type, ip_level, apply_no, apply_date, grant_no, grant_date, expire_date, legal_status, inventor, org_id, reward_amount)
select o.ip_id, o.ip_name, o.ip_type, o.ip_level, o.apply_no, o.apply_date, o.grant_no, o.grant_date, o.expire_date, o.legal_status, o.inventor, o.org_id, o.reward_amount
from ods.ods_ip_property o`,
  },
  {
    table: records.award,
    sql: `
insert into dwd.prj_quality_project (award_id, project_id, project_name, org_id, award_name, award_level, award_grade, award_date, stage, role, province_code)
select o.award_id, o.project_id, o.project_name, o.org_id, o.award_name, o.award_level, o.award_grade, o.award_date, o.stage, o.role, o.province_code
from ods.ods_qm_award o`,
  },
  {
    table: records.supplier,
    sql: `
insert into dwd.prj_supplier (supplier_id, supplier_name, credit_code, supplier_type, legal_person, contact, contact_mobile, bank_account, province_code, city_code,
  reg_capital, establish_date, coop_count, coop_amount, score, grade, list_status)
select o.supplier_id, o.supplier_name, case when ${BAD_CREDIT('o.credit_code')} then null else o.credit_code end, o.supplier_type, o.legal_person, o.contact,
       o.contact_mobile, o.bank_account, o.province_code, o.city_code, o.reg_capital, o.establish_date, o.coop_count, o.coop_amount, o.score, o.grade, o.list_status
from ${latest('ods_scm_supplier', 'supplier_id')} o`,
  },
];
