import { table } from '../table.ts';

/* The cleaned tables of the project archive. */

export const certificate = table(
  'dwd',
  'prj_certificate',
  '执业资格证书（清洗后）',
  `
  cert_id text! 证书台账编号
  emp_id text! 持证员工工号
  person_name text! 持证人姓名
  org_id text! 所属组织编号
  type_code text! 执业类型编码
  specialty text 注册专业
  cert_no text! 资格证书编号
  register_no text! 注册证号
  issue_org text! 发证机关
  issue_date date! 发证日期
  valid_from date! 注册有效期起
  valid_to date! 注册有效期止
  register_status char(1)! 注册状态：1初始 2延续 3变更 4注销
  edu_hours numeric(6,1)! 已修继续教育学时
  project_id text 占用项目编号`,
  {
    key: ['cert_id'],
    links: {
      emp_id: 'dwd.hr_employee(emp_id)',
      org_id: 'dwd.dim_org(org_id)',
      type_code: 'dwd.dim_cert_type(type_code)',
      project_id: 'dwd.biz_project(project_id)',
    },
    indexes: [['valid_to']],
  },
);
export const property = table(
  'dwd',
  'prj_intellectual_property',
  '知识产权（清洗后）',
  `
  ip_id text! 知识产权编号
  ip_name text! 名称
  ip_type text! 类型：1发明专利 2实用新型 3外观设计 4软件著作权 7工法 8标准规范 9论文专著 11BIM/QC成果
  ip_level char(1) 级别：2国家级 3省部级 4市级行业 5企业级
  apply_no text! 申请号
  apply_date date! 申请日期
  grant_no text 授权号
  grant_date date 授权日期
  expire_date date 权利届满日期
  legal_status char(1)! 法律状态：2已受理 3实质审查 4已授权 6失效
  inventor text! 发明人
  org_id text! 归属组织编号
  reward_amount numeric(12,2) 奖励金额（元）`,
  { key: ['ip_id'], links: { org_id: 'dwd.dim_org(org_id)' } },
);
export const award = table(
  'dwd',
  'prj_quality_project',
  '创优项目（清洗后）',
  `
  award_id text! 创优编号
  project_id text! 项目编号
  project_name text! 项目名称
  org_id text! 承担组织编号
  award_name text! 奖项名称
  award_level char(1)! 奖项级别：1国家级 2省部级 3市级 4行业协会 5集团级
  award_grade text! 奖项等次
  award_date date 获奖日期
  stage char(1)! 阶段：1策划 2申报 3初审 4评审 5获奖 6未获奖
  role char(1)! 角色：1主申报 2参建
  province_code text! 省份代码`,
  { key: ['award_id'], links: { project_id: 'dwd.biz_project(project_id)', org_id: 'dwd.dim_org(org_id)' } },
);
export const supplier = table(
  'dwd',
  'prj_supplier',
  '供应商（清洗后）',
  `
  supplier_id text! 供应商编号
  supplier_name text! 供应商名称
  credit_code text 统一社会信用代码（校验不通过置空）
  supplier_type char(1)! 类型：1劳务分包 2专业分包 3材料 4设备 5租赁 6勘测检测 7设计协作 8服务
  legal_person text! 法定代表人
  contact text! 联系人
  contact_mobile text! 联系人手机
  bank_account text! 银行账号
  province_code text! 省份代码
  city_code text! 城市代码
  reg_capital numeric(14,2)! 注册资本（万元）
  establish_date date! 成立日期
  coop_count integer! 合作次数
  coop_amount numeric(16,2)! 累计合作金额（元）
  score numeric(5,1)! 年度评价得分
  grade char(1)! 评价等级：A/B/C/D
  list_status char(1)! 名录状态：1潜在 2合格 3战略 4暂停 5黑名单`,
  { key: ['supplier_id'], links: { province_code: 'dwd.dim_area(area_code)' } },
);
