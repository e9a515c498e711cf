/** The demo company: fixed organisation, shared by the warehouse and the platform accounts. */
export const COMPANY = '衡远工程咨询集团';

/** 组织类型: 1 总部, 2 部门, 3 分公司, 4 子公司, 5 科室. */
export type OrgType = '1' | '2' | '3' | '4' | '5';
export interface Org {
  /** also the department number and id on the platform */
  id: string;
  name: string;
  short: string;
  type: OrgType;
  parent: string | null;
  province: string;
  city: string;
  /** people on duty today */
  headcount: number;
  founded: string;
  /** branches only: share of the group's business */
  share: number;
  /** branches only: provinces worked in, home first */
  region: readonly string[];
  /** subsidiaries with one trade: business code */
  trade: string | null;
}

const office = (id: string, name: string, type: OrgType, parent: string | null, headcount: number, founded = '2004-06-18'): Org => ({
  id,
  name,
  short: name,
  type,
  parent,
  headcount,
  founded,
  province: '320000',
  city: '320100',
  share: 0,
  region: [],
  trade: null,
});
const branch = (
  id: string,
  name: string,
  short: string,
  type: '3' | '4',
  city: string,
  headcount: number,
  founded: string,
  share: number,
  neighbours: readonly string[],
  trade: string | null = null,
): Org => ({
  id,
  name,
  short,
  type,
  parent: '10',
  headcount,
  founded,
  city,
  share,
  trade,
  province: `${city.slice(0, 2)}0000`,
  region: [`${city.slice(0, 2)}0000`, ...neighbours],
});

export const ORGS: readonly Org[] = [
  office('10', COMPANY, '1', null, 12),
  office('10001', '工程技术部', '2', '10', 4),
  office('1000101', '设计管理室', '5', '10001', 16),
  office('1000102', '质量安全室', '5', '10001', 15),
  office('1000103', '造价控制室', '5', '10001', 12),
  office('1000104', '数字化中心', '5', '10001', 18, '2019-03-01'),
  office('10002', '拓客部', '2', '10', 3, '2016-09-01'),
  office('1000201', '线索运营组', '5', '10002', 11, '2016-09-01'),
  office('1000202', '客户成功组', '5', '10002', 10, '2018-02-01'),
  office('10003', '人力资源部', '2', '10', 3),
  office('1000301', '招聘培训组', '5', '10003', 9),
  office('1000302', '薪酬绩效组', '5', '10003', 8),
  office('10004', '子公司管理部', '2', '10', 3, '2012-01-10'),
  office('1000401', '运营监管组', '5', '10004', 10, '2012-01-10'),
  office('1000402', '财务共享组', '5', '10004', 16, '2012-01-10'),
  office('10005', '市场部', '2', '10', 4),
  office('1000501', '投标管理组', '5', '10005', 14),
  office('1000502', '商务合约组', '5', '10005', 12),
  branch('10101', '江苏分公司', '江苏', '3', '320100', 254, '2004-06-18', 0.16, ['340000', '370000']),
  branch('10102', '上海分公司', '上海', '3', '310100', 182, '2006-03-20', 0.12, ['320000', '330000']),
  branch('10103', '浙江分公司', '浙江', '3', '330100', 173, '2007-08-08', 0.11, ['350000', '360000']),
  branch('10104', '华南分公司', '华南', '3', '440100', 200, '2009-05-12', 0.13, ['450000', '460000', '350000']),
  branch('10105', '华中分公司', '华中', '3', '420100', 146, '2010-04-01', 0.09, ['410000', '360000']),
  branch('10106', '西南分公司', '西南', '3', '510100', 155, '2011-07-15', 0.1, ['500000', '520000', '530000', '540000']),
  branch('10107', '西北分公司', '西北', '3', '610100', 109, '2013-09-10', 0.065, ['620000', '630000', '640000', '650000']),
  branch('10108', '华北分公司', '华北', '3', '110100', 137, '2012-10-16', 0.085, [
    '120000',
    '130000',
    '140000',
    '150000',
    '210000',
    '220000',
    '230000',
  ]),
  branch('10109', '衡远建设监理有限公司', '衡远监理', '4', '340100', 118, '2008-11-05', 0.06, ['320000', '410000'], 'JL'),
  branch('10110', '衡远造价咨询有限公司', '衡远造价', '4', '370100', 73, '2014-05-20', 0.035, ['130000', '410000'], 'ZJ'),
  branch('10111', '衡远勘测技术有限公司', '衡远勘测', '4', '430100', 73, '2015-12-01', 0.045, ['420000', '450000', '520000'], 'KC'),
];

export const BRANCHES: readonly Org[] = ORGS.filter((org) => org.type === '3' || org.type === '4');

/** Lines of business. `share` is by contract value, `median` in yuan, `months` the usual duration, `margin` the gross margin. */
export interface Business {
  code: string;
  name: string;
  short: string;
  share: number;
  median: number;
  months: readonly [number, number];
  margin: number;
  /** split of cost: 人工, 分包, 材料, 机械, 管理 */
  costs: readonly [number, number, number, number, number];
}
export const BUSINESSES: readonly Business[] = [
  {
    code: 'KC',
    name: '工程勘察',
    short: '勘察',
    share: 0.08,
    median: 450_000,
    months: [4, 9],
    margin: 0.24,
    costs: [0.4, 0.24, 0.06, 0.18, 0.12],
  },
  {
    code: 'SJ',
    name: '工程设计',
    short: '设计',
    share: 0.3,
    median: 950_000,
    months: [8, 20],
    margin: 0.29,
    costs: [0.58, 0.2, 0.03, 0.02, 0.17],
  },
  {
    code: 'JL',
    name: '工程监理',
    short: '监理',
    share: 0.2,
    median: 1_250_000,
    months: [12, 28],
    margin: 0.21,
    costs: [0.68, 0.08, 0.02, 0.06, 0.16],
  },
  {
    code: 'ZJ',
    name: '造价咨询',
    short: '造价',
    share: 0.09,
    median: 400_000,
    months: [3, 10],
    margin: 0.31,
    costs: [0.66, 0.12, 0.01, 0.02, 0.19],
  },
  {
    code: 'ZB',
    name: '招标代理',
    short: '招标',
    share: 0.05,
    median: 170_000,
    months: [2, 5],
    margin: 0.34,
    costs: [0.6, 0.1, 0.02, 0.02, 0.26],
  },
  {
    code: 'QG',
    name: '全过程工程咨询',
    short: '全咨',
    share: 0.13,
    median: 3_200_000,
    months: [14, 30],
    margin: 0.24,
    costs: [0.55, 0.24, 0.02, 0.04, 0.15],
  },
  {
    code: 'EPC',
    name: '工程总承包',
    short: '总承包',
    share: 0.1,
    median: 19_000_000,
    months: [12, 26],
    margin: 0.1,
    costs: [0.14, 0.46, 0.24, 0.09, 0.07],
  },
  {
    code: 'JC',
    name: '工程检测',
    short: '检测',
    share: 0.05,
    median: 300_000,
    months: [2, 8],
    margin: 0.27,
    costs: [0.46, 0.14, 0.08, 0.2, 0.12],
  },
];
export const businessOf = (code: string): Business => BUSINESSES.find((business) => business.code === code) as Business;
