import { table } from '../table.ts';

/** Raw copies of the source systems: everything optional, nothing checked, as in life. */
const LOAD = `
  src_system text 来源系统编码
  etl_time timestamptz 抽取入库时间`;

export const odsOrg = table(
  'ods',
  'ods_hr_org',
  '人事系统-组织机构（原始）',
  `
  org_id text 组织编号
  org_name text 组织名称
  org_short text 组织简称
  org_type text 组织类型：1总部 2部门 3分公司 4子公司 5科室
  parent_id text 上级组织编号
  province_code text 所在省份行政区划代码
  city_code text 所在城市行政区划代码
  found_date date 成立日期
  trade_code text 专业子公司主营业务编码${LOAD}`,
);
export const odsEmployee = table(
  'ods',
  'ods_hr_employee',
  '人事系统-员工花名册（原始）',
  `
  emp_id text 员工工号
  emp_name text 员工姓名
  gender text 性别（来源编码：M/F 等）
  birthday date 出生日期
  id_card_no text 身份证号码
  mobile text 手机号码
  email text 电子邮箱
  org_id text 所属组织编号
  post text 岗位名称
  post_series text 岗位序列：1管理 2技术 3生产 4营销 5职能
  education text 学历：1大专及以下 2本科 3硕士 4博士
  major text 所学专业
  title_level text 职称：0无 1员级 2助理级 3中级 4副高级 5正高级
  entry_date date 入职日期
  leave_date date 离职日期
  emp_type text 用工类型：1自有 2外包
  monthly_salary numeric(12,2) 月应发工资（元）
  monthly_cost numeric(12,2) 月人工成本（元，含社保等）
  bank_card_no text 工资卡号${LOAD}`,
);
export const odsTrain = table(
  'ods',
  'ods_hr_train',
  '人事系统-培训记录（原始）',
  `
  train_id text 培训记录编号
  emp_id text 员工工号
  course_name text 课程名称
  category text 培训类别：1入职 2专业 3质量安全 4管理 5合规
  train_date date 培训日期
  hours numeric(6,1) 学时
  score numeric(6,1) 考核得分${LOAD}`,
);
export const odsCertificate = table(
  'ods',
  'ods_hr_certificate',
  '人事系统-执业资格证书（原始）',
  `
  cert_id text 证书台账编号
  emp_id text 持证员工工号
  person_name text 持证人姓名
  type_code text 执业类型编码
  specialty text 注册专业
  cert_no text 资格证书编号
  register_no text 注册证号
  issue_org text 发证机关
  issue_date date 发证日期
  valid_from date 注册有效期起
  valid_to date 注册有效期止
  register_status text 注册状态：1初始 2延续 3变更 4注销
  edu_hours numeric(6,1) 已修继续教育学时
  project_id text 占用项目编号${LOAD}`,
);
export const odsCustomer = table(
  'ods',
  'ods_crm_customer',
  '客户系统-客户档案（原始）',
  `
  customer_id text 客户编号
  customer_name text 客户名称
  type_code text 客户类型（来源编码：GOV/SOE/PRI）
  level_code text 客户等级：1战略 2重点 3一般
  industry text 所属行业
  province_code text 省份行政区划代码
  city_code text 城市行政区划代码
  credit_code text 统一社会信用代码
  contact text 联系人
  contact_mobile text 联系人手机
  bank_account text 收款银行账号
  first_coop_date date 首次合作日期${LOAD}`,
);
export const odsOpportunity = table(
  'ods',
  'ods_crm_opportunity',
  '客户系统-商机（原始）',
  `
  opp_id text 商机编号
  opp_name text 商机名称
  customer_id text 客户编号
  org_id text 跟进组织编号
  business_code text 业务类型编码
  source_code text 来源渠道（来源编码：EXPO/OLD/WEB/REF/BID）
  stage text 当前阶段：lead/opportunity/proposal/bidding/signed/lost
  lost_stage text 丢单时所处阶段
  lost_reason text 丢单原因
  amount numeric(16,2) 预计金额（元）
  win_rate numeric(6,2) 赢单概率（%）
  create_date date 创建日期
  close_date date 关闭日期
  next_follow_date date 下次跟进日期
  owner_emp_id text 跟进人工号
  contract_id text 签约合同编号${LOAD}`,
);
export const odsBid = table(
  'ods',
  'ods_mkt_bid',
  '投标系统-投标记录（原始）',
  `
  bid_id text 投标编号
  project_name text 招标项目名称
  opp_id text 商机编号
  org_id text 投标组织编号
  business_code text 业务类型编码
  bid_date date 开标日期
  limit_amount numeric(16,2) 最高投标限价（元）
  bid_amount numeric(16,2) 投标报价（元）
  result_code text 投标结果（来源编码：WIN/LOSE/PEND）
  win_amount numeric(16,2) 中标金额（元）
  competitor text 主要竞争对手
  deposit numeric(14,2) 投标保证金（元）
  deposit_back text 保证金是否退回：0否 1是${LOAD}`,
);
export const odsContract = table(
  'ods',
  'ods_erp_contract',
  '经营系统-合同台账（原始）',
  `
  contract_id text 合同编号（系统）
  contract_no text 合同文号
  contract_name text 合同名称
  customer_id text 客户编号
  org_id text 签约组织编号
  business_code text 业务类型编码
  amount numeric(18,2) 合同金额（元，含税）
  sign_date date 签订日期
  start_date date 开工日期
  end_date date 计划完工日期
  inner_flag text 是否集团内部合同：0否 1是
  province_code text 项目省份行政区划代码
  city_code text 项目城市行政区划代码
  status text 合同状态：1执行中 2已完成 3已终止 4未启动
  opening_executed numeric(18,2) 系统上线前已执行金额（元）
  opening_received numeric(18,2) 系统上线前已收款金额（元）${LOAD}`,
);
export const odsReceiptPlan = table(
  'ods',
  'ods_fin_receipt_plan',
  '财务系统-收款计划（原始）',
  `
  plan_id text 收款计划编号
  contract_id text 合同编号
  kind text 款项类型：1预付款 2进度款 3结算款
  plan_date date 计划收款日期
  plan_amount numeric(16,2) 计划收款金额（元）${LOAD}`,
);
export const odsReceipt = table(
  'ods',
  'ods_fin_receipt',
  '财务系统-收款流水（原始）',
  `
  receipt_id text 收款流水号
  plan_id text 收款计划编号
  contract_id text 合同编号
  actual_date date 到账日期
  actual_amount numeric(16,2) 到账金额（元）
  method text 收款方式：1转账 2承兑汇票 3现金支票${LOAD}`,
);
export const odsExpense = table(
  'ods',
  'ods_fin_expense',
  '财务系统-期间费用（原始）',
  `
  org_id text 组织编号
  month date 所属月份（月初）
  kind text 费用类型：1管理 2销售 3研发 4财务 5税金及附加
  amount numeric(16,2) 金额（元）${LOAD}`,
);
export const odsTarget = table(
  'ods',
  'ods_fin_target',
  '财务系统-年度经营目标（原始）',
  `
  org_id text 组织编号
  year integer 年度
  contract numeric(18,2) 新签合同目标（元）
  revenue numeric(18,2) 营业收入目标（元）
  receipt numeric(18,2) 回款目标（元）
  profit numeric(18,2) 利润目标（元）
  output numeric(18,2) 产值目标（元）${LOAD}`,
);
export const odsProject = table(
  'ods',
  'ods_pm_project',
  '项目系统-项目台账（原始）',
  `
  project_id text 项目编号
  contract_id text 合同编号
  project_name text 项目名称
  org_id text 承担组织编号
  project_type text 项目类型：1房建 2市政 3公路 4轨道交通 5水利 6电力 7工业 8园林
  stage text 项目阶段：1前期 2方案 3初步设计 4施工图 5施工配合 6竣工
  status text 项目状态：1在建 2完工 3暂停 4终止 5未开工
  manager_emp_id text 项目负责人工号
  plan_start date 计划开始日期
  plan_end date 计划结束日期
  actual_start date 实际开始日期
  actual_end date 实际结束日期
  progress_plan numeric(8,4) 计划进度（0–1）
  progress_actual numeric(8,4) 实际进度（0–1）
  budget numeric(16,2) 成本预算（元）
  cost numeric(16,2) 累计成本（元）
  risk_level text 风险等级：1低 2中 3高
  lng numeric(9,4) 经度
  lat numeric(9,4) 纬度${LOAD}`,
);
export const odsOutput = table(
  'ods',
  'ods_pm_output',
  '项目系统-月度产值与成本（原始）',
  `
  project_id text 项目编号
  month date 所属月份（月初）
  plan_output numeric(16,2) 计划产值（元，含税）
  actual_output numeric(16,2) 实际产值（元，含税）
  revenue numeric(16,2) 确认收入（元，不含税）
  cost_labor numeric(16,2) 人工成本（元）
  cost_sub numeric(16,2) 分包成本（元）
  cost_material numeric(16,2) 材料成本（元）
  cost_machine numeric(16,2) 机械成本（元）
  cost_manage numeric(16,2) 现场管理成本（元）${LOAD}`,
);
export const odsCheck = table(
  'ods',
  'ods_pm_check',
  '项目系统-质量安全检查（原始）',
  `
  check_id text 检查编号
  project_id text 项目编号
  check_date date 检查日期
  kind text 检查类型：1质量 2安全
  level_code text 问题等级（来源编码：A一般 B较大 C重大）
  category text 问题分类
  found integer 发现问题数
  rectified integer 已整改数
  deadline date 整改期限
  closed_date date 闭环日期
  pass_first text 是否一次验收合格：0否 1是${LOAD}`,
);
export const odsTimesheet = table(
  'ods',
  'ods_pm_timesheet',
  '项目系统-工时填报（原始，保留近三个月）',
  `
  timesheet_id bigint 工时单号
  work_date date 工作日期
  emp_id text 员工工号
  org_id text 所属组织编号
  project_id text 项目编号（职能工作为空）
  work_type text 工作类型：1生产 2配合 3会议培训 4差旅 5休假 6职能管理
  hours numeric(5,1) 正常工时（小时）
  overtime_hours numeric(5,1) 加班工时（小时）
  approve_status text 审批状态：0待审 1通过${LOAD}`,
);
export const odsProperty = table(
  'ods',
  'ods_ip_property',
  '科技系统-知识产权（原始）',
  `
  ip_id text 知识产权编号
  ip_name text 名称
  ip_type text 类型：1发明专利 2实用新型 3外观设计 4软件著作权 7工法 8标准规范 9论文专著 11BIM/QC成果
  ip_level text 级别：2国家级 3省部级 4市级行业 5企业级
  apply_no text 申请号
  apply_date date 申请日期
  grant_no text 授权号
  grant_date date 授权日期
  expire_date date 权利届满日期
  legal_status text 法律状态：2已受理 3实质审查 4已授权 6失效
  inventor text 发明人
  org_id text 归属组织编号
  reward_amount numeric(12,2) 奖励金额（元）${LOAD}`,
);
export const odsAward = table(
  'ods',
  'ods_qm_award',
  '质量系统-创优项目（原始）',
  `
  award_id text 创优编号
  project_id text 项目编号
  project_name text 项目名称
  org_id text 承担组织编号
  award_name text 奖项名称
  award_level text 奖项级别：1国家级 2省部级 3市级 4行业协会 5集团级
  award_grade text 奖项等次
  award_date date 获奖日期
  stage text 阶段：1策划 2申报 3初审 4评审 5获奖 6未获奖
  role text 角色：1主申报 2参建
  province_code text 省份行政区划代码${LOAD}`,
);
export const odsSupplier = table(
  'ods',
  'ods_scm_supplier',
  '采购系统-供应商档案（原始）',
  `
  supplier_id text 供应商编号
  supplier_name text 供应商名称
  credit_code text 统一社会信用代码
  supplier_type text 类型：1劳务分包 2专业分包 3材料 4设备 5租赁 6勘测检测 7设计协作 8服务
  legal_person text 法定代表人
  contact text 联系人
  contact_mobile text 联系人手机
  bank_account text 银行账号
  province_code text 省份行政区划代码
  city_code text 城市行政区划代码
  reg_capital numeric(14,2) 注册资本（万元）
  establish_date date 成立日期
  coop_count integer 合作次数
  coop_amount numeric(16,2) 累计合作金额（元）
  score numeric(5,1) 年度评价得分
  grade text 评价等级：A/B/C/D
  list_status text 名录状态：1潜在 2合格 3战略 4暂停 5黑名单${LOAD}`,
);

export const ODS_TABLES = [
  odsOrg,
  odsEmployee,
  odsTrain,
  odsCertificate,
  odsCustomer,
  odsOpportunity,
  odsBid,
  odsContract,
  odsReceiptPlan,
  odsReceipt,
  odsExpense,
  odsTarget,
  odsProject,
  odsOutput,
  odsCheck,
  odsTimesheet,
  odsProperty,
  odsAward,
  odsSupplier,
];
