import { CHOSEN, OF_ORG, OF_YEAR, type ScreenSet } from './grammar.ts';

/** Projects, quality and safety, awards, property, suppliers. */
export const projectSets: readonly ScreenSet[] = [
  {
    key: 'project',
    name: '大屏·项目一览',
    remark:
      '在建与暂停项目的进度、成本与风险；在建 = 状态在建，口径同 ads_project；预警：严重延期 = 延期超过30天，滞后 = 实际进度落后计划10个百分点以上，风险 = 风险等级高',
    sql: `${CHOSEN}
select j.name, j.org_name, j.business_name, j.type_name, j.stage_name, j.status_name, j.province_name, j.manager_name, j.plan_start, j.plan_end,
  j.contract_amount * 10000 as contract_amount, j.progress_plan / 100 as progress_plan, j.progress_actual / 100 as progress_actual,
  j.city_name, u.name as customer_name, q.actual_start, q.budget, q.cost, (select coalesce(sum(i.found - i.rectified), 0) from dwd.biz_quality_safety i where i.project_id = j.project_id) as open_issues,
  j.delay_days, j.risk_score, case j.risk_level when '3' then '高' when '2' then '中' else '低' end as risk_name,
  case when j.delay_days > 30 then '严重延期' when j.progress_plan - j.progress_actual > 10 then '滞后' when j.risk_level = '3' then '风险' else '正常' end as light, 1 as n
from ads.ads_project j cross join p join dwd.biz_project q on q.project_id = j.project_id join dwd.biz_contract k on k.contract_id = q.contract_id
join dwd.biz_customer u on u.customer_id = k.customer_id where j.status in ('1', '3') and ${OF_ORG('j.org_id')}`,
    fields: `
name 项目名称 text
org_name 承担单位 text
business_name 业务类型 text
type_name 项目类型 text
stage_name 阶段 text
status_name 状态 text
province_name 省份 text
city_name 城市 text
customer_name 业主单位 text
manager_name 负责人 text
plan_start 计划开始 date
plan_end 计划结束 date
actual_start 实际开始 date
risk_name 风险等级 text
light 预警 text
contract_amount 合同额 元
budget 成本预算 元
cost 累计成本 元
open_issues 未整改问题 个
progress_plan 计划进度 pct
progress_actual 实际进度 pct
delay_days 延期天数 天
risk_score 综合风险 avg:分
n 项目数 个`,
  },
  {
    key: 'cost',
    name: '大屏·产值与成本构成',
    remark: '所选年份各月计划、实际产值与成本构成',
    sql: `${CHOSEN}
select c.month, sum(c.plan_output) * 10000 as output_plan, sum(c.actual_output) * 10000 as output, sum(c.cost_labor) * 10000 as labor, sum(c.cost_sub) * 10000 as sub,
  sum(c.cost_material) * 10000 as material, sum(c.cost_machine) * 10000 as machine, sum(c.cost_manage) * 10000 as manage
from ads.ads_cost_month c cross join p where ${OF_YEAR('c.month')} and ${OF_ORG('c.org_id')} group by c.month`,
    fields: `
month 月份 date
output_plan 计划产值 元
output 实际产值 元
labor 人工 元
sub 分包 元
material 材料 元
machine 机械 元
manage 现场管理 元`,
    calculated: 'output_rate 产值完成率 pct = SUM([实际产值]) / NULLIF(SUM([计划产值]), 0)',
  },
  {
    key: 'quality',
    name: '大屏·质量安全',
    remark: '所选年份各月检查、问题与整改；闭环率 = 已整改 ÷ 已发现，一次合格率 = 一次合格 ÷ 检查次数',
    sql: `${CHOSEN}
select q.month, q.kind_name, sum(q.check_count) as checks, sum(q.found) as found, sum(q.rectified) as rectified, sum(q.pass_first_count) as passed
from ads.ads_quality_month q cross join p where ${OF_YEAR('q.month')} and ${OF_ORG('q.org_id')} group by q.month, q.kind_name`,
    fields: `
month 月份 date
kind_name 检查类型 text
checks 检查次数 次
found 发现问题 个
rectified 已整改 个
passed 一次合格 次`,
    calculated: `
closed_rate 整改闭环率 pct = SUM([已整改]) / NULLIF(SUM([发现问题]), 0)
pass_rate 一次验收合格率 pct = SUM([一次合格]) / NULLIF(SUM([检查次数]), 0)`,
  },
  {
    key: 'quality_category',
    name: '大屏·质量安全问题分类',
    remark: '所选年份、单位的问题分类',
    sql: `${CHOSEN}
select q.category, case q.kind when '1' then '质量' else '安全' end as kind_name, sum(q.found) as found, sum(q.rectified) as rectified, sum(q.found) - sum(q.rectified) as open
from dwd.biz_quality_safety q cross join p join dwd.biz_project j on j.project_id = q.project_id
where ${OF_YEAR('q.check_date')} and ${OF_ORG('j.org_id')} group by q.category, q.kind`,
    fields: `
category 问题分类 text
kind_name 检查类型 text
found 发现问题 个
rectified 已整改 个
open 未整改 个`,
  },
  {
    key: 'award',
    name: '大屏·创优获奖',
    remark: '各年获奖数按级别，单位可选',
    sql: `${CHOSEN}
select cast(date_trunc('year', a.award_date) as date) as year, l.std_name as level_name, a.award_level as no, count(*) as n
from dwd.prj_quality_project a cross join p join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level
where a.stage = '5' and ${OF_ORG('a.org_id')} group by 1, 2, 3`,
    fields: `
year 获奖年度 date
level_name 奖项级别 text
no 级别序号 text
n 获奖数 项`,
  },
  {
    key: 'property',
    name: '大屏·知识产权',
    remark: '历年授权数按类型',
    sql: `${CHOSEN}
select cast(date_trunc('year', i.grant_date) as date) as year, t.std_name as type_name, count(*) as n
from dwd.prj_intellectual_property i cross join p join dwd.dim_code t on t.code_type = 'ip_type' and t.src_code = i.ip_type
where i.grant_date is not null and cast(extract(year from i.grant_date) as integer) > p.y - 8 and cast(extract(year from i.grant_date) as integer) <= p.y and ${OF_ORG('i.org_id')} group by 1, 2`,
    fields: `
year 授权年度 date
type_name 类型 text
n 授权数 项`,
  },
  {
    key: 'feed',
    name: '大屏·成果与资质动态',
    remark: '最近授权的知识产权、获奖与将到期的证书；次序 = 同类中离数据日由近到远',
    sql: `${CHOSEN},
f as (select t.std_name as kind, i.ip_name as title, i.grant_date as day, '已授权' as state, p.data_date - i.grant_date as distance from dwd.prj_intellectual_property i cross join p
  join dwd.dim_code t on t.code_type = 'ip_type' and t.src_code = i.ip_type where i.grant_date > p.data_date - 400 and ${OF_ORG('i.org_id')}
union all select '优质工程', concat(a.project_name, a.award_name), a.award_date, l.std_name, p.data_date - a.award_date from dwd.prj_quality_project a cross join p
  join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level where a.stage = '5' and a.award_date > p.data_date - 400 and ${OF_ORG('a.org_id')}
union all select '证书', concat(o.short_name, ' ', t.type_name), c.valid_to, case when c.valid_to - p.data_date <= 30 then '30天内到期' else '90天内到期' end, c.valid_to - p.data_date
  from dwd.prj_certificate c cross join p join dwd.dim_org o on o.org_id = c.org_id join dwd.dim_cert_type t on t.type_code = c.type_code
  where c.valid_to - p.data_date between 1 and 90 and c.register_status <> '4' and ${OF_ORG('c.org_id')})
select f.kind, f.title, f.day, f.state, row_number() over (partition by f.kind order by f.distance, f.title) as place from f`,
    fields: `
kind 类别 text
title 名称 text
day 日期 date
state 状态 text
place 同类中的次序 -`,
  },
  {
    key: 'supplier',
    name: '大屏·供应商',
    remark: '供应商按评价等级、类型与名录状态',
    sql: `select concat(s.grade, '级') as grade_name, t.std_name as type_name, u.std_name as status_name, count(*) as n, sum(s.coop_amount) as coop_amount, avg(s.score) as score
from dwd.prj_supplier s join dwd.dim_code t on t.code_type = 'supplier_type' and t.src_code = s.supplier_type
join dwd.dim_code u on u.code_type = 'supplier_status' and u.src_code = s.list_status group by 1, 2, 3`,
    fields: `
grade_name 评价等级 text
type_name 供应商类型 text
status_name 名录状态 text
n 供应商数 家
coop_amount 合作金额 元
score 评价得分 avg:分`,
  },
];
