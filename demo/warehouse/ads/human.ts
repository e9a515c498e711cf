import { view, type View } from '../table.ts';
import { WAN } from './units.ts';

/** Staff and certificates. */
export const humanViews: readonly View[] = [
  view(
    'ads_hr_month',
    '人力月度指标',
    `
month 月份（月初）
org_id 组织编号
headcount 月末在岗人数
own_count 自有人数
outsourced_count 外包人数
master_count 硕士及以上人数
middle_title_count 中级及以上职称人数
average_age 平均年龄
average_service 平均司龄（年）
labor_cost 人工成本（万元）
entry_count 入职人数
leave_count 离职人数
saturation 人员饱和度（%）`,
    `
select h.month, h.org_id, h.headcount, h.own_count, h.outsourced_count, h.master_count, h.middle_title_count, h.average_age, h.average_service, ${WAN('h.labor_cost')},
       o.entry_count, o.leave_count, round(t.saturation * 100, 2)
from dws.dws_hr_month h
join dws.dws_org_month o on o.org_id = h.org_id and o.month = h.month
left join dws.dws_timesheet_month t on t.org_id = h.org_id and t.month = h.month`,
  ),
  view(
    'ads_hr_structure',
    '在岗人员结构（年龄段、学历、职称、序列）',
    `
dimension 维度
item_code 项编码
item_name 项名称
org_id 组织编号
people 人数
male 男性人数
female 女性人数`,
    `
select '年龄段', a.band, a.band, a.org_id, count(*), count(*) filter (where a.gender = '1'), count(*) filter (where a.gender = '2')
from (select e.org_id, e.gender, case when b.data_date - e.birthday < 30 * 365.25 then '30岁以下' when b.data_date - e.birthday < 40 * 365.25 then '30–39岁'
             when b.data_date - e.birthday < 50 * 365.25 then '40–49岁' else '50岁及以上' end as band
      from dwd.hr_employee e cross join dwd.etl_batch b where e.on_duty = '1') a
group by 2, 3, 4
union all
select '学历', e.education, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'education' and c.src_code = e.education where e.on_duty = '1' group by 2, 3, 4
union all
select '职称', e.title_level, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'title_level' and c.src_code = e.title_level where e.on_duty = '1' group by 2, 3, 4
union all
select '岗位序列', e.post_series, c.std_name, e.org_id, count(*), count(*) filter (where e.gender = '1'), count(*) filter (where e.gender = '2')
from dwd.hr_employee e join dwd.dim_code c on c.code_type = 'post_series' and c.src_code = e.post_series where e.on_duty = '1' group by 2, 3, 4`,
  ),
  view(
    'ads_certificate',
    '执业证书台账（含到期天数）',
    `
cert_id 证书台账编号
person_name 持证人
org_id 组织编号
org_name 组织名称
top_name 执业类型（上级）
type_name 执业类型
specialty 注册专业
cert_no 证书编号
valid_to 有效期止
days_left 剩余天数
cert_status 状态：1有效 2即将到期 3过期 4注销
occupied 是否被项目占用：0否 1是`,
    `
select c.cert_id, c.person_name, o.org_id, o.short_name, t.top_name, t.type_name, c.specialty, c.cert_no, c.valid_to, c.valid_to - e.data_date,
       case when c.register_status = '4' then '4' when c.valid_to <= e.data_date then '3' when c.valid_to - e.data_date <= 90 then '2' else '1' end,
       case when c.project_id is null then '0' else '1' end
from dwd.prj_certificate c
join dwd.dim_cert_type t on t.type_code = c.type_code
join dwd.dim_org o on o.org_id = c.org_id
cross join dwd.etl_batch e`,
  ),
  view(
    'ads_certificate_type',
    '有效执业证书按类型',
    `
top_name 执业类型（上级）
type_name 执业类型
certificates 有效证书数
holders 持证人数
expiring 90天内到期数`,
    `
select top_name, type_name, count(*), count(distinct person_name), count(*) filter (where cert_status = '2')
from ads.ads_certificate
where cert_status in ('1', '2')
group by 1, 2`,
  ),
];
