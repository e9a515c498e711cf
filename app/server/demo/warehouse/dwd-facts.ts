import { BAD_CREDIT, BAD_ID_CARD } from './defects.ts';
import { table, type Table } from './table.ts';

/** A cleaned table and the statement that fills it. The statement is also kept in `dwd.etl_task` for people to read. */
export interface Step {
  table: Table;
  sql: string;
}
const code = (type: string, column: string) =>
  `(select c.std_code from dwd.dim_code c where c.code_type = '${type}' and c.src_code = ${column})`;
const latest = (name: string, key: string) => `(select distinct on (${key}) * from ods.${name} order by ${key}, etl_time desc)`;

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
const employee = table(
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
const train = table(
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
const customer = table(
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
const opportunity = table(
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
const bid = table(
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
const project = table(
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
const output = table(
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
const revenue = table(
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
const plan = table(
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
const receipt = table(
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
const contract = table(
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
const expense = table(
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
const target = table(
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
const check = table(
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
const certificate = table(
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
const property = table(
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
const award = table(
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
const supplier = table(
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

/** The nightly cleaning, in order. */
export const CLEANING: readonly Step[] = [
  {
    table: dimOrg,
    sql: `
insert into dwd.dim_org (org_id, org_name, short_name, org_type, org_type_name, parent_id, province_code, city_code, found_date, is_branch)
select o.org_id, o.org_name, o.org_short, o.org_type, c.std_name, o.parent_id, o.province_code, o.city_code, o.found_date,
       case when o.org_type in ('3', '4') then '1' else '0' end
from ods.ods_hr_org o
join dwd.dim_code c on c.code_type = 'org_type' and c.src_code = o.org_type`,
  },
  {
    table: employee,
    sql: `
insert into dwd.hr_employee (emp_id, emp_name, gender, birthday, id_card_no, mobile, email, org_id, post, post_series, education, major, title_level,
  entry_date, leave_date, emp_type, monthly_salary, monthly_cost, bank_card_no, on_duty)
select o.emp_id, regexp_replace(o.emp_name, '[ 　]', '', 'g'),
       coalesce(${code('gender', 'o.gender')}, case when substr(o.id_card_no, 17, 1)::int % 2 = 1 then '1' else '2' end),
       case when o.birthday between '1940-01-01' and o.etl_time::date then o.birthday else to_date(substr(o.id_card_no, 7, 8), 'YYYYMMDD') end,
       case when ${BAD_ID_CARD('o.id_card_no')} then null else o.id_card_no end,
       o.mobile, o.email, o.org_id, o.post, o.post_series, o.education, o.major, o.title_level, o.entry_date, o.leave_date, o.emp_type,
       o.monthly_salary, o.monthly_cost, o.bank_card_no, case when o.leave_date is null then '1' else '0' end
from ${latest('ods_hr_employee', 'emp_id')} o
where exists (select 1 from dwd.dim_org d where d.org_id = o.org_id)`,
  },
  {
    table: train,
    sql: `
insert into dwd.hr_train (train_id, emp_id, course_name, category, train_date, hours, score)
select o.train_id, o.emp_id, o.course_name, o.category, o.train_date, o.hours, case when o.score <= 100 then o.score end
from ods.ods_hr_train o`,
  },
  {
    table: customer,
    sql: `
insert into dwd.biz_customer (customer_id, name, type, level, industry, province_code, city_code, credit_code, contact, contact_mobile, bank_account, first_coop_date)
select o.customer_id, trim(o.customer_name), coalesce(${code('customer_type', 'o.type_code')}, '9'), o.level_code, o.industry, o.province_code, o.city_code,
       o.credit_code, o.contact, case when o.contact_mobile ~ '^1[3-9][0-9]{9}$' then o.contact_mobile end, o.bank_account, o.first_coop_date
from (select distinct on (coalesce(credit_code, customer_id)) * from ods.ods_crm_customer order by coalesce(credit_code, customer_id), customer_id) o`,
  },
  {
    table: opportunity,
    sql: `
insert into dwd.biz_opportunity (opp_id, name, customer_id, org_id, business_code, source, stage, lost_stage, lost_reason, amount, win_rate,
  created_at, closed_at, next_follow_date, owner, contract_id, reached)
select o.opp_id, o.opp_name, o.customer_id, o.org_id, o.business_code, coalesce(${code('opp_source', 'o.source_code')}, '9'), o.stage, o.lost_stage, o.lost_reason,
       o.amount, case when o.win_rate <= 100 then o.win_rate end, o.create_date, greatest(o.close_date, case when o.close_date is not null then o.create_date end),
       o.next_follow_date, o.owner_emp_id, o.contract_id,
       case coalesce(o.lost_stage, o.stage) when 'lead' then 1 when 'opportunity' then 2 when 'proposal' then 3 when 'bidding' then 4 else 5 end
from ods.ods_crm_opportunity o
join dwd.biz_customer c on c.customer_id = o.customer_id`,
  },
  {
    table: bid,
    sql: `
insert into dwd.biz_bid (bid_id, project_name, opp_id, org_id, business_code, bid_date, limit_amount, bid_amount, result, win_amount, competitor, deposit, deposit_back)
select o.bid_id, o.project_name, o.opp_id, o.org_id, o.business_code, o.bid_date, o.limit_amount, abs(o.bid_amount), coalesce(${code('bid_result', 'o.result_code')}, '9'),
       o.win_amount, o.competitor, o.deposit, o.deposit_back
from ods.ods_mkt_bid o
join dwd.biz_opportunity p on p.opp_id = o.opp_id`,
  },
  {
    table: project,
    sql: `
insert into dwd.biz_project (project_id, contract_id, name, org_id, type, stage, status, manager, plan_start, plan_end, actual_start, actual_end,
  progress_plan, progress_actual, budget, cost, risk_level, lng, lat)
select o.project_id, o.contract_id, replace(o.project_name, '（暂定名）', ''), o.org_id, o.project_type, o.stage, o.status, o.manager_emp_id, o.plan_start,
       o.plan_end, o.actual_start, o.actual_end, o.progress_plan, case when o.progress_actual > 1 then o.progress_actual / 100 else o.progress_actual end,
       o.budget, o.cost, o.risk_level, greatest(o.lng, o.lat), least(o.lng, o.lat)
from ods.ods_pm_project o`,
  },
  {
    table: output,
    sql: `
insert into dwd.biz_output_month (project_id, month, plan_output, actual_output, cost_labor, cost_sub, cost_material, cost_machine, cost_manage)
select distinct on (o.project_id, o.month) o.project_id, o.month, o.plan_output, o.actual_output, o.cost_labor, o.cost_sub, o.cost_material, o.cost_machine, o.cost_manage
from ods.ods_pm_output o
join dwd.biz_project p on p.project_id = o.project_id
order by o.project_id, o.month, o.etl_time`,
  },
  {
    table: plan,
    sql: `
insert into dwd.biz_receipt_plan (plan_id, contract_id, kind, plan_date, plan_amount, paid_amount)
select o.plan_id, o.contract_id, o.kind, o.plan_date, o.plan_amount, coalesce(r.paid, 0)
from ods.ods_fin_receipt_plan o
left join (select u.plan_id, sum(u.actual_amount) as paid from ${latest('ods_fin_receipt', 'receipt_id')} u
           where exists (select 1 from dwd.biz_project p where p.contract_id = u.contract_id) group by u.plan_id) r on r.plan_id = o.plan_id
where o.plan_amount > 0`,
  },
  {
    table: receipt,
    sql: `
insert into dwd.biz_receipt (receipt_id, plan_id, contract_id, actual_date, actual_amount, method, is_on_time)
select o.receipt_id, o.plan_id, o.contract_id, o.actual_date, o.actual_amount, o.method, case when o.actual_date <= p.plan_date + 10 then '1' else '0' end
from ${latest('ods_fin_receipt', 'receipt_id')} o
join dwd.biz_receipt_plan p on p.plan_id = o.plan_id and p.contract_id = o.contract_id`,
  },
  {
    table: contract,
    sql: `
insert into dwd.biz_contract (contract_id, no, name, customer_id, org_id, business_code, amount, sign_date, start_date, end_date, inner_flag, province_code,
  city_code, status, opening_executed, executed_amount, received_amount, balance)
select o.contract_id, o.contract_no, o.contract_name, o.customer_id, o.org_id, o.business_code, f.amount, coalesce(o.sign_date, o.start_date), o.start_date, o.end_date,
       o.inner_flag, a.area_code, o.city_code, o.status, o.opening_executed, o.opening_executed + coalesce(e.executed, 0), o.opening_received + coalesce(r.received, 0),
       case when o.status = '3' then 0 else f.amount - o.opening_executed - coalesce(e.executed, 0) end
from ${latest('ods_erp_contract', 'contract_id')} o
cross join lateral (select case when o.amount > 1000000000 then o.amount / 10000 else o.amount end as amount) f
join dwd.biz_customer c on c.customer_id = o.customer_id
join dwd.dim_area a on a.area_level = 1 and (a.area_code = o.province_code or a.short_name = o.province_code)
left join (select p.contract_id, sum(m.actual_output) as executed from dwd.biz_output_month m join dwd.biz_project p on p.project_id = m.project_id group by p.contract_id) e
  on e.contract_id = o.contract_id
left join (select contract_id, sum(actual_amount) as received from dwd.biz_receipt group by contract_id) r on r.contract_id = o.contract_id`,
  },
  {
    table: revenue,
    sql: `
insert into dwd.biz_revenue (project_id, contract_id, org_id, business_code, month, revenue, cost)
select distinct on (o.project_id, o.month) o.project_id, p.contract_id, p.org_id, c.business_code, o.month, o.revenue,
       o.cost_labor + o.cost_sub + o.cost_material + o.cost_machine + o.cost_manage
from ods.ods_pm_output o
join dwd.biz_project p on p.project_id = o.project_id
join dwd.biz_contract c on c.contract_id = p.contract_id
order by o.project_id, o.month, o.etl_time`,
  },
  {
    table: expense,
    sql: `
insert into dwd.biz_expense (org_id, month, kind, amount)
select distinct on (o.org_id, o.month, o.kind) o.org_id, o.month, o.kind, o.amount
from ods.ods_fin_expense o
order by o.org_id, o.month, o.kind, o.etl_time`,
  },
  {
    table: target,
    sql: `
insert into dwd.biz_target_year (org_id, year, contract, revenue, receipt, profit, output)
select o.org_id, o.year, o.contract, o.revenue, o.receipt, o.profit, o.output
from ods.ods_fin_target o`,
  },
  {
    table: check,
    sql: `
insert into dwd.biz_quality_safety (check_id, project_id, check_date, kind, level, category, found, rectified, deadline, closed_date, pass_first)
select o.check_id, o.project_id, o.check_date, o.kind, coalesce(${code('check_level', 'o.level_code')}, '9'), o.category, o.found, least(o.found, o.rectified), o.deadline,
       case when o.closed_date < o.check_date then o.deadline else o.closed_date end, o.pass_first
from ods.ods_pm_check o`,
  },
  {
    table: certificate,
    sql: `
insert into dwd.prj_certificate (cert_id, emp_id, person_name, org_id, type_code, specialty, cert_no, register_no, issue_org, issue_date, valid_from, valid_to,
  register_status, edu_hours, project_id)
select o.cert_id, o.emp_id, o.person_name, e.org_id, coalesce(t.type_code, '0000'), o.specialty, o.cert_no, o.register_no, o.issue_org, o.issue_date, o.valid_from,
       coalesce(o.valid_to, o.valid_from), o.register_status, o.edu_hours, o.project_id
from (select distinct on (cert_no) * from ods.ods_hr_certificate order by cert_no, cert_id) o
join dwd.hr_employee e on e.emp_id = o.emp_id
left join dwd.dim_cert_type t on t.type_code = o.type_code`,
  },
  {
    table: property,
    sql: `
insert into dwd.prj_intellectual_property (ip_id, ip_name, ip_type, ip_level, apply_no, apply_date, grant_no, grant_date, expire_date, legal_status, inventor, org_id, reward_amount)
select o.ip_id, o.ip_name, o.ip_type, o.ip_level, o.apply_no, o.apply_date, o.grant_no, o.grant_date, o.expire_date, o.legal_status, o.inventor, o.org_id, o.reward_amount
from ods.ods_ip_property o`,
  },
  {
    table: award,
    sql: `
insert into dwd.prj_quality_project (award_id, project_id, project_name, org_id, award_name, award_level, award_grade, award_date, stage, role, province_code)
select o.award_id, o.project_id, o.project_name, o.org_id, o.award_name, o.award_level, o.award_grade, o.award_date, o.stage, o.role, o.province_code
from ods.ods_qm_award o`,
  },
  {
    table: supplier,
    sql: `
insert into dwd.prj_supplier (supplier_id, supplier_name, credit_code, supplier_type, legal_person, contact, contact_mobile, bank_account, province_code, city_code,
  reg_capital, establish_date, coop_count, coop_amount, score, grade, list_status)
select o.supplier_id, o.supplier_name, case when ${BAD_CREDIT('o.credit_code')} then null else o.credit_code end, o.supplier_type, o.legal_person, o.contact,
       o.contact_mobile, o.bank_account, o.province_code, o.city_code, o.reg_capital, o.establish_date, o.coop_count, o.coop_amount, o.score, o.grade, o.list_status
from ${latest('ods_scm_supplier', 'supplier_id')} o`,
  },
];

export const etlBatch = table(
  'dwd',
  'etl_batch',
  '装载批次（一行：数据截至日）',
  `
  batch_date date! 装载日期
  data_date date! 数据截至日期
  first_date date! 数据起始日期`,
  { key: ['batch_date'] },
);
export const etlTask = table(
  'dwd',
  'etl_task',
  '加工任务与脚本',
  `
  task_no smallint! 执行顺序
  target_table text! 目标表
  sql_text text! 加工脚本
  row_count bigint! 写入行数`,
  { key: ['task_no'] },
);
export const etlReject = table(
  'dwd',
  'etl_reject',
  '清洗剔除登记',
  `
  reject_id bigint! 登记编号
  source_table text! 来源表
  row_key text! 来源主键
  reason text! 剔除原因`,
  { key: ['reject_id'] },
);

/** Rows that the cleaning leaves out, with the reason. */
export const REJECTS = `
insert into dwd.etl_reject (reject_id, source_table, row_key, reason)
select row_number() over (order by source_table, row_key), source_table, row_key, reason
from (
  select 'ods.ods_hr_employee' as source_table, o.emp_id as row_key, '所属组织不存在' as reason
  from ods.ods_hr_employee o where not exists (select 1 from dwd.dim_org d where d.org_id = o.org_id)
  union all
  select 'ods.ods_crm_opportunity', o.opp_id, '客户不存在'
  from ods.ods_crm_opportunity o where not exists (select 1 from dwd.biz_customer c where c.customer_id = o.customer_id)
  union all
  select 'ods.ods_erp_contract', o.contract_id, '客户不存在'
  from ods.ods_erp_contract o where not exists (select 1 from dwd.biz_customer c where c.customer_id = o.customer_id)
  union all
  select 'ods.ods_fin_receipt_plan', o.plan_id, '计划收款金额为零'
  from ods.ods_fin_receipt_plan o where o.plan_amount = 0
  union all
  select 'ods.ods_fin_receipt', o.receipt_id, '合同不存在'
  from ods.ods_fin_receipt o where not exists (select 1 from dwd.biz_contract c where c.contract_id = o.contract_id)
  union all
  select 'ods.ods_pm_output', o.project_id || ' ' || o.month, '项目不存在'
  from ods.ods_pm_output o where not exists (select 1 from dwd.biz_project p where p.project_id = o.project_id)
  union all
  select 'ods.ods_pm_timesheet', o.timesheet_id::text, '员工不存在'
  from ods.ods_pm_timesheet o where not exists (select 1 from dwd.hr_employee e where e.emp_id = o.emp_id)
) r`;
