import { FormSchema } from '#modules/forms/contract/schema.ts';
import { mobileNo } from './warehouse/identities.ts';

export interface Filler {
  readonly id: string;
  readonly deptId: string;
}
type Values = Readonly<Record<string, unknown>>;
/** What becomes of what somebody filled in where it is approved; without an approval it stands at once. */
export type Fate = 'passed' | 'reviewing' | 'returned';
/** A form of the demo company with the one task that gives it to people. */
export interface DemoForm {
  readonly formCode: string;
  readonly formName: string;
  readonly remark: string;
  /** whose department fills it in; makes form and task */
  readonly owner: string;
  /** departments that the task is for, without those below them */
  readonly depts: readonly string[];
  /** accounts that do not hand in, so that whoever tries the product has something to fill in */
  readonly late: readonly string[];
  readonly taskName: string;
  readonly taskRemark: string;
  /** hours from the beginning of its round to the end; null = every month for as long as a month can be */
  readonly hours: number | null;
  /** days between the end of the round and today; negative = so long before it */
  readonly endedDays: number;
  readonly remindHours: readonly number[];
  readonly schema: FormSchema;
  /** what the second task is called that the owner makes for those who were late; null = none */
  readonly again: string | null;
  /** name of the one step of its approval; the rights of its form name the step `n1` */
  readonly step: string | null;
  /** of those whom the task is for, in the order of the task, what so many fill in */
  readonly fates: readonly Fate[];
  /** what the n-th of them fills in on a day `2026-03-01` */
  values(n: number, day: string, who: Filler): Values;
  /** what the approver adds */
  review(n: number): Values;
}

const options = (...names: string[]) => ({ from: 'static' as const, items: names.map((name) => ({ value: name, label: name })) });
const of = <T>(list: readonly T[], n: number): T => list[n % list.length]!;
const daysLater = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
/** The month before a day, `2026-02`. */
function lastMonth(day: string): string {
  const month = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() - 1);
  return month.toISOString().slice(0, 7);
}

const SITES = [
  '南京江北快线一标',
  '苏州工业园综合楼',
  '扬州污水处理厂',
  '无锡轨道交通五号线',
  '常州智造产业园',
  '南通港区堆场',
  '盐城风电场道路',
];
const CHECKS = ['临边防护', '临时用电', '脚手架', '起重机械', '消防', '文明施工'];
const ISSUES = [
  ['配电箱未上锁，缺少警示标识', '高'],
  ['基坑临边防护栏杆缺失两处', '紧急'],
  ['灭火器超过检验有效期', '中'],
  ['材料堆放超出划定区域', '低'],
  ['脚手架连墙件间距偏大', '高'],
] as const;
const issuesOf = (n: number, day: string) =>
  Array.from({ length: n % 4 }, (_, at) => {
    const [issue, level] = of(ISSUES, n + at);
    return { issue, level, until: daysLater(day, 3 + at * 4) };
  });

const safetyCheck: DemoForm = {
  formCode: 'safety_check',
  formName: '安全检查',
  remark: '项目现场安全检查记录，发现的问题逐条登记并给出整改期限',
  owner: 'dept_eng',
  depts: ['10001', '1000101', '1000102'],
  late: ['steward', 'expired'],
  taskName: '冬季施工安全检查',
  taskRemark: '每人至少检查一个在管项目，重点是临时用电与消防。',
  hours: 14 * 24,
  endedDays: -8,
  remindHours: [48, 24],
  again: null,
  step: '工程技术部复核',
  schema: FormSchema.parse({
    layout: [
      { id: 'no', type: 'serial', key: 'check_no', label: '检查编号', span: 8, pattern: 'AQ{yyyyMM}-{0001}' },
      { id: 'site', type: 'input', key: 'site', label: '检查地点', span: 16, required: true, maxLength: 60 },
      { id: 'day', type: 'date', key: 'check_day', label: '检查日期', span: 8, required: true, default: 'today', max: 'today' },
      {
        id: 'kind',
        type: 'radio',
        key: 'check_kind',
        label: '检查类别',
        span: 16,
        required: true,
        options: options('日常', '专项', '季节性', '节前'),
      },
      { id: 'scope', type: 'checkbox', key: 'check_scope', label: '检查内容', required: true, options: options(...CHECKS) },
      {
        id: 'found',
        type: 'number',
        key: 'found',
        label: '发现问题数',
        span: 8,
        required: true,
        min: 0,
        max: 200,
        precision: 0,
        unit: '项',
      },
      { id: 'stopped', type: 'switch', key: 'is_stopped', label: '是否停工整改', span: 8 },
      { id: 'rate', type: 'rate', key: 'site_rate', label: '现场评分', span: 8, required: true },
      {
        id: 'items',
        type: 'subform',
        key: 'items',
        label: '问题明细',
        children: [
          { id: 'issue', type: 'input', key: 'issue', label: '问题描述', required: true, width: 320, maxLength: 200 },
          { id: 'level', type: 'select', key: 'level', label: '等级', required: true, options: options('紧急', '高', '中', '低') },
          { id: 'until', type: 'date', key: 'until', label: '整改期限', required: true },
        ],
      },
      { id: 'photos', type: 'image', key: 'photos', label: '现场照片', maxCount: 9 },
      { id: 'result', type: 'textarea', key: 'result', label: '检查结论', required: true, maxLength: 500 },
      { id: 'verdict', type: 'radio', key: 'verdict', label: '复核意见', required: true, options: options('合格', '整改后合格', '不合格') },
    ],
    rules: [
      { target: 'items', effect: 'required', when: '[found] > 0' },
      { target: 'items', effect: 'visible', when: '[found] > 0' },
      { target: 'until', effect: 'check', when: '[until] >= [day]', message: '不能早于检查日期' },
    ],
    settings: {
      doneText: '检查记录已提交，由工程技术部复核。',
      approval: { processKey: 'demo_safety_check', rights: { start: { verdict: 'hidden' }, n1: { verdict: 'edit' } } },
    },
  }),
  fates: [...Array.from({ length: 8 }, (): Fate => 'passed'), 'returned', 'returned', 'reviewing', 'reviewing', 'reviewing'],
  values: (n, day) => {
    const items = issuesOf(n, day);
    return {
      site: of(SITES, n),
      check_day: day,
      check_kind: of(['季节性', '日常', '专项', '季节性'], n),
      check_scope: CHECKS.filter((_, at) => (n + at) % 3 > 0),
      found: items.length,
      is_stopped: items.some(({ level }) => level === '紧急'),
      site_rate: 5 - items.length,
      items,
      result: items.length === 0 ? '现场管理有序，未发现安全隐患。' : `发现${items.length}项问题，已当场交底，按期限整改后复查。`,
    };
  },
  review: (n) => ({ verdict: n % 4 === 0 ? '合格' : '整改后合格' }),
};

const CHANNELS = ['搜索推广', '信息流', '行业展会', '短视频', '公众号', '老客户转介绍'];
const channelSpend: DemoForm = {
  formCode: 'channel_spend',
  formName: '月度渠道投放',
  remark: '按渠道填报上月投放费用与线索，用于核算获客成本',
  owner: 'dept_market',
  depts: ['10005', '1000502'],
  late: ['tworoles'],
  taskName: '月度渠道投放填报',
  taskRemark: '每月一日起填报上月的投放，费用以财务入账为准。',
  hours: null,
  endedDays: 0,
  remindHours: [72, 24],
  again: null,
  step: '市场部审核',
  schema: FormSchema.parse({
    layout: [
      { id: 'month', type: 'date', key: 'spend_month', label: '投放月份', span: 8, format: 'month', required: true },
      { id: 'dept', type: 'dept', key: 'dept', label: '填报部门', span: 16, default: 'mine', required: true },
      {
        id: 'lines',
        type: 'subform',
        key: 'lines',
        label: '渠道明细',
        required: true,
        maxRows: 20,
        children: [
          { id: 'channel', type: 'select', key: 'channel', label: '渠道', required: true, options: options(...CHANNELS) },
          { id: 'cost', type: 'money', key: 'cost', label: '投放费用', required: true, min: 0, precision: 2 },
          { id: 'leads', type: 'number', key: 'leads', label: '线索数', required: true, min: 0, precision: 0 },
          { id: 'valid', type: 'number', key: 'valid_leads', label: '有效线索', required: true, min: 0, precision: 0 },
        ],
      },
      { id: 'total', type: 'formula', key: 'total_cost', label: '费用合计', span: 8, expr: '[lines.cost.sum]', unit: '元', precision: 2 },
      {
        id: 'gained',
        type: 'formula',
        key: 'total_leads',
        label: '有效线索合计',
        span: 8,
        expr: '[lines.valid.sum]',
        unit: '条',
        precision: 0,
      },
      { id: 'effect', type: 'rate', key: 'effect', label: '效果自评', span: 8 },
      { id: 'note', type: 'textarea', key: 'note', label: '说明', maxLength: 300 },
    ],
    rules: [{ target: 'valid', effect: 'check', when: '[valid] <= [leads]', message: '有效线索不能多于线索数' }],
    settings: { approval: { processKey: 'demo_channel_spend', rights: {} } },
  }),
  fates: [...Array.from({ length: 5 }, (): Fate => 'passed'), 'returned', 'reviewing', 'reviewing'],
  values: (n, day, { deptId }) => ({
    spend_month: lastMonth(day),
    dept: deptId,
    lines: Array.from({ length: 2 + (n % 3) }, (_, at) => {
      const leads = 18 + ((n * 7 + at * 11) % 40);
      return { channel: of(CHANNELS, n + at), cost: String(3200 + n * 650 + at * 1480), leads, valid_leads: Math.floor(leads * 0.4) };
    }),
    effect: 3 + (n % 3),
    note: of(['展会费用含展位搭建。', '信息流单价较上月下降。', null, '新增两组关键词。'], n),
  }),
  review: () => ({}),
};

const CERTIFICATES = ['一级建造师', '一级造价工程师', '监理工程师', '注册咨询工程师', '无'];
const staffInfo: DemoForm = {
  formCode: 'staff_info',
  formName: '员工信息核对',
  remark: '核对本人的学历、执业资格与紧急联系人',
  owner: 'dept_hr',
  depts: ['10003', '1000302'],
  late: ['staff'],
  taskName: '员工信息核对（人力资源部先行）',
  taskRemark: '请核对本人信息，有变化的直接改正。先在人力资源部试行，再推广到全公司。',
  hours: 6 * 24 + 9,
  endedDays: 2,
  remindHours: [24],
  again: '员工信息核对（补报）',
  step: null,
  schema: FormSchema.parse({
    layout: [
      { id: 'who', type: 'user', key: 'person', label: '员工', span: 12, required: true, default: 'me' },
      { id: 'dept', type: 'dept', key: 'dept', label: '所在部门', span: 12, required: true, default: 'mine' },
      {
        id: 'degree',
        type: 'select',
        key: 'degree',
        label: '最高学历',
        span: 12,
        required: true,
        options: options('博士研究生', '硕士研究生', '大学本科', '大学专科', '其他'),
      },
      { id: 'since', type: 'date', key: 'work_since', label: '参加工作日期', span: 12, required: true, max: 'today' },
      { id: 'certs', type: 'checkbox', key: 'certs', label: '执业资格', required: true, options: options(...CERTIFICATES) },
      { id: 'urgent', type: 'input', key: 'urgent_name', label: '紧急联系人', span: 12, required: true, format: 'name', maxLength: 30 },
      {
        id: 'mobile',
        type: 'input',
        key: 'urgent_mobile',
        label: '联系人手机',
        span: 12,
        required: true,
        format: 'digits',
        minLength: 11,
        maxLength: 11,
      },
      { id: 'same', type: 'radio', key: 'is_same', label: '档案信息是否一致', required: true, options: options('一致', '需更正') },
      { id: 'note', type: 'textarea', key: 'note', label: '需更正的内容', maxLength: 300 },
    ],
    rules: [
      { target: 'note', effect: 'visible', when: "[same] = '需更正'" },
      { target: 'note', effect: 'required', when: "[same] = '需更正'" },
    ],
  }),
  fates: Array.from({ length: 6 }, (): Fate => 'passed'),
  values: (n, _day, { id, deptId }) => ({
    person: id,
    dept: deptId,
    degree: of(['大学本科', '硕士研究生', '大学本科', '大学专科'], n),
    work_since: `${2004 + ((n * 3) % 18)}-0${1 + (n % 9)}-01`,
    certs: [of(CERTIFICATES, n)],
    urgent_name: of(['李建华', '王秀兰', '张志强', '刘桂英', '陈国平'], n),
    urgent_mobile: mobileNo(7_000_000 + n),
    is_same: n % 4 === 3 ? '需更正' : '一致',
    note: n % 4 === 3 ? '最高学历已变更，毕业证书随后补交。' : null,
  }),
  review: () => ({}),
};

export const DEMO_FORMS: readonly DemoForm[] = [safetyCheck, channelSpend, staffInfo];
/** Columns of filled tables whose values are personal: form, key of the field, class. */
export const PERSONAL: readonly (readonly [formCode: string, key: string, classId: string])[] = [
  ['staff_info', 'urgent_name', 'person_name'],
  ['staff_info', 'urgent_mobile', 'mobile'],
];
