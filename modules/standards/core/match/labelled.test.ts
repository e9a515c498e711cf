import { expect, it } from 'vitest';
import { ElementIndex, type ColumnWords } from './columns.ts';

/* Columns as warehouses write them, each with the element that a steward would choose; '' = none of these. */
const ELEMENTS = [
  ['name', '员工姓名', 'emp_name', '姓名', 'person_name', 'varchar'],
  ['gender', '性别代码', 'gender', '性别', null, 'char'],
  ['birthday', '出生日期', 'birthday', '生日', 'birthday', 'date'],
  ['idCard', '公民身份号码', 'id_card_no', '身份证号码、身份证号', 'id_card', 'varchar'],
  ['mobile', '手机号码', 'mobile', '手机、移动电话', 'mobile', 'varchar'],
  ['email', '电子邮箱', 'email', '邮箱', 'email', 'varchar'],
  ['education', '学历代码', 'education', '学历', null, 'varchar'],
  ['org', '组织编号', 'org_id', '部门编号', null, 'varchar'],
  ['credit', '统一社会信用代码', 'credit_code', '信用代码', 'credit_code', 'varchar'],
  ['customer', '客户名称', 'customer_name', null, null, 'varchar'],
  ['contract', '合同编号', 'contract_id', null, null, 'varchar'],
  ['amount', '合同金额', 'contract_amount', null, 'contract_amount', 'decimal'],
  ['signed', '签订日期', 'sign_date', '签约日期', null, 'date'],
  ['project', '项目名称', 'project_name', null, null, 'varchar'],
  ['province', '省级行政区划代码', 'province_code', '省份代码', null, 'varchar'],
] as const;
type Labelled = readonly [name: string, label: string | null, type: string, classId: string | null, element: string];
const COLUMNS: readonly Labelled[] = [
  ['emp_name', '员工姓名', 'text', 'person_name', 'name'],
  ['emp_name', '姓名', 'varchar', null, 'name'],
  ['employee_nm', '员工姓名', 'varchar', 'person_name', ''], // likely, not certain: by its Chinese name alone
  ['gender', '性别', 'char', null, 'gender'],
  ['gender', '性别（来源编码：M/F 等）', 'text', null, 'gender'],
  ['t_gender', '性别代码', 'varchar', null, 'gender'],
  ['birthday', '出生日期', 'date', 'birthday', 'birthday'],
  ['birthday', '生日', 'date', null, 'birthday'],
  ['id_card_no', '身份证号码', 'text', 'id_card', 'idCard'],
  ['emp_id_card_no', '身份证号', 'varchar', 'id_card', 'idCard'],
  ['mobile', '手机号码', 'varchar', 'mobile', 'mobile'],
  ['mobile', '移动电话', 'text', null, 'mobile'],
  ['contact_mobile', '手机', 'varchar', 'mobile', 'mobile'],
  ['mobile_flag', '是否手机用户', 'char', null, ''],
  ['mobility', '流动性', 'numeric', null, ''],
  ['email', '电子邮箱', 'text', 'email', 'email'],
  ['user_email', '邮箱', 'varchar', 'email', 'email'],
  ['email_count', '邮件数', 'integer', null, ''],
  ['education', '学历', 'text', null, 'education'],
  ['education', '学历：1大专及以下 2本科', 'char', null, 'education'],
  ['education_fee', '教育经费', 'numeric', null, ''],
  ['org_id', '组织编号', 'text', null, 'org'],
  ['org_id', '部门编号', 'varchar', null, 'org'],
  ['parent_org_id', '上级组织编号', 'text', null, 'org'],
  ['credit_code', '统一社会信用代码', 'text', 'credit_code', 'credit'],
  ['credit_limit', '信用额度', 'numeric', null, ''],
  ['customer_name', '客户名称', 'text', null, 'customer'],
  ['customer_level', '客户等级', 'text', null, ''],
  ['contract_id', '合同编号', 'text', null, 'contract'],
  ['contract_name', '合同名称', 'text', null, ''],
  ['contract_amount', '合同金额', 'numeric', 'contract_amount', 'amount'],
  ['contract_amount', '合同金额（元，含税）', 'decimal', null, 'amount'],
  ['contract_amount_cn', '合同金额大写', 'text', null, ''],
  ['sign_date', '签订日期', 'date', null, 'signed'],
  ['sign_date', '签约日期', 'date', null, 'signed'],
  ['design_date', '设计日期', 'date', null, ''],
  ['project_name', '项目名称', 'text', null, 'project'],
  ['project_name', '招标项目名称', 'text', null, 'project'],
  ['project_type', '项目类型', 'text', null, ''],
  ['province_code', '省份代码', 'varchar', null, 'province'],
  ['province_code', '省级行政区划代码', 'text', null, 'province'],
  ['province_gdp', '省份生产总值', 'numeric', null, ''],
  ['score', '考核得分', 'numeric', null, ''],
  ['create_time', '创建时间', 'timestamp', null, ''],
  ['remark', '备注', 'text', null, ''],
];

it('what scores at least 0.8 is right nine times of ten, and most of what is right scores so', () => {
  const index = new ElementIndex(
    ELEMENTS.map(([id, name, nameEn, synonyms, classId, dataType]) => ({ id, name, nameEn, synonyms, classId, dataType })),
  );
  let [right, wrong] = [0, 0];
  for (const [name, label, dataType, classId, element] of COLUMNS) {
    const column: ColumnWords = { name, label, dataType, classId };
    for (const match of index.match(column)) {
      if (match.score < 0.8) continue;
      if (match.elementId === element) right += 1;
      else wrong += 1;
    }
  }
  const wanted = COLUMNS.filter(([, , , , element]) => element !== '').length;
  expect(right / (right + wrong)).toBeGreaterThanOrEqual(0.9);
  expect(right / wanted).toBeGreaterThanOrEqual(0.8);
});
