import { random, type Random } from './random.ts';
import type { Row } from './table.ts';

/** One kind of fault that is planted on purpose, so that quality checks have something to find. `find` counts it. */
export interface Defect {
  code: string;
  table: string;
  column: string;
  kind: '重复' | '缺失' | '格式错误' | '未映射编码' | '越界' | '外键断裂' | '迟到' | '不一致' | '逻辑矛盾';
  title: string;
  count: number;
  find: string;
  /** what the nightly cleaning does with it */
  handled: string;
}

const twice = (table: string, key: string) => `select count(*) - count(distinct ${key}) from ods.${table}`;
const where = (table: string, condition: string) => `select count(*) from ods.${table} o where ${condition}`;
const orphan = (table: string, column: string, parent: string, key = column) =>
  `select count(*) from ods.${table} o where o.${column} is not null and not exists (select 1 from ods.${parent} p where p.${key} = o.${column})`;
const unmapped = (table: string, column: string, codeType: string) =>
  `select count(*) from ods.${table} o where not exists (select 1 from dwd.dim_code c where c.code_type = '${codeType}' and c.src_code = o.${column})`;
const late = (table: string, column: string, extra = '') =>
  `select count(*) from ods.${table} o where o.etl_time::date > o.${column} + 7${extra}`;
/** check digit of identity numbers, GB 11643 */
export const BAD_ID_CARD = (column: string): string =>
  `substr('10X98765432', (${[7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
    .map((weight, index) => `${weight} * substr(${column}, ${index + 1}, 1)::int`)
    .join(' + ')}) % 11 + 1, 1) <> substr(${column}, 18, 1)`;
const CREDIT = "'0123456789ABCDEFGHJKLMNPQRTUWXY'";
/** check character of social credit codes, GB 32100 */
export const BAD_CREDIT = (column: string): string =>
  `substr(${CREDIT}, (31 - (${Array.from({ length: 17 }, (_, index) => `${3 ** index % 31} * (strpos(${CREDIT}, substr(${column}, ${index + 1}, 1)) - 1)`).join(' + ')}) % 31) % 31 + 1, 1) <> substr(${column}, 18, 1)`;

export const DEFECTS = [
  {
    code: 'emp_twice',
    table: 'ods_hr_employee',
    column: 'emp_id',
    kind: '重复',
    title: '同一工号重复抽取',
    count: 18,
    find: twice('ods_hr_employee', 'emp_id'),
    handled: '保留最新一条',
  },
  {
    code: 'emp_id_card',
    table: 'ods_hr_employee',
    column: 'id_card_no',
    kind: '格式错误',
    title: '身份证号校验位错误',
    count: 25,
    find: where('ods_hr_employee', BAD_ID_CARD('o.id_card_no')),
    handled: '明细层置空',
  },
  {
    code: 'emp_mobile',
    table: 'ods_hr_employee',
    column: 'mobile',
    kind: '缺失',
    title: '手机号码为空',
    count: 12,
    find: where('ods_hr_employee', 'o.mobile is null'),
    handled: '保持为空',
  },
  {
    code: 'emp_gender',
    table: 'ods_hr_employee',
    column: 'gender',
    kind: '未映射编码',
    title: '性别编码未对照',
    count: 9,
    find: unmapped('ods_hr_employee', 'gender', 'gender'),
    handled: '按身份证推断',
  },
  {
    code: 'emp_birthday',
    table: 'ods_hr_employee',
    column: 'birthday',
    kind: '越界',
    title: '出生日期超出合理范围',
    count: 6,
    find: where('ods_hr_employee', "o.birthday < '1940-01-01' or o.birthday > o.etl_time::date"),
    handled: '按身份证重算',
  },
  {
    code: 'emp_name',
    table: 'ods_hr_employee',
    column: 'emp_name',
    kind: '不一致',
    title: '姓名中夹有空格',
    count: 15,
    find: where('ods_hr_employee', "o.emp_name ~ '[ 　]'"),
    handled: '去除空格',
  },
  {
    code: 'emp_org',
    table: 'ods_hr_employee',
    column: 'org_id',
    kind: '外键断裂',
    title: '所属组织不存在',
    count: 7,
    find: orphan('ods_hr_employee', 'org_id', 'ods_hr_org'),
    handled: '剔除并登记',
  },
  {
    code: 'train_score',
    table: 'ods_hr_train',
    column: 'score',
    kind: '越界',
    title: '考核得分超过100',
    count: 17,
    find: where('ods_hr_train', 'o.score > 100'),
    handled: '置空',
  },
  {
    code: 'cert_twice',
    table: 'ods_hr_certificate',
    column: 'cert_no',
    kind: '重复',
    title: '同一证书编号重复登记',
    count: 7,
    find: twice('ods_hr_certificate', 'cert_no'),
    handled: '保留最早一条',
  },
  {
    code: 'cert_valid',
    table: 'ods_hr_certificate',
    column: 'valid_to',
    kind: '缺失',
    title: '注册有效期止为空',
    count: 5,
    find: where('ods_hr_certificate', 'o.valid_to is null'),
    handled: '按发起日推算为过期',
  },
  {
    code: 'cert_type',
    table: 'ods_hr_certificate',
    column: 'type_code',
    kind: '未映射编码',
    title: '执业类型编码不在目录中',
    count: 8,
    find: 'select count(*) from ods.ods_hr_certificate o where not exists (select 1 from dwd.dim_cert_type t where t.type_code = o.type_code)',
    handled: '归入未映射类型',
  },
  {
    code: 'cust_twice',
    table: 'ods_crm_customer',
    column: 'customer_name',
    kind: '重复',
    title: '同一信用代码以不同名称建档',
    count: 24,
    find: 'select count(credit_code) - count(distinct credit_code) from ods.ods_crm_customer',
    handled: '按信用代码合并',
  },
  {
    code: 'cust_credit',
    table: 'ods_crm_customer',
    column: 'credit_code',
    kind: '缺失',
    title: '统一社会信用代码为空',
    count: 30,
    find: where('ods_crm_customer', 'o.credit_code is null'),
    handled: '保持为空',
  },
  {
    code: 'cust_type',
    table: 'ods_crm_customer',
    column: 'type_code',
    kind: '未映射编码',
    title: '客户类型编码未对照',
    count: 16,
    find: unmapped('ods_crm_customer', 'type_code', 'customer_type'),
    handled: '归入9其他',
  },
  {
    code: 'cust_mobile',
    table: 'ods_crm_customer',
    column: 'contact_mobile',
    kind: '格式错误',
    title: '联系人手机不是11位',
    count: 11,
    find: where('ods_crm_customer', 'length(o.contact_mobile) <> 11'),
    handled: '明细层置空',
  },
  {
    code: 'opp_customer',
    table: 'ods_crm_opportunity',
    column: 'customer_id',
    kind: '外键断裂',
    title: '客户不存在',
    count: 20,
    find: orphan('ods_crm_opportunity', 'customer_id', 'ods_crm_customer'),
    handled: '剔除并登记',
  },
  {
    code: 'opp_rate',
    table: 'ods_crm_opportunity',
    column: 'win_rate',
    kind: '越界',
    title: '赢单概率超过100%',
    count: 14,
    find: where('ods_crm_opportunity', 'o.win_rate > 100'),
    handled: '置空',
  },
  {
    code: 'opp_close',
    table: 'ods_crm_opportunity',
    column: 'close_date',
    kind: '逻辑矛盾',
    title: '关闭日期早于创建日期',
    count: 10,
    find: where('ods_crm_opportunity', 'o.close_date < o.create_date'),
    handled: '按创建日期计',
  },
  {
    code: 'opp_source',
    table: 'ods_crm_opportunity',
    column: 'source_code',
    kind: '未映射编码',
    title: '来源渠道编码未对照',
    count: 22,
    find: unmapped('ods_crm_opportunity', 'source_code', 'opp_source'),
    handled: '归入9其他',
  },
  {
    code: 'bid_negative',
    table: 'ods_mkt_bid',
    column: 'bid_amount',
    kind: '越界',
    title: '投标报价为负数',
    count: 8,
    find: where('ods_mkt_bid', 'o.bid_amount < 0'),
    handled: '取绝对值',
  },
  {
    code: 'bid_result',
    table: 'ods_mkt_bid',
    column: 'result_code',
    kind: '未映射编码',
    title: '投标结果编码未对照',
    count: 10,
    find: unmapped('ods_mkt_bid', 'result_code', 'bid_result'),
    handled: '归入9其他',
  },
  {
    code: 'con_twice',
    table: 'ods_erp_contract',
    column: 'contract_id',
    kind: '重复',
    title: '同一合同重复抽取',
    count: 16,
    find: twice('ods_erp_contract', 'contract_id'),
    handled: '保留最新一条',
  },
  {
    code: 'con_customer',
    table: 'ods_erp_contract',
    column: 'customer_id',
    kind: '外键断裂',
    title: '客户不存在',
    count: 12,
    find: orphan('ods_erp_contract', 'customer_id', 'ods_crm_customer'),
    handled: '剔除并登记',
  },
  {
    code: 'con_sign',
    table: 'ods_erp_contract',
    column: 'sign_date',
    kind: '缺失',
    title: '签订日期为空',
    count: 9,
    find: where('ods_erp_contract', 'o.sign_date is null'),
    handled: '以开工日期代替',
  },
  {
    code: 'con_unit',
    table: 'ods_erp_contract',
    column: 'amount',
    kind: '越界',
    title: '金额单位错误（扩大一万倍）',
    count: 5,
    find: where('ods_erp_contract', 'o.amount > 1000000000'),
    handled: '除以10000',
  },
  {
    code: 'con_province',
    table: 'ods_erp_contract',
    column: 'province_code',
    kind: '不一致',
    title: '省份填写名称而非代码',
    count: 60,
    find: where('ods_erp_contract', "o.province_code !~ '^[0-9]{6}$'"),
    handled: '按名称还原代码',
  },
  {
    code: 'plan_zero',
    table: 'ods_fin_receipt_plan',
    column: 'plan_amount',
    kind: '越界',
    title: '计划收款金额为零',
    count: 13,
    find: where('ods_fin_receipt_plan', 'o.plan_amount = 0'),
    handled: '剔除并登记',
  },
  {
    code: 'rec_twice',
    table: 'ods_fin_receipt',
    column: 'receipt_id',
    kind: '重复',
    title: '同一流水重复抽取',
    count: 28,
    find: twice('ods_fin_receipt', 'receipt_id'),
    handled: '保留最新一条',
  },
  {
    code: 'rec_contract',
    table: 'ods_fin_receipt',
    column: 'contract_id',
    kind: '外键断裂',
    title: '合同不存在',
    count: 15,
    find: orphan('ods_fin_receipt', 'contract_id', 'ods_erp_contract'),
    handled: '剔除并登记',
  },
  {
    code: 'rec_late',
    table: 'ods_fin_receipt',
    column: 'etl_time',
    kind: '迟到',
    title: '到账后超过7天才入库',
    count: 120,
    find: late('ods_fin_receipt', 'actual_date'),
    handled: '照常入库',
  },
  {
    code: 'exp_twice',
    table: 'ods_fin_expense',
    column: 'org_id, month, kind',
    kind: '重复',
    title: '同组织同月同类费用重复',
    count: 10,
    find: twice('ods_fin_expense', '(org_id, month, kind)'),
    handled: '保留一条',
  },
  {
    code: 'prj_manager',
    table: 'ods_pm_project',
    column: 'manager_emp_id',
    kind: '缺失',
    title: '项目负责人为空',
    count: 14,
    find: where('ods_pm_project', 'o.manager_emp_id is null'),
    handled: '保持为空',
  },
  {
    code: 'prj_progress',
    table: 'ods_pm_project',
    column: 'progress_actual',
    kind: '越界',
    title: '实际进度按百分数填写',
    count: 11,
    find: where('ods_pm_project', 'o.progress_actual > 1'),
    handled: '除以100',
  },
  {
    code: 'prj_name',
    table: 'ods_pm_project',
    column: 'project_name',
    kind: '不一致',
    title: '项目名称与合同不一致（暂定名）',
    count: 20,
    find: where('ods_pm_project', "o.project_name like '%（暂定名）'"),
    handled: '去除后缀',
  },
  {
    code: 'prj_place',
    table: 'ods_pm_project',
    column: 'lng, lat',
    kind: '越界',
    title: '经纬度填反',
    count: 8,
    find: where('ods_pm_project', 'o.lat > o.lng'),
    handled: '对调还原',
  },
  {
    code: 'out_twice',
    table: 'ods_pm_output',
    column: 'project_id, month',
    kind: '重复',
    title: '同项目同月产值重复',
    count: 40,
    find: twice('ods_pm_output', '(project_id, month)'),
    handled: '保留一条',
  },
  {
    code: 'out_project',
    table: 'ods_pm_output',
    column: 'project_id',
    kind: '外键断裂',
    title: '项目不存在',
    count: 18,
    find: orphan('ods_pm_output', 'project_id', 'ods_pm_project'),
    handled: '剔除并登记',
  },
  {
    code: 'out_late',
    table: 'ods_pm_output',
    column: 'etl_time',
    kind: '迟到',
    title: '月结后超过7天才入库',
    count: 80,
    find: "select count(*) from ods.ods_pm_output o where o.etl_time::date > (o.month + interval '1 month')::date + 7",
    handled: '照常入库',
  },
  {
    code: 'chk_level',
    table: 'ods_pm_check',
    column: 'level_code',
    kind: '未映射编码',
    title: '问题等级编码未对照',
    count: 18,
    find: unmapped('ods_pm_check', 'level_code', 'check_level'),
    handled: '归入9其他',
  },
  {
    code: 'chk_more',
    table: 'ods_pm_check',
    column: 'rectified',
    kind: '逻辑矛盾',
    title: '整改数大于发现数',
    count: 12,
    find: where('ods_pm_check', 'o.rectified > o.found'),
    handled: '以发现数为限',
  },
  {
    code: 'chk_closed',
    table: 'ods_pm_check',
    column: 'closed_date',
    kind: '逻辑矛盾',
    title: '闭环日期早于检查日期',
    count: 9,
    find: where('ods_pm_check', 'o.closed_date < o.check_date'),
    handled: '以整改期限代替',
  },
  {
    code: 'ip_grant',
    table: 'ods_ip_property',
    column: 'grant_no',
    kind: '缺失',
    title: '已授权但授权号为空',
    count: 6,
    find: where('ods_ip_property', "o.legal_status = '4' and o.grant_no is null"),
    handled: '保持为空',
  },
  {
    code: 'sup_credit',
    table: 'ods_scm_supplier',
    column: 'credit_code',
    kind: '格式错误',
    title: '信用代码校验位错误',
    count: 12,
    find: where('ods_scm_supplier', BAD_CREDIT('o.credit_code')),
    handled: '明细层置空',
  },
  {
    code: 'sup_twice',
    table: 'ods_scm_supplier',
    column: 'supplier_id',
    kind: '重复',
    title: '同一供应商重复抽取',
    count: 6,
    find: twice('ods_scm_supplier', 'supplier_id'),
    handled: '保留最新一条',
  },
  {
    code: 'ts_twice',
    table: 'ods_pm_timesheet',
    column: 'timesheet_id',
    kind: '重复',
    title: '同一工时单重复抽取',
    count: 150,
    find: twice('ods_pm_timesheet', 'timesheet_id'),
    handled: '保留一条',
  },
  {
    code: 'ts_hours',
    table: 'ods_pm_timesheet',
    column: 'hours',
    kind: '越界',
    title: '单日工时超过24小时',
    count: 37,
    find: where('ods_pm_timesheet', 'o.hours > 24'),
    handled: '除以10还原',
  },
  {
    code: 'ts_emp',
    table: 'ods_pm_timesheet',
    column: 'emp_id',
    kind: '外键断裂',
    title: '员工不存在',
    count: 45,
    find: orphan('ods_pm_timesheet', 'emp_id', 'ods_hr_employee'),
    handled: '剔除并登记',
  },
  {
    code: 'ts_late',
    table: 'ods_pm_timesheet',
    column: 'etl_time',
    kind: '迟到',
    title: '超过7天才填报入库',
    count: 300,
    find: late('ods_pm_timesheet', 'work_date'),
    handled: '照常入库',
  },
] as const satisfies readonly Defect[];

export type DefectCode = (typeof DEFECTS)[number]['code'];
const COUNTS = new Map<string, number>(DEFECTS.map((defect) => [defect.code, defect.count]));
export const countOf = (code: DefectCode): number => COUNTS.get(code) as number;

/** Spoils rows of one table; a row carries one fault at most, so that every count stays exact. */
export function planter(rows: Row[]): {
  spoil(code: DefectCode, change: (row: Row, draw: Random) => Partial<Row>, fits?: (row: Row) => boolean): void;
  extra(code: DefectCode, make: (model: Row, number: number, draw: Random) => Partial<Row>, fits?: (row: Row) => boolean): void;
} {
  const touched = new Set<number>();
  const clean = rows.length;
  const choose = (code: DefectCode, draw: Random, fits: (row: Row) => boolean): number[] => {
    const found: number[] = [];
    for (let tries = 0; found.length < countOf(code); tries++) {
      if (tries > 400_000) throw new Error(`no rows fit defect ${code}`);
      const at = draw.int(0, clean - 1);
      if (touched.has(at) || !fits(rows[at] as Row)) continue;
      touched.add(at);
      found.push(at);
    }
    return found;
  };
  const any = () => true;
  return {
    spoil(code, change, fits = any) {
      const draw = random(`defect:${code}`);
      for (const at of choose(code, draw, fits)) rows[at] = { ...(rows[at] as Row), ...(change(rows[at] as Row, draw) as Row) };
    },
    extra(code, make, fits = any) {
      const draw = random(`defect:${code}`);
      choose(code, draw, fits).forEach((at, index) =>
        rows.push({ ...(rows[at] as Row), ...(make(rows[at] as Row, index + 1, draw) as Row) }),
      );
    },
  };
}
