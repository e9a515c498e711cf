import { CHOSEN, OF_ORG, OF_YEAR, type ScreenSet } from './grammar.ts';

/** Codes of `project_stage` are its places, 1 to 6. */
const STAGES = ['前期', '方案', '初步设计', '施工图', '施工配合', '竣工'] as const;

/** Steps of the ladder, each within the one before. */
const LADDER = [
  ['在岗', 'true'],
  ['自有', "e.emp_type = '1'"],
  ['本科及以上', "e.education >= '2'"],
  ['中级及以上', "e.title_level >= '3'"],
  ['持证', 'e.registered'],
  ['高级', "e.title_level >= '4'"],
] as const;

const reached = (step: number): string =>
  LADDER.slice(0, step + 1)
    .map(([, condition]) => condition)
    .join(' and ');

/** Processes in true proportions: projects through their stages, people up the ladder of qualifications. */
export const flowSets: readonly ScreenSet[] = [
  {
    key: 'stage',
    name: '大屏·项目阶段流程',
    remark:
      '所选年份完工的项目与在建、暂停的项目（截至数据日）：到达各阶段的数量、停在该阶段的项目按是否过了计划结束日分为延期与在此；金额 = 到达该阶段的项目合同额',
    sql: `${CHOSEN},
j as (select b.business_name, c.amount, cast(j.stage as integer) as reached, j.status, j.status in ('1', '3') and j.plan_end < p.data_date as is_late
  from dwd.biz_project j cross join p join dwd.biz_contract c on c.contract_id = j.contract_id join dwd.dim_business b on b.business_code = c.business_code
  where (j.status in ('1', '3') or (j.status = '2' and ${OF_YEAR('j.actual_end')})) and ${OF_ORG('j.org_id')})
${STAGES.map(
  (
    stage,
    i,
  ) => `select ${i + 1} as no, '${stage}' as stage, j.business_name, count(*) as n, count(*) filter (where j.reached = ${i + 1} and j.is_late) as late,
  count(*) filter (where j.reached = ${i + 1} and j.status in ('1', '3') and not j.is_late) as here, sum(j.amount) as amount from j where j.reached >= ${i + 1} group by j.business_name`,
).join('\nunion all ')}`,
    fields: `
no 序号 no
stage 阶段 text
business_name 业务类型 text
n 项目数 个
late 延期 个
here 在此 个
amount 合同额 元`,
  },
  {
    key: 'ladder',
    name: '大屏·人才梯队',
    remark:
      '截至数据日的在岗人员逐级收窄：自有、本科及以上、中级及以上职称、持有未到期且未注销的执业证书、副高级及以上职称；每一级都在上一级之内，按岗位序列',
    sql: `${CHOSEN},
e as (select s.std_name as series, e.emp_type, e.education, e.title_level, exists (select 1 from dwd.prj_certificate c where c.emp_id = e.emp_id and c.valid_to > p.data_date
    and c.register_status <> '4') as registered
  from dwd.hr_employee e cross join p join dwd.dim_code s on s.code_type = 'post_series' and s.src_code = e.post_series where e.on_duty = '1' and ${OF_ORG('e.org_id')})
${LADDER.map(([name], i) => {
  const next = i + 1 < LADDER.length ? `count(*) filter (where not (${LADDER[i + 1]![1]}))` : '0';
  return `select ${i + 1} as no, '${name}' as step, e.series, count(*) as n, ${next} as missing from e where ${reached(i)} group by e.series`;
}).join('\nunion all ')}`,
    fields: `
no 序号 no
step 层级 text
series 岗位序列 text
n 人数 人
missing 未达下一级 人`,
  },
];
