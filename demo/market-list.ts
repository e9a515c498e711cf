/** Another table of an API; its columns are written `t2.name`. */
export interface DemoJoin {
  readonly alias: 't2' | 't3';
  readonly table: string;
  readonly on: readonly { readonly left: string; readonly right: string }[];
}
/** One data API of the demo company: over a table or several, a data set (by its code), or a script. */
export interface DemoApi {
  readonly apiName: string;
  readonly apiUrl: string;
  readonly remark: string;
  readonly table?: string;
  readonly joins?: readonly DemoJoin[];
  readonly dataSet?: string;
  readonly sqlText?: string;
  /** seconds that an answer is kept */
  readonly cacheTtl?: number;
  /** an alias is the name in the answer */
  readonly columns?: readonly (readonly [name: string, comment: string, alias?: string])[];
  readonly params: readonly {
    readonly paramName: string;
    readonly paramComment: string;
    readonly exampleValue: string;
    readonly paramType?: '1' | '2' | '3' | '4' | '5';
    readonly whereType?: '1' | '3' | '7' | '9' | '12';
    readonly nullable?: '0' | '1';
    readonly columnName?: string;
  }[];
  readonly orderBy?: readonly { readonly columnName: string; readonly direction: 'asc' | 'desc' }[];
}

const SIGNED_FROM = {
  paramName: 'signFrom',
  columnName: 'sign_date',
  paramComment: '签订日期起',
  exampleValue: '2026-01-01',
  paramType: '4',
  whereType: '7',
} as const;

export const DEMO_APIS: readonly DemoApi[] = [
  {
    apiName: '客户查询',
    apiUrl: '/customer/query',
    remark: '按名称、等级和省份查询客户，联系人与手机比分类分级规则更严',
    table: 'dwd.biz_customer',
    columns: [
      ['customer_id', '客户编号'],
      ['name', '客户名称'],
      ['type', '客户类型'],
      ['level', '客户等级'],
      ['industry', '所属行业'],
      ['province_code', '省份代码'],
      ['contact', '联系人'],
      ['contact_mobile', '联系人手机'],
    ],
    params: [
      { paramName: 'name', paramComment: '客户名称', exampleValue: '建设', whereType: '3' },
      { paramName: 'level', paramComment: '客户等级', exampleValue: '1' },
      { paramName: 'province_code', paramComment: '省份代码', exampleValue: '500000' },
    ],
  },
  {
    apiName: '合同查询',
    apiUrl: '/contract/query',
    remark: '按签订日期和状态查询合同金额与执行情况',
    table: 'dwd.biz_contract',
    columns: [
      ['contract_id', '合同编号'],
      ['no', '合同文号'],
      ['name', '合同名称'],
      ['customer_id', '客户编号'],
      ['sign_date', '签订日期'],
      ['amount', '合同金额'],
      ['executed_amount', '累计已执行金额'],
      ['received_amount', '累计已收款金额'],
      ['status', '合同状态'],
    ],
    params: [
      SIGNED_FROM,
      {
        paramName: 'signTo',
        columnName: 'sign_date',
        paramComment: '签订日期止',
        exampleValue: '2026-12-31',
        paramType: '4',
        whereType: '9',
      },
      { paramName: 'status', paramComment: '合同状态，可多选', exampleValue: '1,2', paramType: '5', whereType: '12' },
    ],
    orderBy: [{ columnName: 'sign_date', direction: 'desc' }],
  },
  {
    apiName: '项目进度',
    apiUrl: '/project/progress',
    remark: '在建项目的计划与实际进度、预算与成本',
    table: 'dwd.biz_project',
    columns: [
      ['project_id', '项目编号'],
      ['name', '项目名称'],
      ['org_id', '承担组织编号'],
      ['stage', '项目阶段'],
      ['progress_plan', '计划进度'],
      ['progress_actual', '实际进度'],
      ['budget', '成本预算'],
      ['cost', '累计成本'],
      ['risk_level', '风险等级'],
    ],
    params: [
      { paramName: 'org_id', paramComment: '承担组织编号', exampleValue: '10101' },
      { paramName: 'risk_level', paramComment: '风险等级', exampleValue: '3' },
    ],
  },
  {
    apiName: '持证人员',
    apiUrl: '/staff/certificate',
    remark: '执业资格证书的有效期与继续教育学时',
    table: 'dwd.prj_certificate',
    columns: [
      ['cert_id', '证书台账编号'],
      ['type_code', '执业类型编码'],
      ['person_name', '持证人姓名'],
      ['register_status', '注册状态'],
      ['valid_from', '注册有效期起'],
      ['valid_to', '注册有效期至'],
      ['edu_hours', '已修继续教育学时'],
    ],
    params: [
      {
        paramName: 'validTo',
        columnName: 'valid_to',
        paramComment: '有效期不晚于',
        exampleValue: '2026-12-31',
        paramType: '4',
        whereType: '9',
      },
    ],
    orderBy: [{ columnName: 'valid_to', direction: 'asc' }],
  },
  {
    apiName: '组织月度经营',
    apiUrl: '/org/month',
    remark: '各组织每月的新签、产值、营收、回款与人数，结果缓存五分钟',
    cacheTtl: 300,
    table: 'dws.dws_org_month',
    columns: [
      ['org_id', '组织编号'],
      ['month', '月份'],
      ['contract_amount', '新签合同额'],
      ['output_actual', '实际产值'],
      ['revenue', '营业收入'],
      ['receipt_actual', '实际回款'],
      ['headcount', '月末在岗人数'],
    ],
    params: [
      { paramName: 'org_id', paramComment: '组织编号', exampleValue: '10101' },
      { paramName: 'month', paramComment: '月份（月初）', exampleValue: '2026-10-01', paramType: '4' },
    ],
  },
  {
    apiName: '客户签约排名',
    apiUrl: '/customer/rank',
    remark: '脚本：一段时间内签约金额最高的客户，可限定省份',
    sqlText: `select c.customer_id, c.name as customer_name, count(*) as contract_count, sum(k.amount) as contract_amount
from dwd.biz_contract k
join dwd.biz_customer c on c.customer_id = k.customer_id
where k.sign_date >= :signFrom \${ and k.sign_date <= :signTo } [[ and c.province_code = :provinceCode ]]
group by c.customer_id, c.name
order by sum(k.amount) desc, c.customer_id`,
    params: [
      { paramName: 'signFrom', paramComment: '签订日期起', exampleValue: '2026-01-01', paramType: '4', nullable: '0' },
      { paramName: 'signTo', paramComment: '签订日期止', exampleValue: '2026-12-31', paramType: '4' },
      { paramName: 'provinceCode', paramComment: '客户所在省份代码', exampleValue: '500000' },
    ],
  },
  {
    apiName: '合同与客户',
    apiUrl: '/contract/customer',
    remark: '合同与签约客户关联，按客户等级和签订日期查询',
    table: 'dwd.biz_contract',
    joins: [{ alias: 't2', table: 'dwd.biz_customer', on: [{ left: 'customer_id', right: 'customer_id' }] }],
    columns: [
      ['contract_id', '合同编号'],
      ['name', '合同名称'],
      ['sign_date', '签订日期'],
      ['amount', '合同金额'],
      ['t2.name', '客户名称', 'customer_name'],
      ['t2.level', '客户等级', 'customer_level'],
      ['t2.industry', '所属行业', 'industry'],
    ],
    params: [{ paramName: 'level', columnName: 't2.level', paramComment: '客户等级', exampleValue: '1' }, SIGNED_FROM],
    orderBy: [{ columnName: 'sign_date', direction: 'desc' }],
  },
  {
    apiName: '分子公司年度指标',
    apiUrl: '/branch/year',
    remark: '来自数据集“分子公司年度指标”，单位为万元',
    dataSet: 'branch_year',
    columns: [
      ['year', '年度'],
      ['short_name', '单位', 'unit'],
      ['contract_amount', '新签合同额'],
      ['contract_target', '新签合同目标'],
      ['revenue', '营业收入'],
      ['profit', '利润总额'],
    ],
    params: [{ paramName: 'year', paramComment: '年度', exampleValue: '2026', paramType: '2' }],
  },
];

/** How much applications may call, by the name of the plan. */
export const DEMO_PLANS = [
  { planName: '试用', rate: 5, dayQuota: 1000, maxDays: 30, approval: 'auto', remark: '联调时使用，提供后自动通过' },
  { planName: '标准', rate: 20, burst: 40, concurrency: 10, dayQuota: 20_000, maxDays: 365, remark: '业务系统日常调用' },
  {
    planName: '大流量',
    rate: 200,
    burst: 400,
    concurrency: 50,
    monthQuota: 5_000_000,
    monthMegabytes: 20_480,
    remark: '批量同步，按月计量',
  },
] as const;
/** The plans that APIs are offered with; the others are subscribed to without one. */
export const DEMO_OFFERS: Readonly<Record<string, readonly (typeof DEMO_PLANS)[number]['planName'][]>> = {
  客户查询: ['试用', '标准'],
  合同查询: ['标准', '大流量'],
  组织月度经营: ['试用', '标准', '大流量'],
};
/** Outputs of one API that show less than their classes allow, by the code of the rule. */
export const DEMO_MASK = { apiName: '客户查询', rules: { contact: 'full', contact_mobile: 'keep_1_1' } } as const;
