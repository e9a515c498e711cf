import { CHOSEN, OF_ORG, OF_YEAR, type ScreenSet } from './grammar.ts';

/** Staff, certificates, training. */
export const humanSets: readonly ScreenSet[] = [
  {
    key: 'staff',
    name: '大屏·人力指标',
    remark:
      '人数、结构截至数据日；入离职、培训、人工成本为所选年份；离职率 = 离职 ÷ 平均在岗，人均产值 = 实际产值 ÷ 平均在岗，人工成本占比 = 人工成本 ÷ 营收',
    sql: `${CHOSEN},
e as (select count(*) as headcount, count(*) filter (where e.emp_type = '1') as own, count(*) filter (where e.emp_type = '2') as outsourced,
   avg((p.data_date - e.entry_date) / 365.25) as service,
   count(*) filter (where e.education >= '3') as masters, count(*) filter (where e.title_level >= '3') as titled, count(*) filter (where e.gender = '2') as women,
   (select count(distinct c.emp_id) from dwd.prj_certificate c cross join p where c.valid_to > p.data_date and c.register_status <> '4' and ${OF_ORG('c.org_id')}) as registered
  from dwd.hr_employee e cross join p where e.on_duty = '1' and ${OF_ORG('e.org_id')}),
m as (select sum(m.entry_count) as entries, sum(m.leave_count) as leaves, cast(sum(m.headcount) as numeric) / nullif(count(distinct m.month), 0) as average, sum(m.revenue) as revenue, sum(m.output_actual) as output
  from dws.dws_org_month m cross join p where ${OF_YEAR('m.month')} and ${OF_ORG('m.org_id')}),
h as (select sum(h.labor_cost) as labor_cost from dws.dws_hr_month h cross join p where ${OF_YEAR('h.month')} and ${OF_ORG('h.org_id')}),
w as (select sum(w.project_hours) as project_hours, sum(w.work_hours) as work_hours from dws.dws_timesheet_month w cross join p where ${OF_YEAR('w.month')} and ${OF_ORG('w.org_id')}),
t as (select sum(t.hours) as hours, count(distinct t.emp_id) as people from dwd.hr_train t cross join p join dwd.hr_employee x on x.emp_id = t.emp_id where ${OF_YEAR('t.train_date')} and ${OF_ORG('x.org_id')})
select e.*, cast(e.outsourced as numeric) / nullif(e.headcount, 0) as outsourced_rate, cast(e.masters as numeric) / nullif(e.headcount, 0) as master_rate,
  cast(e.titled as numeric) / nullif(e.headcount, 0) as title_rate, cast(e.women as numeric) / nullif(e.headcount, 0) as women_rate,
  m.entries, m.leaves, m.leaves / nullif(m.average, 0) as turnover, m.output / nullif(m.average, 0) as output_per_head, h.labor_cost, h.labor_cost / nullif(m.revenue, 0) as labor_rate,
  w.project_hours / nullif(w.work_hours, 0) as saturation, t.hours as train_hours, least(1.0, cast(t.people as numeric) / nullif(e.headcount, 0)) as train_rate
from e cross join m cross join h cross join w cross join t`,
    fields: `
headcount 在岗人数 人
own 自有人数 人
outsourced 外包人数 人
outsourced_rate 外包占比 pct
service 平均司龄 avg:年
masters 硕士及以上 人
master_rate 硕士及以上占比 pct
titled 中高级职称 人
title_rate 中高级职称占比 pct
women 女性人数 人
registered 注册人数 人
women_rate 女性占比 pct
entries 入职人数 人
leaves 离职人数 人
turnover 离职率 pct
output_per_head 人均产值 元
labor_cost 人工成本 元
labor_rate 人工成本占比 pct
saturation 人员饱和度 pct
train_hours 培训学时 学时
train_rate 培训覆盖率 pct`,
  },
  {
    key: 'people',
    name: '大屏·人员结构',
    remark: '在岗人员按部门、学历、职称、序列、性别',
    sql: `${CHOSEN}
select o.short_name as org_name, case o.is_branch when '1' then '分子公司' else o.org_type_name end as org_type,
  d.std_name as education, t.std_name as title, s.std_name as series, case e.gender when '1' then '男' else '女' end as gender,
  case when e.title_level >= '4' then '高级' when e.title_level = '3' then '中级' else '初级及以下' end as rank_name, count(*) as n
from dwd.hr_employee e cross join p join dwd.dim_org o on o.org_id = e.org_id
join dwd.dim_code d on d.code_type = 'education' and d.src_code = e.education join dwd.dim_code t on t.code_type = 'title_level' and t.src_code = e.title_level
join dwd.dim_code s on s.code_type = 'post_series' and s.src_code = e.post_series
where e.on_duty = '1' and ${OF_ORG('e.org_id')} group by 1, 2, 3, 4, 5, 6, 7`,
    fields: `
org_name 单位 text
org_type 单位类别 text
education 学历 text
title 职称 text
series 岗位序列 text
gender 性别 text
rank_name 职级 text
n 人数 人`,
  },
  {
    key: 'age',
    name: '大屏·年龄结构',
    remark: '在岗人员按年龄段与性别；取自不含生日的汇总视图 ads_hr_structure，脱敏字段不参与',
    sql: `${CHOSEN}
select s.item_name as age_band, sum(s.male) as male, sum(s.female) as female from ads.ads_hr_structure s cross join p
where s.dimension = '年龄段' and ${OF_ORG('s.org_id')} group by s.item_name`,
    fields: `
age_band 年龄段 text
male 男 人
female 女 人`,
  },
  {
    key: 'certificate',
    name: '大屏·执业证书',
    remark: '未注销的执业证书；有效 = 未到期，30/60/90 天内到期分档',
    sql: `${CHOSEN}
select c.person_name, c.org_name, c.top_name, replace(replace(replace(replace(replace(c.top_name, '注册', ''), '工程师', ''), '师', ''), '城乡', ''), '公用', '') as top_short,
  (select g.is_branch from dwd.dim_org g where g.org_id = c.org_id) as is_branch, c.type_name, c.cert_no, c.valid_to, c.days_left,
  case when c.days_left <= 30 then '30天内' when c.days_left <= 60 then '60天内' when c.days_left <= 90 then '90天内' else '90天以上' end as due_band,
  case when c.days_left <= 30 then '严重' when c.days_left <= 90 then '预警' else '正常' end as light, concat('剩 ', c.days_left, ' 天') as due_note, 1 as n
from ads.ads_certificate c cross join p where c.cert_status in ('1', '2') and ${OF_ORG('c.org_id')}`,
    fields: `
person_name 持证人 text
org_name 单位 text
top_name 执业大类 text
top_short 大类简称 text
is_branch 是否分子公司 text
type_name 执业类型 text
cert_no 证书编号 text
valid_to 有效期止 date
due_band 到期分档 text
light 提醒 text
due_note 到期说明 text
days_left 剩余天数 天
n 证书数 本`,
  },
  {
    key: 'hr_org',
    name: '大屏·单位人力',
    remark: '所选年份各经营单位人均产值、饱和度、离职率',
    sql: `${CHOSEN}
select o.short_name as org_name, sum(m.output_actual) / nullif(cast(sum(m.headcount) as numeric) / nullif(count(distinct m.month), 0), 0) as output_per_head,
  sum(m.leave_count) / nullif(cast(sum(m.headcount) as numeric) / nullif(count(distinct m.month), 0), 0) as turnover,
  sum(w.project_hours) / nullif(sum(w.work_hours), 0) as saturation, (select count(*) from dwd.hr_employee e where e.on_duty = '1' and e.org_id = o.org_id) as headcount
from dws.dws_org_month m cross join p join dwd.dim_org o on o.org_id = m.org_id and o.is_branch = '1'
left join dws.dws_timesheet_month w on w.org_id = m.org_id and w.month = m.month where ${OF_YEAR('m.month')} group by o.org_id, o.short_name`,
    fields: `
org_name 单位 text
output_per_head 人均产值 元
turnover 离职率 pct
saturation 人员饱和度 pct
headcount 在岗人数 人`,
  },
  {
    key: 'train',
    name: '大屏·培训',
    remark: '所选年份培训按类别',
    sql: `${CHOSEN}
select case t.category when '1' then '入职' when '2' then '专业' when '3' then '质量安全' when '4' then '管理' else '合规' end as category, count(*) as n, sum(t.hours) as hours,
  cast(count(*) filter (where t.score >= 60) as numeric) / nullif(count(*) filter (where t.score is not null), 0) as pass_rate
from dwd.hr_train t cross join p join dwd.hr_employee e on e.emp_id = t.emp_id where ${OF_YEAR('t.train_date')} and ${OF_ORG('e.org_id')} group by 1`,
    fields: `
category 培训类别 text
n 参训人次 人次
hours 学时 学时
pass_rate 考核通过率 pct`,
  },
];
