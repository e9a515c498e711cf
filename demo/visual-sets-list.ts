import type { ExtractPlan, SetOrigin } from '#modules/datasets/contract/data-set-model.ts';
import type { Field, Format, SetParam } from '#modules/datasets/contract/field.ts';

/** A data set of the demo company; its columns come from the catalogue, what stands here is what a person would add. */
export interface DemoSet {
  /** stable name by which charts and boards of the demo find it */
  readonly code: string;
  readonly folder: '经营' | '项目' | '市场' | '人力' | '质量';
  readonly name: string;
  readonly origin: SetOrigin;
  readonly params?: readonly SetParam[];
  readonly hidden?: readonly string[];
  /** by column */
  readonly change?: Readonly<Record<string, Partial<Field>>>;
  readonly calculated?: readonly Pick<Field, 'id' | 'name' | 'expr' | 'format'>[];
  readonly hierarchies?: readonly { name: string; fields: readonly string[] }[];
  readonly extract?: ExtractPlan;
  readonly remark?: string;
}

const ads = (table: string): SetOrigin => ({ kind: 'table', table: { schema: 'ads', table } });
const percent: Format = { kind: 'percent', scale: 'none', digits: 1, thousands: true };
const place = (role: 'province' | 'city'): Partial<Field> => ({ geo: role, role: 'dimension' });
const code = { hidden: true } as const;

/** The good data sets of the demo: well named fields over the views of the warehouse. */
export const DEMO_SETS: readonly DemoSet[] = [
  {
    code: 'company_month',
    folder: '经营',
    name: '公司月度经营',
    origin: ads('ads_company_month'),
    calculated: [
      { id: '利润率', name: '利润率', expr: 'SUM([profit]) / NULLIF(SUM([revenue]), 0)', format: percent },
      { id: '回款率', name: '回款率', expr: 'SUM([receipt_amount]) / NULLIF(SUM([receipt_due]), 0)', format: percent },
      { id: '产值完成率', name: '产值完成率', expr: 'SUM([output_actual]) / NULLIF(SUM([output_plan]), 0)', format: percent },
    ],
    change: { headcount: { agg: 'avg' } },
    hierarchies: [{ name: '年月', fields: ['year', 'month'] }],
  },
  { code: 'company_year', folder: '经营', name: '公司年度目标与完成', origin: ads('ads_company_year') },
  { code: 'company_now', folder: '经营', name: '公司当前规模', origin: ads('ads_company_now') },
  {
    code: 'branch_year',
    folder: '经营',
    name: '分子公司年度指标',
    origin: ads('ads_branch_year'),
    hidden: ['org_id', 'org_name'],
    change: { short_name: { name: '单位' } },
    calculated: [
      { id: '利润率', name: '利润率', expr: 'SUM([profit]) / NULLIF(SUM([revenue]), 0)', format: percent },
      { id: '新签达成', name: '新签达成', expr: 'SUM([contract_amount]) / NULLIF(SUM([contract_target]), 0)', format: percent },
    ],
    hierarchies: [{ name: '年度单位', fields: ['year', 'short_name'] }],
  },
  {
    code: 'province_year',
    folder: '经营',
    name: '省份合同与产值',
    origin: ads('ads_province_year'),
    hidden: ['province_code'],
    change: { province_name: { ...place('province'), name: '省份' }, province_code: { geo: null }, short_name: { geo: null } },
  },
  {
    code: 'city_year',
    folder: '经营',
    name: '城市合同与产值',
    origin: {
      kind: 'join',
      model: {
        tables: [
          { schema: 'ads', table: 'ads_city_year', alias: 'c' },
          { schema: 'dwd', table: 'dim_area', alias: 'p' },
        ],
        joins: [{ left: 'c', right: 'p', kind: 'left', on: [{ left: 'province_code', right: 'area_code' }], cardinality: 'one' }],
        columns: [
          { id: 'year', alias: 'c', column: 'year' },
          { id: 'province_name', alias: 'p', column: 'area_name' },
          { id: 'city_name', alias: 'c', column: 'city_name' },
          { id: 'city_code', alias: 'c', column: 'city_code' },
          { id: 'lng', alias: 'c', column: 'lng' },
          { id: 'lat', alias: 'c', column: 'lat' },
          { id: 'contract_count', alias: 'c', column: 'contract_count' },
          { id: 'contract_amount', alias: 'c', column: 'contract_amount' },
          { id: 'output_amount', alias: 'c', column: 'output_amount' },
        ],
      },
    },
    hidden: ['city_code'],
    change: {
      province_name: { ...place('province'), name: '省份' },
      city_name: { ...place('city'), name: '城市' },
      city_code: { geo: null },
    },
    hierarchies: [{ name: '省市', fields: ['province_name', 'city_name'] }],
  },
  {
    code: 'business_year',
    folder: '经营',
    name: '业务结构',
    origin: ads('ads_business_year'),
    hidden: ['business_code'],
    change: { business_name: { name: '业务类型' }, margin_rate: { name: '年度毛利率', hidden: true } },
    calculated: [{ id: '毛利率', name: '毛利率', expr: '(SUM([revenue]) - SUM([cost])) / NULLIF(SUM([revenue]), 0)', format: percent }],
  },
  {
    code: 'receivable_age',
    folder: '经营',
    name: '应收账款账龄',
    origin: ads('ads_receivable_age'),
    hidden: ['org_id', 'age_band'],
    change: { org_name: { name: '单位' } },
  },
  {
    code: 'warning',
    folder: '经营',
    name: '经营预警',
    origin: ads('ads_warning'),
    hidden: ['org_id'],
    change: { org_name: { name: '单位' } },
  },
  {
    code: 'contract',
    folder: '经营',
    name: '合同明细（按签订日期）',
    origin: {
      kind: 'sql',
      sql: `select c.no as 合同文号, c.name as 合同名称, o.short_name as 单位, b.business_name as 业务类型, a.area_name as 省份,
       c.sign_date as 签订日期, c.amount as 合同额, c.received_amount as 已收款, c.balance as 手持合同额,
       case c.status when '1' then '执行中' when '2' then '已完成' when '3' then '已终止' else '未启动' end as 合同状态
from dwd.biz_contract c
join dwd.dim_org o on o.org_id = c.org_id
join dwd.dim_business b on b.business_code = c.business_code
left join dwd.dim_area a on a.area_code = c.province_code
where c.sign_date >= :from and c.inner_flag = '0'`,
    },
    params: [{ name: 'from', label: '签订日期不早于', type: 'date', value: '2024-01-01' }],
    change: {
      合同额: { format: { kind: 'number', scale: 'wan', unit: '元', digits: 2, thousands: true } },
      已收款: { format: { kind: 'number', scale: 'wan', unit: '元', digits: 2, thousands: true } },
      手持合同额: { format: { kind: 'number', scale: 'wan', unit: '元', digits: 2, thousands: true } },
      省份: place('province'),
    },
  },
  {
    code: 'project',
    folder: '项目',
    name: '项目一览',
    origin: ads('ads_project'),
    hidden: ['project_id', 'org_id', 'status'],
    change: {
      name: { name: '项目名称' },
      org_name: { name: '承担单位' },
      province_name: place('province'),
      city_name: place('city'),
      risk_level: { role: 'dimension', agg: null },
      progress_plan: { agg: 'avg' },
      progress_actual: { agg: 'avg' },
      delay_days: { agg: 'max' },
    },
    hierarchies: [
      { name: '省市', fields: ['province_name', 'city_name'] },
      { name: '类型', fields: ['business_name', 'type_name'] },
    ],
  },
  {
    code: 'project_stage',
    folder: '项目',
    name: '在建项目阶段',
    origin: ads('ads_project_stage'),
    hidden: ['org_id', 'stage'],
    change: { stage_name: { name: '阶段' } },
  },
  {
    code: 'cost_month',
    folder: '项目',
    name: '月度产值与成本构成',
    origin: {
      kind: 'join',
      model: {
        tables: [
          { schema: 'ads', table: 'ads_cost_month', alias: 'm' },
          { schema: 'dwd', table: 'dim_org', alias: 'o' },
        ],
        joins: [{ left: 'm', right: 'o', kind: 'left', on: [{ left: 'org_id', right: 'org_id' }], cardinality: 'one' }],
        columns: [
          { id: 'month', alias: 'm', column: 'month' },
          { id: 'org_name', alias: 'o', column: 'short_name' },
          ...['plan_output', 'actual_output', 'cost_labor', 'cost_sub', 'cost_material', 'cost_machine', 'cost_manage'].map((column) => ({
            id: column,
            alias: 'm',
            column,
          })),
        ],
      },
    },
    change: { org_name: { name: '单位' } },
    extract: { mode: 'incremental', cron: '0 30 2 * * ?', watermark: 'month', overlap: 7_776_000, key: [], maxRows: 5_000_000 },
    remark: '每天 02:30 增量抽取，回看三个月',
  },
  {
    code: 'output_month',
    folder: '项目',
    name: '单位月度产值（年份）',
    origin: {
      kind: 'sql',
      sql: `select extract(year from m.month)::int as 年, extract(quarter from m.month)::int as 季度, m.month as 月份, o.short_name as 单位,
       m.output_plan as 计划产值, m.output_actual as 实际产值, m.active_project_count as 在建项目数
from dws.dws_org_month m
join dwd.dim_org o on o.org_id = m.org_id and o.is_branch = '1'
where extract(year from m.month) >= :year`,
    },
    params: [{ name: 'year', label: '起始年份', type: 'number', value: 2023 }],
    change: {
      年: { role: 'dimension', agg: null },
      季度: { role: 'dimension', agg: null },
      计划产值: { format: { kind: 'number', scale: 'wan', unit: '元', digits: 1, thousands: true } },
      实际产值: { format: { kind: 'number', scale: 'wan', unit: '元', digits: 1, thousands: true } },
    },
    hierarchies: [{ name: '年季月', fields: ['年', '季度', '月份'] }],
  },
  {
    code: 'funnel_year',
    folder: '市场',
    name: '商机漏斗',
    origin: ads('ads_funnel_year'),
    hidden: ['org_id', 'source'],
    change: { source_name: { name: '来源渠道' } },
    calculated: [{ id: '转化率', name: '转化率', expr: 'SUM([signed_count]) / NULLIF(SUM([lead_count]), 0)', format: percent }],
  },
  { code: 'funnel_flow', folder: '市场', name: '商机流向', origin: ads('ads_funnel_flow') },
  { code: 'lost_reason', folder: '市场', name: '丢单原因', origin: ads('ads_lost_reason'), hidden: ['org_id'] },
  { code: 'customer_year', folder: '市场', name: '客户新增与复购', origin: ads('ads_customer_year') },
  {
    code: 'bid_month',
    folder: '市场',
    name: '月度投标与中标',
    origin: ads('ads_bid_month'),
    hidden: ['org_id'],
    calculated: [{ id: '中标率', name: '中标率', expr: 'SUM([win_count]) / NULLIF(SUM([opened_count]), 0)', format: percent }],
  },
  {
    code: 'bid_business',
    folder: '市场',
    name: '业务类型中标率',
    origin: ads('ads_bid_business'),
    change: { discount_rate: { agg: 'avg' } },
  },
  { code: 'competitor', folder: '市场', name: '竞争对手交锋', origin: ads('ads_competitor') },
  {
    code: 'customer_top',
    folder: '市场',
    name: '客户签约排名',
    origin: ads('ads_customer_top'),
    hidden: ['customer_id'],
    change: { type_name: { name: '客户类型' } },
  },
  {
    code: 'hr_month',
    folder: '人力',
    name: '人力月度指标',
    origin: ads('ads_hr_month'),
    hidden: ['org_id'],
    change: { average_age: { agg: 'avg' }, average_service: { agg: 'avg' }, saturation: { agg: 'avg' } },
  },
  { code: 'hr_structure', folder: '人力', name: '人员结构', origin: ads('ads_hr_structure'), hidden: ['org_id', 'item_code'] },
  {
    code: 'certificate_type',
    folder: '人力',
    name: '执业证书',
    origin: ads('ads_certificate_type'),
    hierarchies: [{ name: '执业类型', fields: ['top_name', 'type_name'] }],
    change: { type_name: { name: '执业类型' }, top_name: { name: '执业大类' } },
  },
  {
    code: 'quality_month',
    folder: '质量',
    name: '质量安全月度趋势',
    origin: ads('ads_quality_month'),
    hidden: ['org_id', 'kind'],
    calculated: [{ id: '整改率', name: '整改率', expr: 'SUM([rectified]) / NULLIF(SUM([found]), 0)', format: percent }],
  },
  { code: 'quality_category', folder: '质量', name: '质量安全问题分类', origin: ads('ads_quality_category') },
  { code: 'award_level', folder: '质量', name: '获奖级别', origin: ads('ads_award_level'), change: { award_level: code } },
  {
    code: 'quality_check',
    folder: '质量',
    name: '质量安全检查（分类）',
    origin: {
      kind: 'sql',
      sql: `select q.category as 问题分类, case q.kind when '1' then '质量' else '安全' end as 检查类型, o.short_name as 单位,
       sum(q.found) as 发现问题数, sum(q.rectified) as 已整改数
from dwd.biz_quality_safety q
join dwd.biz_project p on p.project_id = q.project_id
join dwd.dim_org o on o.org_id = p.org_id
where q.kind in (:kinds)
group by q.category, q.kind, o.short_name`,
    },
    params: [{ name: 'kinds', label: '检查类型（1质量 2安全）', type: 'list', value: ['1', '2'] }],
    calculated: [{ id: '整改率', name: '整改率', expr: 'SUM([已整改数]) / NULLIF(SUM([发现问题数]), 0)', format: percent }],
  },
];
