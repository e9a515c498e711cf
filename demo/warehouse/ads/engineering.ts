import { view, type View } from '../table.ts';
import { WAN } from './units.ts';

/** Projects, quality and safety, awards. */
export const engineeringViews: readonly View[] = [
  view(
    'ads_project',
    '项目一览（进度、成本、风险）',
    `
project_id 项目编号
name 项目名称
org_id 组织编号
org_name 组织名称
business_name 业务类型
type_name 项目类型
stage_name 项目阶段
status 项目状态编码
status_name 项目状态
manager_name 项目负责人
province_name 省份
city_name 城市
lng 经度
lat 纬度
contract_amount 合同额（万元）
plan_start 计划开始日期
plan_end 计划结束日期
progress_plan 计划进度（%）
progress_actual 实际进度（%）
spi 进度绩效
cpi 成本绩效
delay_days 延期天数
risk_level 风险等级：1低 2中 3高
risk_score 综合风险分`,
    `
select p.project_id, p.name, o.org_id, o.short_name, b.business_name, ty.std_name, sg.std_name, p.status, st.std_name, m.emp_name, pa.short_name, ca.area_name, p.lng, p.lat,
       ${WAN('c.amount')}, p.plan_start, p.plan_end, round(p.progress_plan * 100, 1), round(p.progress_actual * 100, 1), t.spi, t.cpi, t.delay_days, p.risk_level, t.risk_score
from dwd.biz_project p
join dwd.biz_contract c on c.contract_id = p.contract_id
join dwd.dim_org o on o.org_id = p.org_id
join dwd.dim_business b on b.business_code = c.business_code
join dwd.dim_area pa on pa.area_code = c.province_code
join dwd.dim_area ca on ca.area_code = c.city_code
join dwd.dim_code ty on ty.code_type = 'project_type' and ty.src_code = p.type
join dwd.dim_code sg on sg.code_type = 'project_stage' and sg.src_code = p.stage
join dwd.dim_code st on st.code_type = 'project_status' and st.src_code = p.status
join dws.dws_project_total t on t.project_id = p.project_id
left join dwd.hr_employee m on m.emp_id = p.manager`,
  ),
  view(
    'ads_project_stage',
    '在建项目阶段分布',
    `
org_id 组织编号
stage 阶段编码
stage_name 阶段名称
project_count 项目数
contract_amount 合同额（万元）`,
    `
select p.org_id, p.stage, s.std_name, count(*), ${WAN('sum(c.amount)')}
from dwd.biz_project p
join dwd.biz_contract c on c.contract_id = p.contract_id
join dwd.dim_code s on s.code_type = 'project_stage' and s.src_code = p.stage
where p.status = '1'
group by 1, 2, 3`,
  ),
  view(
    'ads_cost_month',
    '月度产值与成本构成',
    `
month 月份（月初）
org_id 组织编号
plan_output 计划产值（万元）
actual_output 实际产值（万元）
cost_labor 人工成本（万元）
cost_sub 分包成本（万元）
cost_material 材料成本（万元）
cost_machine 机械成本（万元）
cost_manage 现场管理成本（万元）`,
    `
select m.month, p.org_id, ${WAN('sum(m.plan_output)')}, ${WAN('sum(m.actual_output)')}, ${WAN('sum(m.cost_labor)')}, ${WAN('sum(m.cost_sub)')}, ${WAN('sum(m.cost_material)')},
       ${WAN('sum(m.cost_machine)')}, ${WAN('sum(m.cost_manage)')}
from dwd.biz_output_month m
join dwd.biz_project p on p.project_id = m.project_id
group by 1, 2`,
  ),
  view(
    'ads_quality_month',
    '质量安全月度趋势',
    `
month 月份（月初）
org_id 组织编号
kind 检查类型编码
kind_name 检查类型
check_count 检查次数
found 发现问题数
rectified 已整改数
pass_first_count 一次验收合格次数`,
    `
select date_trunc('month', q.check_date)::date, p.org_id, q.kind, k.std_name, count(*), sum(q.found), sum(q.rectified), count(*) filter (where q.pass_first = '1')
from dwd.biz_quality_safety q
join dwd.biz_project p on p.project_id = q.project_id
join dwd.dim_code k on k.code_type = 'check_kind' and k.src_code = q.kind
group by 1, 2, 3, 4`,
  ),
  view(
    'ads_quality_category',
    '质量安全问题分类',
    `
year 年度
kind_name 检查类型
category 问题分类
found 发现问题数
rectified 已整改数`,
    `
select extract(year from q.check_date)::smallint, k.std_name, q.category, sum(q.found), sum(q.rectified)
from dwd.biz_quality_safety q
join dwd.dim_code k on k.code_type = 'check_kind' and k.src_code = q.kind
group by 1, 2, 3`,
  ),
  view(
    'ads_award_level',
    '获奖级别分布',
    `
year 获奖年度
award_level 级别编码
level_name 级别名称
award_count 获奖数`,
    `
select extract(year from a.award_date)::smallint, a.award_level, l.std_name, count(*)
from dwd.prj_quality_project a
join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level
where a.stage = '5'
group by 1, 2, 3`,
  ),
  view(
    'ads_property_year',
    '知识产权历年授权',
    `
year 授权年度
ip_type 类型编码
type_name 类型名称
granted 授权数`,
    `
select extract(year from p.grant_date)::smallint, p.ip_type, t.std_name, count(*)
from dwd.prj_intellectual_property p
join dwd.dim_code t on t.code_type = 'ip_type' and t.src_code = p.ip_type
where p.grant_date is not null
group by 1, 2, 3`,
  ),
];
