import type * as z from 'zod';
import type { ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import type { Slot } from '#modules/datasets/contract/query.ts';

type SlotInput = z.input<typeof Slot>;
/** A stored chart of the demo company over one of its data sets, which are named by their codes. */
export interface DemoChart {
  readonly code: string;
  readonly folder: string;
  readonly name: string;
  readonly set: string;
  readonly type: ChartTypeKey;
  readonly seriesType?: string;
  readonly rows?: readonly SlotInput[];
  readonly columns?: readonly SlotInput[];
  readonly measures: readonly SlotInput[];
  readonly sort?: readonly { by: string; dir: 'asc' | 'desc' }[];
  readonly limit?: number;
  readonly filters?: readonly { col: string; op: 'eq'; value: string }[];
  readonly options?: Readonly<Record<string, unknown>>;
}
const sum = (col: string, alias: string, more: Partial<SlotInput> = {}): SlotInput => ({ col, alias, aggregateType: 'sum', ...more });
const own = (col: string): SlotInput => ({ col, alias: col, aggregateType: 'none' });
const byMonth: SlotInput = { col: 'month', alias: '月份', grain: 'month' };
const FALLING = [{ by: 'm0', dir: 'desc' as const }];
const RISING = [{ by: 'd0', dir: 'asc' as const }];
const [COMPANY, PROJECT, MARKET, PEOPLE] = ['经营', '项目与质量', '市场与获客', '人力资源'] as const;
const wan = { yAxis: { name: '万元' } };
const inWan = { format: { unit: '万元' } };

const kpi = (code: string, name: string, set: string, measure: SlotInput, folder: string = COMPANY): DemoChart => ({
  code,
  folder,
  name,
  set,
  type: 'kpi',
  seriesType: 'trend',
  rows: [byMonth],
  measures: [measure],
  sort: RISING,
});

export const DEMO_CHARTS: readonly DemoChart[] = [
  kpi('kpi_contract', '新签合同额', 'company_month', sum('contract_amount', '新签合同额', inWan)),
  kpi('kpi_revenue', '营业收入', 'company_month', sum('revenue', '营业收入', inWan)),
  kpi('kpi_receipt', '回款额', 'company_month', sum('receipt_amount', '回款额', inWan)),
  kpi('kpi_profit', '利润总额', 'company_month', sum('profit', '利润总额', inWan)),
  {
    code: 'month_trend',
    folder: COMPANY,
    name: '营收与回款趋势',
    set: 'company_month',
    type: 'line',
    seriesType: 'arealine',
    rows: [byMonth],
    measures: [sum('revenue', '营业收入'), sum('receipt_amount', '回款额')],
    sort: RISING,
    options: wan,
  },
  {
    code: 'branch_contract',
    folder: COMPANY,
    name: '分子公司新签合同额',
    set: 'branch_year',
    type: 'bar',
    seriesType: 'barchart',
    rows: [{ col: 'short_name', alias: '单位' }],
    measures: [sum('contract_amount', '新签合同额'), sum('contract_target', '新签目标')],
    sort: FALLING,
    limit: 20,
  },
  {
    code: 'branch_profit',
    folder: COMPANY,
    name: '分子公司利润率',
    set: 'branch_year',
    type: 'bar',
    rows: [{ col: 'short_name', alias: '单位' }],
    measures: [own('利润率')],
    sort: FALLING,
    limit: 20,
  },
  {
    code: 'business_mix',
    folder: COMPANY,
    name: '业务收入结构',
    set: 'business_year',
    type: 'pie',
    seriesType: 'donutpie',
    rows: [{ col: 'business_name', alias: '业务类型' }],
    measures: [sum('revenue', '营业收入')],
    sort: FALLING,
  },
  {
    code: 'province_map',
    folder: COMPANY,
    name: '各省合同额分布',
    set: 'province_year',
    type: 'map',
    rows: [{ col: 'province_name', alias: '省份' }],
    measures: [sum('contract_amount', '新签合同额')],
  },
  {
    code: 'receivable',
    folder: COMPANY,
    name: '应收账款账龄',
    set: 'receivable_age',
    type: 'bar',
    seriesType: 'stackbar',
    rows: [{ col: 'org_name', alias: '单位' }],
    columns: [{ col: 'age_name', alias: '账龄', sort: 'custom', order: ['3个月内', '3–6个月', '6–12个月', '1年以上'] }],
    measures: [sum('amount', '应收余额')],
    options: wan,
  },
  {
    code: 'stage',
    folder: PROJECT,
    name: '在建项目阶段',
    set: 'project_stage',
    type: 'funnel',
    rows: [{ col: 'stage_name', alias: '阶段' }],
    measures: [sum('project_count', '项目数')],
    sort: FALLING,
  },
  {
    code: 'cost_mix',
    folder: PROJECT,
    name: '月度成本构成',
    set: 'cost_month',
    type: 'bar',
    seriesType: 'stackbar',
    rows: [byMonth],
    measures: [
      sum('cost_labor', '人工'),
      sum('cost_sub', '分包'),
      sum('cost_material', '材料'),
      sum('cost_machine', '机械'),
      sum('cost_manage', '管理'),
    ],
    sort: RISING,
  },
  {
    code: 'quality_trend',
    folder: PROJECT,
    name: '质量安全问题与整改',
    set: 'quality_month',
    type: 'line',
    rows: [byMonth],
    measures: [sum('found', '发现问题数'), sum('rectified', '已整改数')],
    sort: RISING,
  },
  {
    code: 'award',
    folder: PROJECT,
    name: '获奖级别',
    set: 'award_level',
    type: 'pie',
    rows: [{ col: 'level_name', alias: '级别' }],
    measures: [sum('award_count', '获奖数')],
    sort: FALLING,
  },
  {
    code: 'funnel',
    folder: MARKET,
    name: '商机转化漏斗',
    set: 'funnel_year',
    type: 'funnel',
    measures: [
      sum('lead_count', '线索'),
      sum('opportunity_count', '商机'),
      sum('proposal_count', '方案'),
      sum('bidding_count', '招投标'),
      sum('signed_count', '签约'),
    ],
  },
  {
    code: 'source_rate',
    folder: MARKET,
    name: '来源渠道签约额',
    set: 'funnel_year',
    type: 'bar',
    rows: [{ col: 'source_name', alias: '来源渠道' }],
    measures: [sum('signed_amount', '签约商机金额')],
    sort: FALLING,
  },
  {
    code: 'bid_trend',
    folder: MARKET,
    name: '投标与中标',
    set: 'bid_month',
    type: 'dual',
    rows: [byMonth],
    measures: [
      sum('bid_count', '投标数', { drawAs: 'bar' }),
      sum('win_count', '中标数', { drawAs: 'bar' }),
      { ...own('中标率'), drawAs: 'line', axis: 'right' },
    ],
    sort: RISING,
  },
  {
    code: 'customer_rank',
    folder: MARKET,
    name: '客户签约排名',
    set: 'customer_top',
    type: 'rank',
    rows: [{ col: 'customer_name', alias: '客户' }],
    measures: [sum('contract_amount', '签约金额')],
    sort: FALLING,
    limit: 10,
  },
  {
    code: 'headcount',
    folder: PEOPLE,
    name: '自有与外包人数',
    set: 'hr_month',
    type: 'line',
    seriesType: 'stackarealine',
    rows: [byMonth],
    measures: [sum('own_count', '自有'), sum('outsourced_count', '外包')],
    sort: RISING,
  },
  {
    code: 'age',
    folder: PEOPLE,
    name: '年龄结构',
    set: 'hr_structure',
    type: 'pie',
    seriesType: 'donutpie',
    rows: [{ col: 'item_name', alias: '年龄段' }],
    measures: [sum('people', '人数')],
    filters: [{ col: 'dimension', op: 'eq', value: '年龄段' }],
  },
  {
    code: 'moves',
    folder: PEOPLE,
    name: '入职与离职',
    set: 'hr_month',
    type: 'bar',
    rows: [byMonth],
    measures: [sum('entry_count', '入职'), sum('leave_count', '离职')],
    sort: RISING,
  },
  {
    code: 'certificate',
    folder: PEOPLE,
    name: '有效执业证书',
    set: 'certificate_type',
    type: 'treemap',
    rows: [
      { col: 'top_name', alias: '执业大类' },
      { col: 'type_name', alias: '执业类型' },
    ],
    measures: [sum('certificates', '有效证书数')],
  },
];

/** Where a filter acts: data set by its code, and its field. */
type Target = readonly [set: string, col: string];
export interface DemoBoard {
  readonly code: string;
  readonly folder: string;
  readonly name: string;
  /** chart, then place: x, y, w, h in the grid of 24 columns */
  readonly tiles: readonly (readonly [chart: string, x: number, y: number, w: number, h: number])[];
  readonly year: readonly Target[];
  readonly branch: readonly Target[];
  /** a click in a chart filters the others: chart, its column, and what that is in which data sets */
  readonly link?: { readonly chart: string; readonly col: string; readonly to: readonly Target[] };
}
const BRANCH: readonly Target[] = [
  ['branch_year', 'short_name'],
  ['receivable_age', 'org_name'],
];

export const DEMO_BOARDS: readonly DemoBoard[] = [
  {
    code: 'overview',
    folder: COMPANY,
    name: '经营总览',
    tiles: [
      ['kpi_contract', 0, 0, 6, 4],
      ['kpi_revenue', 6, 0, 6, 4],
      ['kpi_receipt', 12, 0, 6, 4],
      ['kpi_profit', 18, 0, 6, 4],
      ['month_trend', 0, 4, 16, 9],
      ['business_mix', 16, 4, 8, 9],
      ['branch_contract', 0, 13, 10, 12],
      ['province_map', 10, 13, 14, 12],
      ['branch_profit', 0, 25, 12, 9],
      ['receivable', 12, 25, 12, 9],
    ],
    year: [
      ['company_month', 'year'],
      ['branch_year', 'year'],
      ['business_year', 'year'],
      ['province_year', 'year'],
    ],
    branch: BRANCH,
    link: { chart: 'branch_contract', col: 'short_name', to: BRANCH },
  },
  {
    code: 'project_quality',
    folder: PROJECT,
    name: '项目与质量',
    tiles: [
      ['cost_mix', 0, 0, 16, 10],
      ['stage', 16, 0, 8, 10],
      ['quality_trend', 0, 10, 16, 10],
      ['award', 16, 10, 8, 10],
    ],
    year: [
      ['cost_month', 'month'],
      ['quality_month', 'month'],
      ['award_level', 'year'],
    ],
    branch: [['cost_month', 'org_name']],
  },
  {
    code: 'market',
    folder: MARKET,
    name: '市场与获客',
    tiles: [
      ['funnel', 0, 0, 8, 10],
      ['source_rate', 8, 0, 16, 10],
      ['bid_trend', 0, 10, 14, 10],
      ['customer_rank', 14, 10, 10, 10],
    ],
    year: [
      ['funnel_year', 'year'],
      ['bid_month', 'month'],
      ['customer_top', 'year'],
    ],
    branch: [],
    link: { chart: 'source_rate', col: 'source_name', to: [['funnel_year', 'source_name']] },
  },
  {
    code: 'people',
    folder: PEOPLE,
    name: '人力资源',
    tiles: [
      ['headcount', 0, 0, 16, 10],
      ['age', 16, 0, 8, 10],
      ['moves', 0, 10, 12, 10],
      ['certificate', 12, 10, 12, 10],
    ],
    year: [['hr_month', 'month']],
    branch: [],
  },
];
