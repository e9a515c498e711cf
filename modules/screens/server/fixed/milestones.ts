import { CHOSEN, OF_ORG, type ScreenSet } from './grammar.ts';

const STEPS = [1000, 3000, 5000, 10000];

/** What the company has become: its history, its awards, what it works on. */
export const milestoneSets: readonly ScreenSet[] = [
  {
    key: 'milestone',
    name: '大屏·发展历程',
    remark: '集团与分子公司成立、首个国家级和省部级奖项、首项专利授权、合同累计满 1000、3000、5000、10000 份的日期',
    sql: `with o as (select o.*, min(o.found_date) over () as first_day from dwd.dim_org o),
w as (select a.project_name, a.award_name, a.award_date, l.std_name as level_name, row_number() over (partition by a.award_level order by a.award_date, a.project_name) as place
  from dwd.prj_quality_project a join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level where a.stage = '5' and a.award_level in ('1', '2')),
i as (select i.ip_name, i.grant_date, row_number() over (order by i.grant_date, i.ip_name) as place from dwd.prj_intellectual_property i where i.ip_type in ('1', '2') and i.grant_date is not null),
c as (select c.name, c.sign_date, row_number() over (order by c.sign_date, c.contract_id) as place from dwd.biz_contract c)
select o.found_date as day, concat(o.org_name, '成立') as title, '机构' as kind, '' as detail from o where o.parent_id is null or (o.is_branch = '1' and o.found_date > o.first_day)
union all select w.award_date, concat('首获', w.level_name, '奖项'), '奖项', concat(w.project_name, ' ', w.award_name) from w where w.place = 1
union all select i.grant_date, '首项专利获授权', '专利', i.ip_name from i where i.place = 1
union all select c.sign_date, concat('合同累计满 ', c.place, ' 份'), '合同', c.name from c where c.place in (${STEPS.join(', ')})`,
    fields: `
day 日期 date
title 事项 text
kind 类别 text
detail 说明 text`,
  },
  {
    key: 'wall',
    name: '大屏·获奖墙',
    remark: '国家级、省部级获奖项目，单位可选',
    sql: `${CHOSEN}
select a.project_name, l.std_name as level_name, a.award_name, a.award_date, o.short_name as org_name, 1 as n
from dwd.prj_quality_project a cross join p join dwd.dim_org o on o.org_id = a.org_id
join dwd.dim_code l on l.code_type = 'award_level' and l.src_code = a.award_level
where a.stage = '5' and a.award_level in ('1', '2') and ${OF_ORG('a.org_id')}`,
    fields: `
project_name 获奖工程 text
level_name 级别 text
award_name 奖项 text
award_date 获奖日期 date
org_name 承担单位 text
n 获奖数 项`,
  },
  {
    key: 'keyword',
    name: '大屏·业务关键词',
    remark: '合同的业务类型、项目类型与客户行业，按全部合同、项目数',
    sql: `${CHOSEN}
select b.business_name as word, '业务类型' as kind, count(*) as n from dwd.biz_contract c cross join p join dwd.dim_business b on b.business_code = c.business_code where ${OF_ORG('c.org_id')} group by b.business_name
union all select t.std_name, '项目类型', count(*) from dwd.biz_project j cross join p join dwd.dim_code t on t.code_type = 'project_type' and t.src_code = j.type where ${OF_ORG('j.org_id')} group by t.std_name
union all select u.industry, '客户行业', count(*) from dwd.biz_contract c cross join p join dwd.biz_customer u on u.customer_id = c.customer_id where ${OF_ORG('c.org_id')} group by u.industry`,
    fields: `
word 关键词 text
kind 类别 text
n 数量 个`,
  },
  {
    key: 'cover',
    name: '大屏·业务覆盖',
    remark: '有合同的省份、城市与合作客户；满值为全国 34 个省级、333 个地级行政区，客户为建档数',
    sql: `${CHOSEN}
select '覆盖省份' as item, count(distinct c.province_code) as value, 34 as full_value from dwd.biz_contract c cross join p where ${OF_ORG('c.org_id')}
union all select '覆盖城市', count(distinct c.city_code), 333 from dwd.biz_contract c cross join p where ${OF_ORG('c.org_id')}
union all select '合作客户', count(*) filter (where c.first_coop_date is not null), count(*) from dwd.biz_customer c`,
    fields: `
item 项目 text
value 数量 -
full_value 满值 -`,
  },
];
