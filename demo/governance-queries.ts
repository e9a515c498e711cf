import type { QueryParam } from '#modules/console/contract/saved-query.ts';

interface SharedQuery {
  readonly name: string;
  readonly folder: string;
  readonly sql: string;
  readonly params?: readonly QueryParam[];
}
const param = (name: string, label: string, type: QueryParam['type'], defaultValue: string): QueryParam => ({
  name,
  label,
  type,
  defaultValue,
});

/** What the analyst keeps for everybody in the SQL console; every one runs on the warehouse as it is. */
export const QUERIES: readonly SharedQuery[] = [
  {
    name: '各单位本年新签与回款',
    folder: '经营分析',
    sql: `select o.short_name as 单位, round(sum(m.contract_amount) / 10000, 2) as 新签万元, round(sum(m.revenue) / 10000, 2) as 营收万元,
       round(sum(m.receipt_actual) / 10000, 2) as 回款万元, round(sum(m.receipt_actual) * 100 / nullif(sum(m.receipt_plan), 0), 1) as 回款率
from dws.dws_org_month m
join dwd.dim_org o on o.org_id = m.org_id and o.is_branch = '1'
where extract(year from m.month) = (select max(extract(year from month)) from dws.dws_org_month)
group by o.org_id, o.short_name
order by 新签万元 desc`,
  },
  {
    name: '近十二个月营收走势',
    folder: '经营分析',
    sql: `select month as 月份, revenue as 营收万元, receipt_amount as 回款万元, output_actual as 产值万元
from ads.ads_company_month
order by month desc
limit 12`,
  },
  {
    name: '业务结构（指定年度）',
    folder: '经营分析',
    sql: `select b.business_name as 业务, count(*) as 合同数, round(sum(c.amount) / 10000, 2) as 合同额万元, round(avg(c.amount) / 10000, 2) as 平均万元
from dwd.biz_contract c
join dwd.dim_business b on b.business_code = c.business_code
where extract(year from c.sign_date) = (select extract(year from data_date) - \${前几年} from dwd.etl_batch) and c.inner_flag = '0'
group by b.business_name
order by 合同额万元 desc`,
    params: [param('前几年', '0 为本年，1 为上年', 'number', '0')],
  },
  {
    name: '逾期未收合同清单',
    folder: '收款',
    sql: `select c.no as 合同文号, c.name as 合同名称, o.short_name as 签约单位, min(p.plan_date) as 最早到期日,
       round(sum(p.plan_amount - p.paid_amount) / 10000, 2) as 未收万元
from dwd.biz_receipt_plan p
join dwd.biz_contract c on c.contract_id = p.contract_id
join dwd.dim_org o on o.org_id = c.org_id
cross join dwd.etl_batch e
where p.plan_date < e.data_date and p.paid_amount < p.plan_amount
group by c.contract_id, c.no, c.name, o.short_name
having sum(p.plan_amount - p.paid_amount) >= \${最低金额}
order by 未收万元 desc
limit 200`,
    params: [param('最低金额', '未收金额不低于（元）', 'number', '1000000')],
  },
  {
    name: '应收账款账龄',
    folder: '收款',
    sql: `select case age_band when '1' then '三个月内' when '2' then '三至六个月' when '3' then '六至十二个月' else '一年以上' end as 账龄,
       sum(plan_count) as 笔数, round(sum(amount) / 10000, 2) as 余额万元
from dws.dws_receivable_age
group by age_band
order by age_band`,
  },
  {
    name: '超支与延期项目',
    folder: '项目',
    sql: `select p.name as 项目, o.short_name as 承担单位, p.plan_end as 计划完成, round(p.progress_plan * 100, 1) as 计划进度, round(p.progress_actual * 100, 1) as 实际进度,
       round(p.cost * 100 / nullif(p.budget, 0), 1) as 预算使用率
from dwd.biz_project p
join dwd.dim_org o on o.org_id = p.org_id
where p.status = '1' and (p.cost > p.budget or p.progress_actual < p.progress_plan - 0.1)
order by 预算使用率 desc nulls last
limit 100`,
  },
  {
    name: '质量安全问题整改率',
    folder: '项目',
    sql: `select case kind when '1' then '质量' else '安全' end as 类型, category as 分类, sum(found) as 发现问题, sum(rectified) as 已整改,
       round(sum(rectified) * 100.0 / nullif(sum(found), 0), 1) as 整改率
from dwd.biz_quality_safety
group by kind, category
order by 整改率`,
  },
  {
    name: '商机漏斗按来源',
    folder: '市场',
    sql: `select case source when '1' then '展会' when '2' then '老客户' when '3' then '网络推广' when '4' then '转介绍' when '5' then '公开招标' else '其他' end as 来源,
       sum(lead_count) as 线索, sum(opportunity_count) as 商机, sum(bidding_count) as 招投标, sum(signed_count) as 签约,
       round(sum(signed_count) * 100.0 / nullif(sum(lead_count), 0), 1) as 转化率
from dws.dws_funnel_month
group by source
order by 签约 desc`,
  },
  {
    name: '中标率排名',
    folder: '市场',
    sql: `select o.short_name as 单位, count(*) as 已开标, count(*) filter (where b.result = '1') as 中标,
       round(count(*) filter (where b.result = '1') * 100.0 / count(*), 1) as 中标率
from dwd.biz_bid b
join dwd.dim_org o on o.org_id = b.org_id
where b.result in ('1', '2')
group by o.org_id, o.short_name
order by 中标率 desc`,
  },
  {
    name: '人员结构与人工成本',
    folder: '人力',
    sql: `select o.org_name as 组织, m.headcount as 在岗, m.master_count as 硕士以上, m.middle_title_count as 中级以上职称, m.average_age as 平均年龄,
       round(m.labor_cost / 10000, 2) as 人工成本万元
from dws.dws_hr_month m
join dwd.dim_org o on o.org_id = m.org_id
where m.month = (select max(month) from dws.dws_hr_month)
order by m.headcount desc`,
  },
  {
    name: '查员工联系方式（按分级脱敏）',
    folder: '人力',
    sql: `select emp_id as 工号, emp_name, mobile, email, id_card_no, post as 岗位
from dwd.hr_employee
where on_duty = '1' and org_id = \${组织编号}
order by emp_id
limit 100`,
    params: [param('组织编号', '如 1000302 薪酬绩效组', 'text', '1000302')],
  },
];
