import { countOf, type DefectCode } from './warehouse/defects/index.ts';

/** Names of the warehouse as ids of the catalogue. */
export interface Names {
  table(name: string): string;
  column(table: string, name: string): string;
}
export interface DemoRule {
  readonly name: string;
  /** `ods.ods_hr_employee` */
  readonly table: string;
  readonly column?: string;
  readonly item: string;
  /** 1 低, 2 中, 3 高 */
  readonly level: '1' | '2' | '3';
  readonly isStrong?: true;
  /** the planted fault that it finds, all of it and nothing else; without one it finds nothing */
  readonly finds?: DefectCode;
  /** it is judged by its own past, which the first run only begins: that one is skipped and says so */
  readonly isByHistory?: true;
  readonly config?: (names: Names) => object;
}
/** Rows that a rule of the demo company finds. */
export const expectedOf = ({ finds }: DemoRule): number => (finds ? countOf(finds) : 0);

const ods = (name: string) => `ods.ods_${name}`;
const dwd = (name: string) => `dwd.${name}`;
type Rest = Omit<DemoRule, 'name' | 'table' | 'item'>;
const unique = (name: string, table: string, column: string, rest: Omit<Rest, 'column'>): DemoRule => ({
  name,
  table,
  column,
  item: 'unique_key',
  ...rest,
});
const present = (name: string, table: string, column: string, rest: Omit<Rest, 'column'>): DemoRule => ({
  name,
  table,
  column,
  item: 'integrity_key',
  ...rest,
});
const range = (
  name: string,
  table: string,
  column: string,
  ends: { min?: string; max?: string },
  rest: Omit<Rest, 'column'>,
): DemoRule => ({
  name,
  table,
  column,
  item: 'accuracy_range',
  config: () => ({ accuracy: ends }),
  ...rest,
});
const refers = (
  name: string,
  table: string,
  column: string,
  to: readonly [table: string, column: string],
  rest: Omit<Rest, 'column'>,
): DemoRule => ({
  name,
  table,
  column,
  item: 'relevance_key',
  config: ({ table: tableOf, column: columnOf }) => ({
    relevance: { relatedTableId: tableOf(to[0]), relatedColumnId: columnOf(to[0], to[1]) },
  }),
  ...rest,
});
const compares = (
  name: string,
  table: string,
  column: string,
  [operator, other, days]: readonly [operator: 'le' | 'ge', other: string, days?: number],
  rest: Omit<Rest, 'column'>,
): DemoRule => ({
  name,
  table,
  column,
  item: 'consistent_columns',
  config: ({ column: columnOf }) => ({ consistent: { columnId: columnOf(table, other), operator, ...(days !== undefined && { days }) } }),
  ...rest,
});
const together = (name: string, table: string, columns: readonly string[], rest: Omit<Rest, 'column'>): DemoRule => ({
  name,
  table,
  item: 'unique_columns',
  config: ({ column: columnOf }) => ({ unique: { columnIds: columns.map((column) => columnOf(table, column)) } }),
  ...rest,
});
const bySql = (name: string, table: string, sql: string, rest: Omit<Rest, 'column'>): DemoRule => ({
  name,
  table,
  item: 'custom_sql',
  config: () => ({ custom: { sql } }),
  ...rest,
});
/** Codes of a source system that nobody mapped to the codes of the company. */
const mapped = (
  name: string,
  table: string,
  [key, column, type]: readonly [key: string, column: string, type: string],
  rest: Omit<Rest, 'column'>,
) =>
  bySql(
    name,
    table,
    `select o.${key}, o.${column} from ${table} o where not exists (select 1 from dwd.dim_code c where c.code_type = '${type}' and c.src_code = o.${column})`,
    rest,
  );

const STAFF: readonly DemoRule[] = [
  unique('员工工号唯一', ods('hr_employee'), 'emp_id', { level: '3', isStrong: true, finds: 'emp_twice' }),
  { name: '员工身份证号有效', table: ods('hr_employee'), column: 'id_card_no', item: 'accuracy_id_card', level: '3', finds: 'emp_id_card' },
  present('员工手机号码非空', ods('hr_employee'), 'mobile', { level: '2', finds: 'emp_mobile' }),
  mapped('员工性别编码已对照', ods('hr_employee'), ['emp_id', 'gender', 'gender'], { level: '1', finds: 'emp_gender' }),
  { name: '员工姓名不含空格', table: ods('hr_employee'), column: 'emp_name', item: 'accuracy_no_space', level: '1', finds: 'emp_name' },
  refers('员工所属组织存在', ods('hr_employee'), 'org_id', [ods('hr_org'), 'org_id'], { level: '3', finds: 'emp_org' }),
  range('培训考核得分不超过100', ods('hr_train'), 'score', { max: '100' }, { level: '2', finds: 'train_score' }),
  unique('证书编号唯一', ods('hr_certificate'), 'cert_no', { level: '2', finds: 'cert_twice' }),
  present('证书有效期至非空', ods('hr_certificate'), 'valid_to', { level: '2', finds: 'cert_valid' }),
  refers('执业类型在目录中', ods('hr_certificate'), 'type_code', [dwd('dim_cert_type'), 'type_code'], { level: '2', finds: 'cert_type' }),
];
const SALES: readonly DemoRule[] = [
  unique('客户信用代码唯一', ods('crm_customer'), 'credit_code', { level: '3', finds: 'cust_twice' }),
  present('客户统一信用代码不空', ods('crm_customer'), 'credit_code', { level: '2', finds: 'cust_credit' }),
  mapped('客户类型编码已对照', ods('crm_customer'), ['customer_id', 'type_code', 'customer_type'], { level: '1', finds: 'cust_type' }),
  {
    name: '客户联系人手机为11位',
    table: ods('crm_customer'),
    column: 'contact_mobile',
    item: 'accuracy_length',
    level: '1',
    finds: 'cust_mobile',
    config: () => ({ accuracy: { length: 11 } }),
  },
  refers('商机的客户存在', ods('crm_opportunity'), 'customer_id', [ods('crm_customer'), 'customer_id'], {
    level: '3',
    finds: 'opp_customer',
  }),
  range('赢单概率不超过100%', ods('crm_opportunity'), 'win_rate', { max: '100' }, { level: '2', finds: 'opp_rate' }),
  compares('商机关闭不早于创建', ods('crm_opportunity'), 'close_date', ['ge', 'create_date'], { level: '2', finds: 'opp_close' }),
  mapped('商机来源编码已对照', ods('crm_opportunity'), ['opp_id', 'source_code', 'opp_source'], { level: '1', finds: 'opp_source' }),
  range('投标报价不为负数', ods('mkt_bid'), 'bid_amount', { min: '0' }, { level: '3', finds: 'bid_negative' }),
  mapped('投标结果编码已对照', ods('mkt_bid'), ['bid_id', 'result_code', 'bid_result'], { level: '1', finds: 'bid_result' }),
];
const MONEY: readonly DemoRule[] = [
  unique('合同编号唯一', ods('erp_contract'), 'contract_id', { level: '3', isStrong: true, finds: 'con_twice' }),
  refers('合同的客户存在', ods('erp_contract'), 'customer_id', [ods('crm_customer'), 'customer_id'], { level: '3', finds: 'con_customer' }),
  present('合同签订日期非空', ods('erp_contract'), 'sign_date', { level: '2', finds: 'con_sign' }),
  range('合同金额在合理范围', ods('erp_contract'), 'amount', { max: '1000000000' }, { level: '3', finds: 'con_unit' }),
  {
    name: '合同省份用标准代码',
    table: ods('erp_contract'),
    column: 'province_code',
    item: 'accuracy_regex',
    level: '2',
    finds: 'con_province',
    config: () => ({ accuracy: { pattern: '^[0-9]{6}$' } }),
  },
  range('计划收款金额大于零', ods('fin_receipt_plan'), 'plan_amount', { min: '0.01' }, { level: '2', finds: 'plan_zero' }),
  unique('收款流水号唯一', ods('fin_receipt'), 'receipt_id', { level: '3', isStrong: true, finds: 'rec_twice' }),
  refers('收款的合同存在', ods('fin_receipt'), 'contract_id', [ods('erp_contract'), 'contract_id'], { level: '3', finds: 'rec_contract' }),
  compares('到账7天内入库', ods('fin_receipt'), 'etl_time', ['le', 'actual_date', 7], { level: '2', finds: 'rec_late' }),
  together('同组织同月同类费用不重复', ods('fin_expense'), ['org_id', 'month', 'kind'], { level: '2', finds: 'exp_twice' }),
];
const DELIVERY: readonly DemoRule[] = [
  present('项目负责人非空', ods('pm_project'), 'manager_emp_id', { level: '2', finds: 'prj_manager' }),
  range('项目实际进度不超过1', ods('pm_project'), 'progress_actual', { max: '1' }, { level: '2', finds: 'prj_progress' }),
  bySql(
    '项目名称不用暂定名',
    ods('pm_project'),
    "select o.project_id, o.project_name from ods.ods_pm_project o where o.project_name like '%（暂定名）'",
    {
      level: '1',
      finds: 'prj_name',
    },
  ),
  compares('项目纬度小于经度', ods('pm_project'), 'lat', ['le', 'lng'], { level: '2', finds: 'prj_place' }),
  together('产值按项目月份唯一', ods('pm_output'), ['project_id', 'month'], { level: '3', finds: 'out_twice' }),
  refers('产值的项目存在', ods('pm_output'), 'project_id', [ods('pm_project'), 'project_id'], { level: '3', finds: 'out_project' }),
  bySql(
    '产值月结7天内入库',
    ods('pm_output'),
    "select o.project_id, o.month, o.etl_time from ods.ods_pm_output o where cast(o.etl_time as date) > cast(o.month + interval '1 month' as date) + 7",
    { level: '2', finds: 'out_late' },
  ),
  mapped('检查问题等级已对照', ods('pm_check'), ['check_id', 'level_code', 'check_level'], { level: '1', finds: 'chk_level' }),
  compares('整改数不大于发现数', ods('pm_check'), 'rectified', ['le', 'found'], { level: '2', finds: 'chk_more' }),
  compares('闭环不早于检查', ods('pm_check'), 'closed_date', ['ge', 'check_date'], { level: '2', finds: 'chk_closed' }),
  {
    name: '已授权的知识产权有授权号',
    table: ods('ip_property'),
    column: 'grant_no',
    item: 'integrity_key',
    level: '2',
    finds: 'ip_grant',
    config: () => ({ filter: "[legal_status] = '4'" }),
  },
  {
    name: '供应商信用代码有效',
    table: ods('scm_supplier'),
    column: 'credit_code',
    item: 'accuracy_credit_code',
    level: '3',
    finds: 'sup_credit',
  },
  unique('供应商编号唯一', ods('scm_supplier'), 'supplier_id', { level: '3', finds: 'sup_twice' }),
  unique('工时单号唯一', ods('pm_timesheet'), 'timesheet_id', { level: '3', isStrong: true, finds: 'ts_twice' }),
  range('单日工时不超过24小时', ods('pm_timesheet'), 'hours', { max: '24' }, { level: '3', finds: 'ts_hours' }),
  refers('工时的员工存在', ods('pm_timesheet'), 'emp_id', [ods('hr_employee'), 'emp_id'], { level: '3', finds: 'ts_emp' }),
  compares('工时7天内填报入库', ods('pm_timesheet'), 'etl_time', ['le', 'work_date', 7], { level: '1', finds: 'ts_late' }),
];
/** What the nightly cleaning mends must hold in the layer of details. */
const CLEANED: readonly DemoRule[] = [
  unique('明细员工工号唯一', dwd('hr_employee'), 'emp_id', { level: '3', isStrong: true }),
  unique('明细合同编号唯一', dwd('biz_contract'), 'contract_id', { level: '3', isStrong: true }),
  unique('明细项目编号唯一', dwd('biz_project'), 'project_id', { level: '3', isStrong: true }),
  unique('明细客户编号唯一', dwd('biz_customer'), 'customer_id', { level: '3', isStrong: true }),
  unique('明细收款流水号唯一', dwd('biz_receipt'), 'receipt_id', { level: '3' }),
  unique('明细供应商编号唯一', dwd('prj_supplier'), 'supplier_id', { level: '3' }),
  refers('明细合同的客户存在', dwd('biz_contract'), 'customer_id', [dwd('biz_customer'), 'customer_id'], { level: '3' }),
  refers('明细收款的合同存在', dwd('biz_receipt'), 'contract_id', [dwd('biz_contract'), 'contract_id'], { level: '3' }),
  refers('明细商机的客户存在', dwd('biz_opportunity'), 'customer_id', [dwd('biz_customer'), 'customer_id'], { level: '3' }),
  range('明细单日工时不超过24小时', dwd('pm_timesheet'), 'hours', { min: '0', max: '24' }, { level: '2' }),
  range('明细培训得分不超过100', dwd('hr_train'), 'score', { max: '100' }, { level: '1' }),
  present('明细合同签订日期非空', dwd('biz_contract'), 'sign_date', { level: '2' }),
];

/** What nobody knows the right value of is held against its own past, from the first night on. */
const WATCHED: readonly DemoRule[] = [
  {
    name: '明细工时行数与往日相符',
    table: dwd('pm_timesheet'),
    item: 'history_anomaly',
    level: '2',
    isByHistory: true,
    config: () => ({ metric: { metric: 'rows' } }),
  },
  {
    name: '客户等级分布没有漂移',
    table: ods('crm_customer'),
    column: 'level_code',
    item: 'history_drift',
    level: '1',
    isByHistory: true,
    config: () => ({ metric: { distribution: 'psi', sensitivity: 0.2, baseline: 'first' } }),
  },
  { name: '员工花名册结构没有变化', table: ods('hr_employee'), item: 'history_schema', level: '2', isByHistory: true },
];

export const DEMO_RULES: readonly DemoRule[] = [...STAFF, ...SALES, ...MONEY, ...DELIVERY, ...CLEANED, ...WATCHED];
