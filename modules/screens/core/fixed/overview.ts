import { HEIGHT, jump, Sheet, toPage, toScreen } from './layout/index.ts';
import { COMMAND, paceOn, risksOn } from './walls.ts';

const s = new Sheet();
const { x, w, list, rule } = COMMAND;
const WALL = [
  ['cockpit', '驾驶舱'],
  ['leaderView', '领导视图'],
  ['engineering', '工程技术部'],
  ['marketView', '市场部'],
  ['inbound', '招商获客'],
  ['human', '人力资源'],
  ['subCompany', '子公司'],
  ['smartData', '智慧数据总览'],
] as const;

s.head('总览', { year: false, org: false });
paceOn(s, [x, 88, w, 436]);
s.figures(
  [[620, 92, x + w - 620, 124]],
  [
    { label: '成立', set: 'now', measures: ['founded_years'] },
    { label: '在岗人数', set: 'now', measures: ['headcount'] },
    { label: '有效证书', set: 'now', measures: ['certificates'] },
    { label: '累计项目', set: 'now', measures: ['all_projects'] },
    { label: '覆盖城市', set: 'now', measures: ['cities'] },
  ].map((one) => ({ ...one, color: 'text', props: { look: 'plain' } })),
  40,
);
s.put('thumbs', 'thumbs', [x, 540, w, 524], {
  name: '大屏',
  props: { columns: 4, gap: 16, seconds: 0, items: WALL.map(([code, label]) => ({ label, link: toScreen(code) })) },
}).rule('rule', rule, 72, HEIGHT);
risksOn(s, [list[0], list[1], list[2], 560], { most: 5, rowHeight: 84 });
s.title('storyTitle', [list[0] - 38, 672, list[2], 40], '发展历程').data(
  'milestones',
  'timeline',
  [list[0], 720, list[2], 176],
  { set: 'milestone', rows: [{ col: 'day', format: { kind: 'date', pattern: 'YYYY-MM' } }, 'title', 'kind'], by: '-d0', limit: 30 },
  {
    name: '发展历程',
    props: {
      most: 4,
      tags: ['机构', '奖项', '专利', '合同'].map((value) => ({ value, color: 'text2' })),
    },
    actions: [{ do: 'detail' }],
  },
);
s.data(
  'certs',
  'cards',
  [list[0], 908, list[2], 156],
  { set: 'certs', rows: ['cert_name', 'cert_type', 'issue_org', 'validity', 'sort'], by: 'd4', limit: 60 },
  {
    name: '企业资质证书',
    props: { look: 'certificate', columns: 1, lines: 1, seconds: 6 },
    actions: [{ do: 'detail' }, jump(toPage('/basic/system/certificate'))],
  },
);
export const overview = s.done();
