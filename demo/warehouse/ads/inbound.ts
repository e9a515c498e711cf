import { view, type View } from '../table.ts';
import { WAN } from './units.ts';

/** Funnel and customers. */
export const inboundViews: readonly View[] = [
  view(
    'ads_funnel_year',
    '商机漏斗年度汇总',
    `
year 创建年度
org_id 组织编号
source 来源编码
source_name 来源渠道
lead_count 线索数
opportunity_count 转为商机数
proposal_count 进入方案数
bidding_count 进入招投标数
signed_count 签约数
lost_count 丢单数
amount 预计金额（万元）
signed_amount 签约商机金额（万元）`,
    `
select extract(year from f.month)::smallint, f.org_id, f.source, coalesce(min(c.std_name), '未映射'), sum(f.lead_count), sum(f.opportunity_count), sum(f.proposal_count),
       sum(f.bidding_count), sum(f.signed_count), sum(f.lost_count), ${WAN('sum(f.amount)')}, ${WAN('sum(f.signed_amount)')}
from dws.dws_funnel_month f
left join dwd.dim_code c on c.code_type = 'opp_source' and c.std_code = f.source
group by 1, 2, 3`,
  ),
  view(
    'ads_funnel_flow',
    '来源、阶段、结果流向（桑基图）',
    `
year 创建年度
from_node 起点
to_node 终点
opp_count 商机数`,
    `
select extract(year from o.created_at)::smallint, coalesce(s.std_name, '未映射'), g.name, count(*)
from dwd.biz_opportunity o
left join dwd.dim_code s on s.code_type = 'opp_source' and s.std_code = o.source
join (values (1, '止于线索'), (2, '止于商机'), (3, '止于方案'), (4, '止于招投标'), (5, '走完全程')) g (reached, name) on g.reached = o.reached
group by 1, 2, 3
union all
select extract(year from o.created_at)::smallint, g.name, case o.stage when 'signed' then '签约' when 'lost' then '丢单' else '跟进中' end, count(*)
from dwd.biz_opportunity o
join (values (1, '止于线索'), (2, '止于商机'), (3, '止于方案'), (4, '止于招投标'), (5, '走完全程')) g (reached, name) on g.reached = o.reached
group by 1, 2, 3`,
  ),
  view(
    'ads_lost_reason',
    '丢单原因',
    `
year 关闭年度
org_id 组织编号
lost_reason 丢单原因
opp_count 商机数
amount 预计金额（万元）`,
    `
select extract(year from closed_at)::smallint, org_id, lost_reason, count(*), ${WAN('sum(amount)')}
from dwd.biz_opportunity
where stage = 'lost'
group by 1, 2, 3`,
  ),
  view(
    'ads_follow_up',
    '待跟进商机',
    `
opp_id 商机编号
name 商机名称
customer_name 客户名称
org_id 组织编号
org_name 组织名称
owner_name 跟进人
stage_name 当前阶段
amount 预计金额（万元）
win_rate 赢单概率（%）
next_follow_date 下次跟进日期
overdue_days 逾期天数`,
    `
select o.opp_id, o.name, c.name, g.org_id, g.short_name, w.emp_name, s.std_name, ${WAN('o.amount')}, o.win_rate, o.next_follow_date, greatest(0, e.data_date - o.next_follow_date)
from dwd.biz_opportunity o
join dwd.biz_customer c on c.customer_id = o.customer_id
join dwd.dim_org g on g.org_id = o.org_id
join dwd.hr_employee w on w.emp_id = o.owner
join dwd.dim_code s on s.code_type = 'opp_stage' and s.src_code = o.stage
cross join dwd.etl_batch e
where o.stage not in ('signed', 'lost')`,
  ),
  view(
    'ads_owner_rank',
    '跟进人签约排名',
    `
year 签约年度
emp_id 跟进人工号
owner_name 跟进人
org_name 组织名称
signed_count 签约数
signed_amount 签约金额（万元）`,
    `
select extract(year from o.closed_at)::smallint, w.emp_id, w.emp_name, g.short_name, count(*), ${WAN('sum(o.amount)')}
from dwd.biz_opportunity o
join dwd.hr_employee w on w.emp_id = o.owner
join dwd.dim_org g on g.org_id = o.org_id
where o.stage = 'signed'
group by 1, 2, 3, 4`,
  ),
  view(
    'ads_customer_year',
    '客户年度新增与复购',
    `
year 年度
customer_count 签约客户数
new_count 新客户数
repeat_count 复购客户数
strategic_count 战略客户数
contract_amount 签约金额（万元）`,
    `
select y.year, count(*), count(*) filter (where extract(year from c.first_coop_date) = y.year), count(*) filter (where extract(year from c.first_coop_date) < y.year),
       count(*) filter (where c.level = '1'), ${WAN('sum(y.contract_amount)')}
from dws.dws_customer_year y
join dwd.biz_customer c on c.customer_id = y.customer_id
where y.contract_count > 0
group by y.year`,
  ),
];
