import type { Block, NoticeDocument } from '#modules/notices/contract/document.ts';
import { COMPANY } from './warehouse/organisation.ts';

const p = (text: string): Block => ({ type: 'paragraph', line: [{ text }] });
const h = (text: string): Block => ({ type: 'heading', line: [{ text }] });
const list = (...items: string[]): Block => ({ type: 'bullets', items: items.map((text) => [{ text }]) });
const steps = (...items: string[]): Block => ({ type: 'numbers', items: items.map((text) => [{ text }]) });
const doc = (...blocks: Block[]): NoticeDocument => ({ form: 1, blocks });

/** A notice of the demo company. `days` counts from today: when it was (or will be) published, when it ends. */
export interface DemoNotice {
  title: string;
  type: '1' | '2' | '3';
  content: NoticeDocument;
  status: '0' | '1' | '2';
  days: number;
  endsInDays?: number;
  isPinned?: true;
  isMustRead?: true;
  /** departments with everything below, or roles; everybody unless given */
  depts?: readonly string[];
  roles?: readonly string[];
  /** part of the audience that has read it */
  readShare: number;
}

export const DEMO_NOTICES: readonly DemoNotice[] = [
  {
    title: '数据安全与保密管理规定（必读）',
    type: '2',
    status: '1',
    days: -6,
    isPinned: true,
    isMustRead: true,
    readShare: 0.6,
    content: doc(
      p(`各部门、各分子公司：\n为规范${COMPANY}的数据使用行为，防止数据泄露，现就数据安全与保密要求通知如下。`),
      h('一、账号与密码'),
      list('账号仅限本人使用，不得转借、共用。', '密码须包含大小写字母、数字和特殊字符，每 90 天更换一次。', '离开座位时请锁定屏幕。'),
      h('二、数据使用'),
      steps(
        '敏感数据（L3、L4）须经审批后使用，用后及时清理。',
        '导出的数据带有导出编号，可追溯到人，严禁通过外部邮箱、网盘传输。',
        '发现数据异常或疑似泄露，应在 1 小时内报告数字化中心。',
      ),
      { type: 'quote', line: [{ text: '违反本规定造成损失的，按集团有关制度追究责任。' }] },
      { type: 'paragraph', line: [{ text: '请全体员工阅读后点击' }, { text: '“我已阅读”', bold: true }, { text: '确认。' }] },
    ),
  },
  {
    title: '关于开展年度数据质量提升专项行动的通知',
    type: '1',
    status: '1',
    days: -2,
    isPinned: true,
    readShare: 0.35,
    content: doc(
      p('经集团研究决定，自即日起至年底开展数据质量提升专项行动，重点治理合同、项目、人员三类主数据。'),
      h('工作安排'),
      steps(
        '自查：各部门对照质量规则，核对本部门数据。',
        '整改：对空值、重复、超范围等问题逐条整改。',
        '复核：数字化中心抽查，结果纳入季度考核。',
      ),
      {
        type: 'paragraph',
        line: [{ text: '质量规则与问题清单见' }, { text: '首页目录', link: '/home' }, { text: '，如有疑问请联系数字化中心。' }],
      },
    ),
  },
  {
    title: '平台例行维护：本周六 22:00 至次日 02:00',
    type: '1',
    status: '1',
    days: -1,
    endsInDays: 6,
    readShare: 0.2,
    content: doc(
      p('为升级数据库与备份设备，平台将于本周六 22:00 至周日 02:00 进行例行维护。'),
      list('维护期间无法登录，定时任务顺延执行。', '请提前保存正在编辑的内容，并避免在维护前 30 分钟提交大批量导入。'),
      p('维护完成后不再另行通知。'),
    ),
  },
  {
    title: '三季度经营分析会材料准备要求',
    type: '3',
    status: '1',
    days: -12,
    roles: ['leader', 'dept_eng', 'dept_inbound', 'dept_hr', 'dept_sub', 'dept_market'],
    readShare: 0.8,
    content: doc(
      p('三季度经营分析会定于下月 8 日召开，请各部门负责人按以下口径准备材料。'),
      list(
        '新签合同额、营业收入、回款额统一采用数据仓库口径。',
        '与预算偏差超过 10% 的指标需说明原因和措施。',
        '材料于会前 3 个工作日提交。',
      ),
    ),
  },
  {
    title: '工程技术部质量安全月活动方案',
    type: '2',
    status: '1',
    days: -9,
    depts: ['10001'],
    readShare: 0.7,
    content: doc(
      p('本月为质量安全月，工程技术部各室请结合在建项目开展专项检查。'),
      steps('第一周：安全教育与隐患排查。', '第二周：设计成果质量抽查。', '第三周：问题整改与回头看。', '第四周：总结评比。'),
    ),
  },
  {
    title: '新版差旅费报销标准即将执行',
    type: '2',
    status: '1',
    days: 3,
    readShare: 0,
    content: doc(p('自发布之日起执行新的差旅费报销标准，住宿按城市分三档，市内交通实行定额包干。'), p('原标准同时废止。')),
  },
  {
    title: '年度优秀员工评选办法（征求意见稿）',
    type: '1',
    status: '0',
    days: 0,
    depts: ['10003'],
    readShare: 0,
    content: doc(
      p('为表彰先进，拟对年度优秀员工评选办法进行修订，主要变化如下。'),
      list('增加数据治理贡献奖。', '部门推荐名额按在岗人数的 5% 核定。'),
    ),
  },
  {
    title: '关于调整办公区域的通知',
    type: '1',
    status: '2',
    days: -20,
    readShare: 0.4,
    content: doc(p('原定于本月进行的办公区域调整因装修进度推迟，具体时间另行通知。')),
  },
];

/** A certificate of the demo company. `validDays` = days from today to its last valid day, null = valid for good. */
export interface DemoCertificate {
  name: string;
  type: '1' | '2' | '3' | '4' | '5';
  no: string;
  grade: string | null;
  org: string;
  validDays: number | null;
  years: number;
  image: string;
  isCancelled?: true;
  isRenewed?: true;
}

const QUALIFICATION = 'cert-qualification.webp';
const SYSTEM = 'cert-system.webp';
const HONOUR = 'cert-honour.webp';
const CREDIT = 'cert-credit.webp';
const LICENCE = 'cert-licence.webp';

export const DEMO_CERTIFICATES: readonly DemoCertificate[] = [
  {
    name: '工程咨询单位资信证书',
    type: '1',
    no: 'ZX2023-甲综-0126',
    grade: '甲级综合',
    org: '中国工程咨询协会',
    validDays: 412,
    years: 3,
    image: QUALIFICATION,
    isRenewed: true,
  },
  {
    name: '工程设计资质证书（市政行业）',
    type: '1',
    no: 'A132000768',
    grade: '甲级',
    org: '住房和城乡建设部',
    validDays: 26,
    years: 5,
    image: QUALIFICATION,
  },
  {
    name: '工程监理资质证书',
    type: '1',
    no: 'E132001905',
    grade: '甲级',
    org: '住房和城乡建设部',
    validDays: 735,
    years: 5,
    image: QUALIFICATION,
  },
  {
    name: '工程造价咨询企业信用评价',
    type: '4',
    no: 'ZJ-AAA-2024-0417',
    grade: 'AAA',
    org: '中国建设工程造价管理协会',
    validDays: 83,
    years: 3,
    image: CREDIT,
  },
  {
    name: '质量管理体系认证证书',
    type: '2',
    no: '02324Q10872R3M',
    grade: 'GB/T 19001',
    org: '方圆标志认证集团',
    validDays: 5,
    years: 3,
    image: SYSTEM,
    isRenewed: true,
  },
  {
    name: '环境管理体系认证证书',
    type: '2',
    no: '02324E10541R3M',
    grade: 'GB/T 24001',
    org: '方圆标志认证集团',
    validDays: 298,
    years: 3,
    image: SYSTEM,
  },
  {
    name: '职业健康安全管理体系认证证书',
    type: '2',
    no: '02324S10466R3M',
    grade: 'GB/T 45001',
    org: '方圆标志认证集团',
    validDays: 298,
    years: 3,
    image: SYSTEM,
  },
  {
    name: '信息安全管理体系认证证书',
    type: '2',
    no: '02325IS0093R1M',
    grade: 'GB/T 22080',
    org: '中国网络安全审查认证中心',
    validDays: -18,
    years: 3,
    image: SYSTEM,
  },
  {
    name: '高新技术企业证书',
    type: '1',
    no: 'GR202432001157',
    grade: null,
    org: '江苏省科学技术厅',
    validDays: 520,
    years: 3,
    image: QUALIFICATION,
  },
  {
    name: '企业信用等级证书',
    type: '4',
    no: 'XY-2025-31908',
    grade: 'AAA',
    org: '江苏省企业信用管理协会',
    validDays: 190,
    years: 2,
    image: CREDIT,
  },
  {
    name: '全国优秀工程咨询成果一等奖',
    type: '3',
    no: 'YX-2024-1-037',
    grade: '一等奖',
    org: '中国工程咨询协会',
    validDays: null,
    years: 1,
    image: HONOUR,
  },
  {
    name: '省级守合同重信用企业',
    type: '3',
    no: 'SZX-2023-0581',
    grade: null,
    org: '江苏省市场监督管理局',
    validDays: null,
    years: 2,
    image: HONOUR,
  },
  {
    name: '数据库软件授权证书',
    type: '5',
    no: 'LIC-DB-2025-0088',
    grade: '企业版',
    org: '演示软件供应商',
    validDays: 61,
    years: 1,
    image: LICENCE,
  },
  {
    name: '设计软件网络授权证书',
    type: '5',
    no: 'LIC-CAD-2022-0413',
    grade: '网络版',
    org: '演示软件供应商',
    validDays: -240,
    years: 1,
    image: LICENCE,
    isCancelled: true,
  },
];

/** A banner of the demo company. */
export interface DemoBanner {
  title: string;
  subtitle: string;
  position: 'login' | 'home';
  image: string;
  link: string | null;
}
export const DEMO_BANNERS: readonly DemoBanner[] = [
  {
    title: '让每一项工程都有数可依',
    subtitle: `${COMPANY}　一体化数据治理平台`,
    position: 'login',
    image: 'login-bridge.webp',
    link: null,
  },
  {
    title: '数据质量提升专项行动',
    subtitle: '合同、项目、人员三类主数据，年底前完成治理',
    position: 'login',
    image: 'login-data.webp',
    link: null,
  },
  {
    title: '数据质量提升专项行动',
    subtitle: '自查、整改、复核，查看最新通知',
    position: 'home',
    image: 'home-governance.webp',
    link: '/user/messages',
  },
  { title: '在建项目一张图', subtitle: '11 家分子公司的项目进展', position: 'home', image: 'home-projects.webp', link: null },
  { title: '数据素养培训月', subtitle: '每周四下午，数字化中心讲堂', position: 'home', image: 'home-training.webp', link: null },
];
