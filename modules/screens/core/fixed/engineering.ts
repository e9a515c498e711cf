import { jump, MONTH, setId, Sheet, toPage, wan, YEAR_OF_DAY, type Box, type Figure } from './layout/index.ts';
import { AWARDS, barsAndLine } from './shared-charts.ts';
import { flowHead, flowPages, FLOW_WALL } from './walls.ts';

const s = new Sheet();
const STAGES = ['前期', '方案', '初步设计', '施工图', '施工配合', '竣工'];
const active = [{ col: 'status_name', op: 'eq' as const, value: '在建' }];
const figures: Figure[] = [
  { label: '在建项目', set: 'now', measures: ['active_projects', 'high_risk_projects 高风险'] },
  { label: '延期项目', set: 'now', measures: ['delayed_projects', 'done_projects 完工'], goodWhen: 'down' },
  { label: '实际产值', measures: ['output', 'output_yoy'] },
  { label: '一次验收合格率', set: 'quality', measures: ['pass_rate', 'checks 检查'] },
  { label: '整改闭环率', set: 'quality', measures: ['closed_rate', 'found 问题'] },
  {
    label: '安全隐患整改率',
    set: 'quality',
    measures: ['closed_rate', 'checks 检查'],
    filters: [{ col: 'kind_name', op: 'eq', value: '安全' }],
  },
  { label: '累计获奖', set: 'now', measures: ['awards', 'patents 有效专利'], to: jump(toPage('/project/qualityProject')) },
];

s.head('工程技术部');
flowHead(s, '产值完成率', { set: 'company', measures: ['output_rate', 'output_plan 计划', 'output 实际'] }, figures);
s.title('flowTitle', [10, 240, 700, 40], '项目走到哪一步', '本年完工与在建；高度 = 项目数，框内 = 走到下一阶段的比例').data(
  'flow',
  'stageFlow',
  FLOW_WALL.flow,
  {
    set: 'stage',
    rows: [{ col: 'stage', sort: 'custom', order: STAGES }, 'business_name'],
    measures: ['n', 'late', 'here'],
    limit: 200,
  },
  {
    name: '项目阶段',
    props: { lostLabel: '延期', openLabel: '在此', judge: 'lost' },
    actions: [{ do: 'filter', map: [{ col: 'stage', dataSetId: setId('project'), target: 'stage_name' }], items: ['gantt'] }],
  },
);
s.rule('rule', FLOW_WALL.rule, 248, 656).data(
  'late',
  'riskList',
  FLOW_WALL.list,
  {
    set: 'risk',
    rows: ['subject', 'level_name', 'detail', 'org_name', { col: 'day', format: { kind: 'date', pattern: 'YYYY-MM-DD' } }],
    measures: [wan('amount')],
    filters: [{ col: 'kind', op: 'in', values: ['项目延期', '成本超支'] }],
    by: '-m0',
    limit: 5000,
  },
  { name: '进度与成本风险', props: { title: '进度与成本风险', most: 4, rowHeight: 66 }, actions: [{ do: 'detail' }] },
);

const ganttBox: Box = [48, 724, 800, 340];
const monthBox: Box = [900, 724, 460, 340];
const issueBox: Box = [1424, 724, 464, 340];
s.title('ganttTitle', [10, 676, 700, 40], '重点项目进度', '合同额最大的在建项目').data(
  'gantt',
  'gantt',
  ganttBox,
  {
    set: 'project',
    rows: ['name', 'plan_start', 'plan_end', 'stage_name', 'light'],
    measures: ['progress_actual'],
    filters: [...active, { col: 'contract_amount', op: 'gt', value: 5_000_000 }],
    by: 'd1',
    limit: 200,
  },
  { name: '重点项目进度', props: { page: 8 }, actions: [{ do: 'detail' }] },
);
s.rule('rule1', 872, 684, 1064);
flowPages(s, 'months', '产值与质量', monthBox, [
  [
    '产值',
    (own) =>
      s.chart(
        'output',
        monthBox,
        { set: 'cost', rows: [MONTH], measures: barsAndLine(['output_plan', 'output'], 'output_rate'), chartType: 'dual' },
        { ...own, name: '产值' },
      ),
  ],
  [
    '成本',
    (own) =>
      s.chart(
        'cost',
        monthBox,
        {
          set: 'cost',
          rows: [MONTH],
          measures: ['labor', 'sub', 'material', 'machine', 'manage'],
          chartType: 'bar',
          seriesType: 'stackbar',
        },
        { ...own, name: '成本构成' },
      ),
  ],
  [
    '质量',
    (own) =>
      s.chart(
        'quality',
        monthBox,
        { set: 'quality', rows: [MONTH], measures: barsAndLine(['found', 'rectified'], 'pass_rate'), chartType: 'dual' },
        { ...own, name: '质量安全趋势', actions: [{ do: 'detail' }] },
      ),
  ],
]);
s.rule('rule2', 1384, 684, 1064);
flowPages(s, 'issues', '质量与创优', issueBox, [
  [
    '未整改',
    (own) =>
      s.data(
        'issue',
        'rank',
        issueBox,
        { set: 'quality_category', rows: ['category'], measures: ['open'], by: '-m0', limit: 7 },
        { ...own, name: '未整改问题', props: { page: 7, medals: false, delta: false, comet: false, unit: '个', color: 'accent2' } },
      ),
  ],
  ['获奖', (own) => s.chart('award', issueBox, AWARDS, { ...own, name: '创优获奖', actions: [jump(toPage('/project/qualityProject'))] })],
  [
    '知识产权',
    (own) =>
      s.chart(
        'property',
        issueBox,
        { set: 'property', rows: [YEAR_OF_DAY], columns: ['type_name'], measures: ['n'], chartType: 'bar', seriesType: 'stackbar' },
        { ...own, name: '知识产权', actions: [jump(toPage('/project/intellectualProperty'))] },
      ),
  ],
  [
    '供应商',
    (own) =>
      s.data(
        'grade',
        'rank',
        issueBox,
        { set: 'supplier', rows: [{ col: 'grade_name', sort: 'asc' }], measures: ['n'] },
        {
          ...own,
          name: '供应商评价等级',
          props: { page: 7, medals: false, delta: false, comet: false, color: 'accent2' },
          actions: [jump(toPage('/project/supplier'))],
        },
      ),
  ],
]);
export const engineering = s.done();
