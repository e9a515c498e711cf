/*
 * What the steward of the demo company writes down as standards. The mobile number is missing on purpose: it is the element that whoever tries the
 * product writes first. So is the contrast of the gender of the personnel system.
 */

/** 标准文件: number, name, kind, publisher, day of publishing, day since which it is in force. */
export const DOCS = [
  ['GB/T 2261.1-2003', '个人基本信息分类与代码 第1部分：人的性别代码', 'gb', '国家质量监督检验检疫总局', '2003-07-25', '2003-12-01'],
  ['GB/T 4658-2006', '学历代码', 'gb', '国家质量监督检验检疫总局', '2006-10-09', '2007-03-01'],
  ['GB/T 2260-2007', '中华人民共和国行政区划代码', 'gb', '国家质量监督检验检疫总局', '2007-11-14', '2008-02-01'],
  ['GB 11643-1999', '公民身份号码', 'gb', '国家质量技术监督局', '1999-01-19', '1999-07-01'],
  ['GB 32100-2015', '法人和其他组织统一社会信用代码编码规则', 'gb', '国家质量监督检验检疫总局', '2015-09-17', '2015-10-01'],
  ['Q/GS 001-2025', '集团主数据与数据元规范', 'qb', '数据治理办公室', '2025-03-01', '2025-04-01'],
  ['Q/GS 002-2025', '合同与项目编码规范', 'qb', '数据治理办公室', '2025-03-01', '2025-04-01'],
] as const;

/** 计量单位: name, symbol, quantity, factor. */
export const UNITS = [
  ['元', '¥', '金额', '1'],
  ['万元', '万元', '金额', '10000'],
  ['亿元', '亿元', '金额', '100000000'],
  ['%', '%', '比例', '1'],
  ['天', 'd', '时间', '1'],
  ['学时', '学时', '培训时长', '1'],
  ['米', 'm', '长度', '1'],
  ['公里', 'km', '长度', '1000'],
  ['平方米', 'm²', '面积', '1'],
] as const;

export interface DemoElement {
  readonly elementCode: string;
  readonly elementName: string;
  readonly elementNameEn: string;
  readonly definition: string;
  readonly objectClass: string;
  readonly dataType: 'varchar' | 'char' | 'integer' | 'decimal' | 'date';
  readonly synonyms?: string;
  readonly example?: string;
  readonly dataLength?: string;
  readonly format?: string;
  readonly valueRange?: string;
  readonly gbTypeId?: string;
  readonly classId?: string;
  /** name of the unit, number of the document */
  readonly unit?: (typeof UNITS)[number][0];
  readonly doc?: (typeof DOCS)[number][0];
}
type Rest = Omit<DemoElement, 'elementCode' | 'elementName' | 'elementNameEn' | 'definition' | 'objectClass' | 'dataType'>;
const element =
  (objectClass: string, dataType: DemoElement['dataType']) =>
  (elementCode: string, elementName: string, elementNameEn: string, definition: string, rest: Rest = {}): DemoElement => ({
    elementCode,
    elementName,
    elementNameEn,
    definition,
    objectClass,
    dataType,
    ...rest,
  });
const OWN = 'Q/GS 001-2025';
const person = element('自然人', 'varchar');
const org = element('组织机构', 'varchar');
const contract = element('合同', 'varchar');
const project = element('项目', 'varchar');
const day = (objectClass: string) => element(objectClass, 'date');
const amount = (objectClass: string) => element(objectClass, 'decimal');

export const ELEMENTS: readonly DemoElement[] = [
  person('PER_NAME', '员工姓名', 'emp_name', '员工身份证件上的姓名', {
    dataLength: '..50',
    classId: 'person_name',
    example: '张三',
    doc: OWN,
  }),
  person('PER_GENDER', '性别代码', 'gender', '员工生理性别的代码', {
    synonyms: '性别',
    dataLength: '1',
    gbTypeId: 'gb_2261_1',
    example: '1',
    doc: 'GB/T 2261.1-2003',
  }),
  day('自然人')('PER_BIRTHDAY', '出生日期', 'birthday', '身份证件上记载的出生日期', {
    classId: 'birthday',
    example: '1990-06-01',
    doc: OWN,
  }),
  person('PER_ID_CARD', '公民身份号码', 'id_card_no', '公安机关为公民编定的唯一、终身不变的身份号码', {
    synonyms: '身份证号码、身份证号',
    dataLength: '18',
    format: 'an18',
    classId: 'id_card',
    doc: 'GB 11643-1999',
  }),
  person('PER_EMAIL', '电子邮箱', 'email', '员工的公司邮箱地址', {
    dataLength: '..100',
    classId: 'email',
    example: 'zhangsan@example.com',
    doc: OWN,
  }),
  person('PER_BANK_CARD', '工资卡号', 'bank_card_no', '发放工资的银行卡号', {
    dataLength: '..19',
    format: 'n..19',
    classId: 'bank_card',
    doc: OWN,
  }),
  person('PER_EDUCATION', '学历代码', 'education', '员工取得的最高学历的代码', {
    synonyms: '学历',
    dataLength: '2',
    gbTypeId: 'gb_4658',
    example: '21',
    doc: 'GB/T 4658-2006',
  }),
  person('PER_POST', '岗位名称', 'post', '员工所任岗位的名称', { dataLength: '..50', doc: OWN }),
  person('EMP_ID', '员工工号', 'emp_id', '人事系统为员工编定的工号', { dataLength: '..20', doc: OWN }),
  day('自然人')('EMP_ENTRY_DATE', '入职日期', 'entry_date', '员工与公司建立劳动关系的日期', { doc: OWN }),
  amount('自然人')('EMP_SALARY', '月应发工资', 'monthly_salary', '按月应发的工资总额，税前', {
    unit: '元',
    classId: 'salary',
    valueRange: '0..',
    doc: OWN,
  }),
  amount('培训')('TRAIN_SCORE', '考核得分', 'score', '培训考核的百分制得分', { dataLength: '6,1', valueRange: '0..100', doc: OWN }),
  org('ORG_ID', '组织编号', 'org_id', '组织机构在集团内的编号', { synonyms: '所属组织编号', dataLength: '..20', doc: OWN }),
  org('ORG_NAME', '组织名称', 'org_name', '组织机构的全称', { dataLength: '..100', doc: OWN }),
  org('ORG_CREDIT_CODE', '统一社会信用代码', 'credit_code', '法人和其他组织的唯一识别码', {
    dataLength: '18',
    format: 'an18',
    classId: 'credit_code',
    doc: 'GB 32100-2015',
  }),
  org('ADDR_PROVINCE', '省级行政区划代码', 'province_code', '所在省、自治区、直辖市的行政区划代码', {
    synonyms: '省份行政区划代码、省份代码',
    dataLength: '6',
    gbTypeId: 'gb_2260',
    example: '510000',
    doc: 'GB/T 2260-2007',
  }),
  org('ADDR_CITY', '城市行政区划代码', 'city_code', '所在地级市的行政区划代码', {
    synonyms: '城市代码',
    dataLength: '6',
    gbTypeId: 'gb_2260',
    example: '510100',
    doc: 'GB/T 2260-2007',
  }),
  org('CUST_ID', '客户编号', 'customer_id', '客户档案的编号', { dataLength: '..20', doc: OWN }),
  org('CUST_NAME', '客户名称', 'customer_name', '客户营业执照上的名称', { dataLength: '..100', doc: OWN }),
  contract('CON_ID', '合同编号', 'contract_id', '合同在经营系统中的编号', { dataLength: '..20', doc: 'Q/GS 002-2025' }),
  contract('CON_NAME', '合同名称', 'contract_name', '合同文本上的名称', { dataLength: '..200', doc: 'Q/GS 002-2025' }),
  amount('合同')('CON_AMOUNT', '合同金额', 'contract_amount', '合同约定的含税价款', {
    unit: '万元',
    dataLength: '18,2',
    valueRange: '0..',
    doc: 'Q/GS 002-2025',
  }),
  day('合同')('CON_SIGN_DATE', '签订日期', 'sign_date', '合同双方签字盖章的日期', { doc: 'Q/GS 002-2025' }),
  project('PRJ_ID', '项目编号', 'project_id', '项目台账的编号', { dataLength: '..20', doc: 'Q/GS 002-2025' }),
  project('PRJ_NAME', '项目名称', 'project_name', '项目立项文件上的名称', { dataLength: '..200', doc: 'Q/GS 002-2025' }),
  amount('商机')('OPP_WIN_RATE', '赢单概率', 'win_rate', '商机转化为合同的可能性', {
    unit: '%',
    dataLength: '6,2',
    valueRange: '0..100',
    doc: OWN,
  }),
];

/** Proposals that the steward takes at once have at least this score. */
export const ACCEPTED_FROM = 0.8;
/** Elements whose proposals the steward takes with less: their columns have other names, but are meant. */
export const ACCEPTED_ALWAYS: readonly string[] = ['CON_AMOUNT', 'CON_SIGN_DATE'];
/** Columns that do not follow what is proposed to them: `table.column`, code of the element. */
export const REJECTED: readonly (readonly [column: string, element: string])[] = [
  ['ods_crm_opportunity.win_rate', 'OPP_WIN_RATE'],
  ['ods_mkt_bid.project_name', 'PRJ_NAME'],
];
/** Columns that need not follow for a while, with why and for how many days. */
export const EXEMPT: readonly (readonly [column: string, reason: string, days: number])[] = [
  ['ods_hr_employee.education', '人事系统使用内部学历编码，随系统升级切换', 12],
  ['ods_crm_customer.credit_code', '历史客户缺少证照，正在补齐', 90],
];

/** 对照表: `schema.table`, column, code set; what the steward maps by hand where names say nothing. */
export const CONTRASTS: readonly (readonly [table: string, column: string, gbTypeId: string, byHand: Readonly<Record<string, string>>])[] =
  [
    ['dwd.hr_employee', 'gender', 'gb_2261_1', {}],
    ['ods.ods_hr_employee', 'education', 'gb_4658', { '2': '21', '3': '14', '4': '11' }],
    ['ods.ods_crm_customer', 'province_code', 'gb_2260', {}],
    ['ods.ods_erp_contract', 'province_code', 'gb_2260', {}],
    ['ods.ods_erp_contract', 'city_code', 'gb_2260', {}],
  ];
