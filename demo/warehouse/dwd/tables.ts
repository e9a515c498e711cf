import { table } from '../table.ts';

/* The cleaned tables. How they are filled is in cleaning.ts. */

export const dimOrg = table(
  'dwd',
  'dim_org',
  '维度-组织机构',
  `
  org_id text! 组织编号
  org_name text! 组织名称
  short_name text! 组织简称
  org_type char(1)! 组织类型：1总部 2部门 3分公司 4子公司 5科室
  org_type_name text! 组织类型名称
  parent_id text 上级组织编号
  province_code text! 所在省份代码
  city_code text! 所在城市代码
  found_date date! 成立日期
  is_branch char(1)! 是否经营单位（分公司、子公司）：0否 1是`,
  { key: ['org_id'], links: { parent_id: 'dwd.dim_org(org_id)', province_code: 'dwd.dim_area(area_code)' } },
);
export const employee = table(
  'dwd',
  'hr_employee',
  '员工（清洗后）',
  `
  emp_id text! 员工工号
  emp_name text! 员工姓名
  gender char(1)! 性别：1男 2女
  birthday date! 出生日期
  id_card_no text 身份证号码（校验不通过置空）
  mobile text 手机号码
  email text! 电子邮箱
  org_id text! 所属组织编号
  post text! 岗位名称
  post_series char(1)! 岗位序列：1管理 2技术 3生产 4营销 5职能
  education char(1)! 学历：1大专及以下 2本科 3硕士 4博士
  major text 所学专业
  title_level char(1)! 职称：0无 1员级 2助理级 3中级 4副高级 5正高级
  entry_date date! 入职日期
  leave_date date 离职日期
  emp_type char(1)! 用工类型：1自有 2外包
  monthly_salary numeric(12,2)! 月应发工资（元）
  monthly_cost numeric(12,2)! 月人工成本（元）
  bank_card_no text 工资卡号
  on_duty char(1)! 是否在岗：0否 1是`,
  {
    key: ['emp_id'],
    links: { org_id: 'dwd.dim_org(org_id)' },
    indexes: [['org_id'], ['entry_date']],
    checks: ['leave_date is null or leave_date >= entry_date'],
  },
);
export const train = table(
  'dwd',
  'hr_train',
  '培训记录（清洗后）',
  `
  train_id text! 培训记录编号
  emp_id text! 员工工号
  course_name text! 课程名称
  category char(1)! 培训类别：1入职 2专业 3质量安全 4管理 5合规
  train_date date! 培训日期
  hours numeric(6,1)! 学时
  score numeric(6,1) 考核得分（越界置空）`,
  { key: ['train_id'], links: { emp_id: 'dwd.hr_employee(emp_id)' }, indexes: [['train_date']], checks: ['score between 0 and 100'] },
);
export const customer = table(
  'dwd',
  'biz_customer',
  '客户（清洗合并后）',
  `
  customer_id text! 客户编号
  name text! 客户名称
  type char(1)! 客户类型：1政府机构 2国有企业 3民营企业 9其他
  level char(1)! 客户等级：1战略 2重点 3一般
  industry text! 所属行业
  province_code text! 省份代码
  city_code text! 城市代码
  credit_code text 统一社会信用代码
  contact text! 联系人
  contact_mobile text 联系人手机
  bank_account text 银行账号
  first_coop_date date 首次合作日期`,
  { key: ['customer_id'], links: { province_code: 'dwd.dim_area(area_code)' }, indexes: [['first_coop_date']] },
);
export const opportunity = table(
  'dwd',
  'biz_opportunity',
  '商机（清洗后）',
  `
  opp_id text! 商机编号
  name text! 商机名称
  customer_id text! 客户编号
  org_id text! 跟进组织编号
  business_code text! 业务类型编码
  source char(1)! 来源：1展会 2老客户 3网络推广 4转介绍 5公开招标 9其他
  stage text! 当前阶段：lead/opportunity/proposal/bidding/signed/lost
  lost_stage text 丢单时所处阶段
  lost_reason text 丢单原因
  amount numeric(16,2)! 预计金额（元）
  win_rate numeric(5,2) 赢单概率（%）
  created_at date! 创建日期
  closed_at date 关闭日期
  next_follow_date date 下次跟进日期
  owner text! 跟进人工号
  contract_id text 签约合同编号
  reached smallint! 到达的最远阶段：1线索 2商机 3方案 4招投标 5签约`,
  {
    key: ['opp_id'],
    links: { customer_id: 'dwd.biz_customer(customer_id)', org_id: 'dwd.dim_org(org_id)', owner: 'dwd.hr_employee(emp_id)' },
    indexes: [['created_at'], ['stage', 'org_id']],
    checks: ['win_rate between 0 and 100'],
  },
);
export const bid = table(
  'dwd',
  'biz_bid',
  '投标（清洗后）',
  `
  bid_id text! 投标编号
  project_name text! 招标项目名称
  opp_id text! 商机编号
  org_id text! 投标组织编号
  business_code text! 业务类型编码
  bid_date date! 开标日期
  limit_amount numeric(16,2)! 最高投标限价（元）
  bid_amount numeric(16,2)! 投标报价（元）
  result char(1)! 结果：1中标 2未中标 3待定 9其他
  win_amount numeric(16,2) 中标金额（元）
  competitor text 主要竞争对手
  deposit numeric(14,2)! 投标保证金（元）
  deposit_back char(1)! 保证金是否退回：0否 1是`,
  {
    key: ['bid_id'],
    links: { opp_id: 'dwd.biz_opportunity(opp_id)', org_id: 'dwd.dim_org(org_id)' },
    indexes: [['bid_date'], ['opp_id']],
    checks: ['bid_amount > 0'],
  },
);
export const project = table(
  'dwd',
  'biz_project',
  '项目（清洗后）',
  `
  project_id text! 项目编号
  contract_id text! 合同编号
  name text! 项目名称
  org_id text! 承担组织编号
  type char(1)! 项目类型：1房建 2市政 3公路 4轨道交通 5水利 6电力 7工业 8园林
  stage char(1)! 项目阶段：1前期 2方案 3初步设计 4施工图 5施工配合 6竣工
  status char(1)! 项目状态：1在建 2完工 3暂停 4终止 5未开工
  manager text 项目负责人工号
  plan_start date! 计划开始日期
  plan_end date! 计划结束日期
  actual_start date 实际开始日期
  actual_end date 实际结束日期
  progress_plan numeric(6,4)! 计划进度（0–1）
  progress_actual numeric(6,4)! 实际进度（0–1）
  budget numeric(16,2)! 成本预算（元）
  cost numeric(16,2)! 累计成本（元）
  risk_level char(1)! 风险等级：1低 2中 3高
  lng numeric(9,4)! 经度
  lat numeric(9,4)! 纬度`,
  {
    key: ['project_id'],
    links: { contract_id: 'dwd.biz_contract(contract_id)', org_id: 'dwd.dim_org(org_id)', manager: 'dwd.hr_employee(emp_id)' },
    indexes: [['contract_id'], ['org_id', 'status']],
    checks: ['progress_actual between 0 and 1'],
  },
);
export const output = table(
  'dwd',
  'biz_output_month',
  '项目月度产值与成本（清洗后）',
  `
  project_id text! 项目编号
  month date! 所属月份（月初）
  plan_output numeric(16,2)! 计划产值（元，含税）
  actual_output numeric(16,2)! 实际产值（元，含税）
  cost_labor numeric(16,2)! 人工成本（元）
  cost_sub numeric(16,2)! 分包成本（元）
  cost_material numeric(16,2)! 材料成本（元）
  cost_machine numeric(16,2)! 机械成本（元）
  cost_manage numeric(16,2)! 现场管理成本（元）`,
  { key: ['project_id', 'month'], links: { project_id: 'dwd.biz_project(project_id)' }, indexes: [['month']] },
);
export const revenue = table(
  'dwd',
  'biz_revenue',
  '收入确认（不含税，按项目和月份）',
  `
  project_id text! 项目编号
  contract_id text! 合同编号
  org_id text! 确认组织编号
  business_code text! 业务类型编码
  month date! 所属月份（月初）
  revenue numeric(16,2)! 确认收入（元，不含税）
  cost numeric(16,2)! 结转成本（元）`,
  {
    key: ['project_id', 'month'],
    links: { project_id: 'dwd.biz_project(project_id)', contract_id: 'dwd.biz_contract(contract_id)', org_id: 'dwd.dim_org(org_id)' },
    indexes: [['month', 'org_id']],
  },
);
export const plan = table(
  'dwd',
  'biz_receipt_plan',
  '收款计划（清洗后）',
  `
  plan_id text! 收款计划编号
  contract_id text! 合同编号
  kind char(1)! 款项类型：1预付款 2进度款 3结算款
  plan_date date! 计划收款日期
  plan_amount numeric(16,2)! 计划收款金额（元）
  paid_amount numeric(16,2)! 已收金额（元）`,
  {
    key: ['plan_id'],
    links: { contract_id: 'dwd.biz_contract(contract_id)' },
    indexes: [['contract_id'], ['plan_date']],
    checks: ['paid_amount <= plan_amount'],
  },
);
export const receipt = table(
  'dwd',
  'biz_receipt',
  '收款流水（清洗后）',
  `
  receipt_id text! 收款流水号
  plan_id text! 收款计划编号
  contract_id text! 合同编号
  actual_date date! 到账日期
  actual_amount numeric(16,2)! 到账金额（元）
  method char(1)! 收款方式：1转账 2承兑汇票 3现金支票
  is_on_time char(1)! 是否按期（到期后10天内）：0否 1是`,
  {
    key: ['receipt_id'],
    links: { plan_id: 'dwd.biz_receipt_plan(plan_id)', contract_id: 'dwd.biz_contract(contract_id)' },
    indexes: [['contract_id'], ['actual_date'], ['plan_id']],
  },
);
export const contract = table(
  'dwd',
  'biz_contract',
  '合同（清洗后）',
  `
  contract_id text! 合同编号（系统）
  no text! 合同文号
  name text! 合同名称
  customer_id text! 客户编号
  org_id text! 签约组织编号
  business_code text! 业务类型编码
  amount numeric(18,2)! 合同金额（元，含税）
  sign_date date! 签订日期
  start_date date! 开工日期
  end_date date! 计划完工日期
  inner_flag char(1)! 是否集团内部合同：0否 1是
  province_code text! 项目省份代码
  city_code text! 项目城市代码
  status char(1)! 合同状态：1执行中 2已完成 3已终止 4未启动
  opening_executed numeric(18,2)! 系统上线前已执行金额（元）
  executed_amount numeric(18,2)! 累计已执行金额（元，含上线前）
  received_amount numeric(18,2)! 累计已收款金额（元，含上线前）
  balance numeric(18,2)! 手持合同额（元，终止合同为0）`,
  {
    key: ['contract_id'],
    links: {
      customer_id: 'dwd.biz_customer(customer_id)',
      org_id: 'dwd.dim_org(org_id)',
      business_code: 'dwd.dim_business(business_code)',
      province_code: 'dwd.dim_area(area_code)',
      city_code: 'dwd.dim_area(area_code)',
    },
    indexes: [['sign_date'], ['org_id', 'sign_date'], ['customer_id']],
    checks: ['executed_amount <= amount'],
  },
);
export const expense = table(
  'dwd',
  'biz_expense',
  '期间费用（清洗后）',
  `
  org_id text! 组织编号
  month date! 所属月份（月初）
  kind char(1)! 费用类型：1管理 2销售 3研发 4财务 5税金及附加
  amount numeric(16,2)! 金额（元）`,
  { key: ['org_id', 'month', 'kind'], links: { org_id: 'dwd.dim_org(org_id)' } },
);
export const target = table(
  'dwd',
  'biz_target_year',
  '年度经营目标',
  `
  org_id text! 组织编号
  year smallint! 年度
  contract numeric(18,2)! 新签合同目标（元）
  revenue numeric(18,2)! 营业收入目标（元）
  receipt numeric(18,2)! 回款目标（元）
  profit numeric(18,2)! 利润目标（元）
  output numeric(18,2)! 产值目标（元）`,
  { key: ['org_id', 'year'], links: { org_id: 'dwd.dim_org(org_id)' } },
);
export const check = table(
  'dwd',
  'biz_quality_safety',
  '质量安全检查（清洗后）',
  `
  check_id text! 检查编号
  project_id text! 项目编号
  check_date date! 检查日期
  kind char(1)! 检查类型：1质量 2安全
  level char(1)! 问题等级：1一般 2较大 3重大 9其他
  category text! 问题分类
  found integer! 发现问题数
  rectified integer! 已整改数
  deadline date! 整改期限
  closed_date date 闭环日期
  pass_first char(1)! 是否一次验收合格：0否 1是`,
  {
    key: ['check_id'],
    links: { project_id: 'dwd.biz_project(project_id)' },
    indexes: [['check_date'], ['project_id']],
    checks: ['rectified <= found'],
  },
);
