import type { TAG_COLORS } from '#modules/catalogue/contract/governance.ts';

/** 主题域: code, name, account that answers for it, what belongs there. */
export type DomainWords = readonly [code: string, name: string, owner: string, remark: string];
/** Two levels; tables belong to the lower one. */
export const DOMAINS: readonly (readonly [...DomainWords, readonly DomainWords[]])[] = [
  [
    'contract',
    '合同与收款',
    'dept_market',
    '从签约到收齐款项',
    [
      ['contract_ledger', '合同台账', 'dept_market', '合同及其金额、区域、业务类型'],
      ['receivable', '收款与应收', 'dept_sub', '收款计划、到账流水、应收账龄'],
    ],
  ],
  [
    'delivery',
    '项目交付',
    'dept_eng',
    '项目从立项到竣工',
    [
      ['project', '项目台账', 'dept_eng', '项目、进度、阶段、风险'],
      ['output', '产值与成本', 'dept_eng', '月度产值、成本构成、收入确认'],
      ['supplier', '供应商', 'dept_sub', '分包、材料、设备供应商'],
      ['property', '科技成果', 'dept_eng', '专利、软著、工法、标准'],
    ],
  ],
  [
    'human',
    '人力资源',
    'dept_hr',
    '组织、人员、资质与工时',
    [
      ['staff', '员工与组织', 'dept_hr', '员工花名册、人员结构'],
      ['skill', '资质与培训', 'dept_hr', '执业证书、培训记录'],
      ['worktime', '工时与出勤', 'dept_hr', '每日工时、月度出勤'],
    ],
  ],
  [
    'customer',
    '市场客户',
    'dept_inbound',
    '客户、商机与投标',
    [
      ['client', '客户档案', 'dept_inbound', '客户及其年度签约'],
      ['opportunity', '商机跟进', 'dept_inbound', '商机、漏斗、丢单原因'],
      ['bid', '投标管理', 'dept_market', '投标、中标、竞争对手、保证金'],
    ],
  ],
  [
    'quality',
    '质量安全',
    'steward',
    '检查、整改与创优',
    [
      ['inspection', '质量安全检查', 'steward', '检查发现的问题与整改闭环'],
      ['award', '创优获奖', 'steward', '创优项目与获奖级别'],
    ],
  ],
  [
    'finance',
    '财务',
    'dept_sub',
    '目标、费用与经营成果',
    [
      ['operation', '经营指标', 'dept_sub', '公司、分子公司、业务、地区的年度与月度指标'],
      ['expense', '费用与目标', 'dept_sub', '期间费用、年度经营目标'],
    ],
  ],
  [
    'base',
    '基础数据',
    'gov_admin',
    '各主题共用的维度与加工记录',
    [
      ['dimension', '公共维度', 'data_steward', '组织、日历、行政区划、业务类型、代码对照'],
      ['etl', '加工调度', 'engineer', '装载批次、加工脚本、清洗剔除'],
    ],
  ],
];

/** Which tables belong to a domain, names without the prefix of their layer. */
export const TABLES: Readonly<Record<string, string>> = {
  contract_ledger: 'ods_erp_contract biz_contract ads_contract_band',
  receivable: 'ods_fin_receipt_plan ods_fin_receipt biz_receipt_plan biz_receipt dws_receivable_age ads_receivable_age',
  project: 'ods_pm_project biz_project dws_project_total ads_project ads_project_stage',
  output: 'ods_pm_output biz_output_month biz_revenue ads_cost_month',
  supplier: 'ods_scm_supplier prj_supplier',
  property: 'ods_ip_property prj_intellectual_property ads_property_year',
  staff: 'ods_hr_org ods_hr_employee hr_employee dws_hr_month ads_hr_month ads_hr_structure',
  skill: 'ods_hr_train ods_hr_certificate hr_train prj_certificate ads_certificate ads_certificate_type',
  worktime: 'ods_pm_timesheet pm_timesheet hr_attendance_month dws_timesheet_month',
  client: 'ods_crm_customer biz_customer dws_customer_year ads_customer_year ads_customer_top',
  opportunity:
    'ods_crm_opportunity biz_opportunity dws_funnel_month ads_funnel_year ads_funnel_flow ads_lost_reason ads_follow_up ads_owner_rank',
  bid: 'ods_mkt_bid biz_bid ads_bid_month ads_bid_business ads_competitor ads_bid_calendar ads_deposit',
  inspection: 'ods_pm_check biz_quality_safety ads_quality_month ads_quality_category',
  award: 'ods_qm_award prj_quality_project ads_award_level',
  operation:
    'dws_org_month dws_business_month dws_area_month ads_company_year ads_company_month ads_company_now ads_province_year ads_city_year ads_business_year ads_branch_year ads_warning',
  expense: 'ods_fin_expense ods_fin_target biz_expense biz_target_year',
  dimension: 'dim_area dim_date dim_business dim_code dim_cert_type dim_org',
  etl: 'etl_batch etl_task etl_reject',
};
/** Nobody answers for these yet: work for the steward. */
export const WITHOUT_OWNER: ReadonlySet<string> = new Set(
  'ods_scm_supplier ods_pm_timesheet dws_area_month ads_competitor ads_bid_calendar ads_deposit ads_lost_reason dim_code'.split(' '),
);

/** What a description adds to the comment of the database: where rows come from, how they are counted, whom to ask. */
export const DESCRIPTIONS: Readonly<Record<string, string>> = {
  biz_contract: '每份合同一行，集团内部合同以 inner_flag 标出，统计对外业绩时须排除。金额含税；手持合同额 balance 在合同终止后计 0。',
  biz_receipt: '每笔到账一行。按期指到期后 10 天内到账；回款率 = 当年实收 ÷ 当年到期应收，口径由财务共享组确认。',
  biz_receipt_plan: '合同约定的收款节点。未收齐且已到期的余额即应收账款，账龄见 dws_receivable_age。',
  biz_project: '每个项目一行，与合同一一对应。进度为 0 到 1 的小数；坐标填反的已在清洗时对调。',
  biz_output_month: '项目每月产值与五类成本，含税。月结后 7 天内入库，迟到的批次见质量核查。',
  biz_revenue: '不含税收入，营业收入 = 产值 ÷ 1.06，按项目和月份确认。',
  biz_customer: '同一统一社会信用代码的多个档案已合并为一个客户。联系人与银行账号属于个人及敏感信息，按授权脱敏。',
  biz_opportunity: '每个商机一行。reached 为到达过的最远阶段，漏斗按它累计，不按当前阶段。',
  biz_bid: '每次投标一行。结果为“待定”的尚未开标或未公示，计算中标率时不计入分母。',
  biz_quality_safety: '每次检查一行，整改数不超过发现数。重大问题须在期限内闭环，由质量安全室每日跟踪。',
  biz_target_year: '各经营单位年度目标，年初由经营会议确定，年中调整时整行覆盖。',
  hr_employee: '在岗与离职员工，不含外部专家。证件、手机、银行卡与工资按分级脱敏，明文须由数据治理管理员授予并限期。',
  pm_timesheet: '每人每日每项目一行，保留最近 36 个月，是最大的事实表；请按日期或组织过滤后查询。',
  hr_attendance_month: '由工时明细按月汇总，休假以人天计。',
  prj_certificate: '执业资格证书台账，到期前 90 天进入预警。',
  prj_supplier: '供应商名录与年度评价，黑名单单位不得参与询价。',
  dim_org: '组织编号与平台部门编号一致，可直接用于按部门的行过滤。',
  dim_date: '含节假日名称，不含调休上班日。',
  dim_area: '行政区划到地级市，只含有业务的城市。',
  etl_task: '贴源层到明细层、汇总层的加工脚本，按顺序执行，是血缘分析的依据。',
  etl_reject: '清洗时剔除的行及原因，由数据治理组每周核对。',
  dws_org_month: '经营分析的主表：组织 × 月份，合同、产值、收入、回款、人数均由此取数。',
  dws_project_total: '项目累计指标，含挣值（CPI、SPI）与综合风险，每日全量重算。',
  dws_receivable_age: '截至数据日的应收余额，按合同所属组织与账龄段汇总。',
  ads_company_year: '领导驾驶舱的年度指标，金额单位为万元，完成率以当年目标为分母。',
  ads_warning: '延期、超支、证书到期、回款逾期四类预警的合并清单，每行可追溯到明细。',
  ods_hr_employee: '人事系统每日抽取的原始花名册，含重复与错误证件号，不得直接用于统计，请使用 dwd.hr_employee。',
  ods_crm_customer: '客户系统原始档案，存在一客多档，请使用 dwd.biz_customer。',
};

type Tag = readonly [name: string, color: (typeof TAG_COLORS)[number], remark: string, tables: RegExp];
/** Tags by names of tables. */
export const TAGS: readonly Tag[] = [
  [
    '核心资产',
    'red',
    '经营分析的依据，变更须提前通知',
    /^(biz_(contract|project|receipt|customer)|hr_employee|dws_org_month|ads_company_year)$/,
  ],
  ['主数据', 'green', '多个系统共用，以此为准', /^(dim_(org|area|business)|biz_customer|hr_employee|prj_supplier)$/],
  ['大屏取数', 'blue', '大屏与看板直接查询', /^ads_/],
  [
    '含个人信息',
    'purple',
    '含姓名、证件或联系方式，按分级脱敏',
    /^((ods_)?hr_(employee|certificate)|prj_(certificate|supplier)|(ods_crm|biz)_customer|ods_scm_supplier|ads_certificate)$/,
  ],
  ['月度汇总', 'cyan', '每月重算', /^dws_.*_month$/],
  ['代码表', 'gray', '编码与名称对照', /^dim_(code|cert_type|business|area)$/],
  ['大表', 'orange', '超过十万行，查询须带条件', /^(ods_pm_timesheet|pm_timesheet)$/],
  [
    '待治理',
    'gold',
    '贴源数据，存在已知问题',
    /^ods_(hr_employee|crm_customer|erp_contract|pm_project|pm_output|fin_receipt|scm_supplier|pm_timesheet)$/,
  ],
];

/** A tag on columns that decide about a figure of the company. */
export const KEY_FIGURE: readonly [...(readonly [name: string, color: 'red', remark: string]), RegExp] = [
  '关键指标',
  'red',
  '公司级指标的来源字段，口径变更须评审',
  /^(biz_contract\.(amount|balance)|biz_receipt\.actual_amount|biz_revenue\.revenue|biz_receipt_plan\.plan_amount|dws_org_month\.(contract_amount|revenue|receipt_actual|output_actual))$/,
];
/** Descriptions of columns whose comment leaves a question open. */
export const COLUMN_DESCRIPTIONS: Readonly<Record<string, string>> = {
  'biz_contract.balance': '合同额 − 累计已执行金额；合同终止后为 0。',
  'biz_contract.opening_executed': '首年以前执行的金额由旧台账迁入，不产生月度产值。',
  'biz_contract.inner_flag': '集团单位之间的合同，合并口径须排除。',
  'biz_receipt.is_on_time': '到期后 10 天内到账为按期。',
  'biz_opportunity.reached': '历史上到达的最远阶段，丢单后不回退。',
  'hr_employee.monthly_cost': '应发工资加单位缴纳的社保、公积金与福利，不是实发工资。',
  'dws_org_month.revenue': '不含税，产值 ÷ 1.06。',
  'dws_org_month.receipt_on_time': '到账不晚于计划日期后 10 天的部分。',
  'dws_project_total.project_id': '与 dwd.biz_project 一一对应。',
};

/** `人事系统-员工花名册（原始）` → 员工花名册. */
export function nameFrom(comment: string | null): string | null {
  if (comment === null) return null;
  const name = comment
    .replace(/^[^-（(]{2,6}-/, '')
    .replace(/[（(：:].*$/s, '')
    .trim();
  return name === '' ? null : name;
}
