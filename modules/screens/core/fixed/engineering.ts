import { jump, MONTH, narrow, Sheet, split, stack, toPage, YEAR_OF_DAY, type Figure } from './layout/index.ts';
import { AWARDS, barsAndLine } from './shared-charts.ts';

const s = new Sheet();
const [typeBox, stageBox, lateBox] = stack('left', [8, 7, 9]);
const [awardBox, issueBox, supplierBox] = stack('right', [8, 8, 8]);
const [k1, k2, hero, trendBox] = stack('centre', [104, 104, 460, 236]);
const STAGES = ['前期', '方案', '初步设计', '施工图', '施工配合', '竣工'];
const active = [{ col: 'status_name', op: 'eq' as const, value: '在建' }];
const figures: Figure[] = [
  { label: '在建项目', set: 'now', measures: ['active_projects', 'high_risk_projects 高风险'] },
  { label: '延期项目', set: 'now', measures: ['delayed_projects', 'done_projects 完工'], color: 'severity3', goodWhen: 'down' },
  { label: '实际产值', measures: ['output', 'output_yoy'], color: 'good' },
  { label: '产值完成率', measures: ['output_rate', 'output_plan 计划'], color: 'accent2' },
  { label: '一次验收合格率', set: 'quality', measures: ['pass_rate', 'checks 检查'], color: 'good' },
  { label: '整改闭环率', set: 'quality', measures: ['closed_rate', 'found 问题'], color: 'accent2' },
  {
    label: '安全隐患整改率',
    set: 'quality',
    measures: ['closed_rate', 'checks 检查'],
    filters: [{ col: 'kind_name', op: 'eq', value: '安全' }],
    color: 's2',
  },
  { label: '累计获奖', set: 'now', measures: ['awards', 'patents 有效专利'], color: 'gold', to: jump(toPage('/project/qualityProject')) },
];
s.head('工程技术部').figures([k1!, k2!], figures, 34);
s.panel('river', hero!, { title: '重点项目进度', sub: '合同额最大的在建项目 · 计划跨度与实际进度', weight: 'hero' }, (box, own) =>
  s.data(
    'gantt',
    'gantt',
    box,
    {
      set: 'project',
      rows: ['name', 'plan_start', 'plan_end', 'stage_name', 'light'],
      measures: ['progress_actual'],
      filters: [...active, { col: 'contract_amount', op: 'gt', value: 5_000_000 }],
      by: 'd1',
      limit: 40,
    },
    { ...own, props: { page: 10 }, actions: [{ do: 'detail' }] },
  ),
)
  .panel('kinds', typeBox!, { title: '项目类型与阶段', sub: '在建项目数', weight: 'strip' }, (box, own) =>
    s.chart(
      'kind',
      box,
      {
        set: 'project',
        rows: ['type_name'],
        columns: [{ col: 'stage_name', sort: 'custom', order: STAGES }],
        measures: ['n'],
        filters: active,
        by: '-m0',
        topN: { n: 7, by: 'm0', of: 'd0', others: false },
        chartType: 'bar',
        seriesType: 'stackbar',
      },
      { ...own, actions: [{ do: 'detail' }] },
    ),
  )
  .panel('stages', stageBox!, { title: '业务构成', sub: '在建项目 · 点击筛选', weight: 'slab' }, (box, own) =>
    s.chart(
      'stage',
      box,
      {
        set: 'project',
        rows: ['business_name'],
        measures: ['n'],
        filters: active,
        by: '-m0',
        topN: { n: 5, by: 'm0', of: 'd0', others: true },
        chartType: 'pie',
        seriesType: 'donutpie',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [narrow('project', 'business_name', ['gantt', 'late', 'kind'])] },
    ),
  )
  .panel('lates', lateBox!, { title: '延期 TOP10', sub: '天', weight: 'list' }, (box, own) =>
    s.data(
      'late',
      'rank',
      box,
      { set: 'project', rows: ['name'], measures: ['delay_days'], by: '-m0', limit: 10 },
      {
        ...own,
        props: { page: 6, unit: '天', color: 'severity3', medals: false, delta: false },
        actions: [{ do: 'detail' }],
      },
    ),
  )
  .panel('awards', awardBox!, { title: '创优与创新', weight: 'strip' }, (box) =>
    s.pages('awardPages', box, 'awards', [
      ['获奖', (own) => s.chart('award', box, AWARDS, { ...own, name: '创优获奖', actions: [jump(toPage('/project/qualityProject'))] })],
      [
        '知识产权',
        (own) =>
          s.chart(
            'property',
            box,
            {
              set: 'property',
              rows: [YEAR_OF_DAY],
              columns: ['type_name'],
              measures: ['n'],
              chartType: 'bar',
              seriesType: 'stackbar',
            },
            { ...own, name: '知识产权', actions: [jump(toPage('/project/intellectualProperty'))] },
          ),
      ],
    ]),
  )
  .panel('issues', issueBox!, { title: '质量安全问题', sub: '已整改 · 整改率', weight: 'list' }, (box, own) =>
    s.data(
      'issue',
      'progress',
      box,
      { set: 'quality_category', rows: ['category'], measures: ['rectified', 'found'], by: '-m1' },
      { ...own, props: { most: 6 } },
    ),
  )
  .panel('suppliers', supplierBox!, { title: '供应商评价', sub: '按等级', weight: 'slab' }, (box, own) =>
    s.chart(
      'grade',
      box,
      {
        set: 'supplier',
        rows: [{ col: 'grade_name', sort: 'asc' }],
        measures: ['n'],
        chartType: 'pie',
        seriesType: 'donutpie',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [jump(toPage('/project/supplier'))] },
    ),
  )
  .panel('months', trendBox!, { title: '产值、成本与质量', weight: 'trend' }, (box) => {
    const [a, b] = split(box, Math.round(box[2] / 2), 16);
    s.pages('monthPages', box, 'months', [
      [
        '产值与成本',
        (page) => {
          s.put('outputPage', 'group', box, { ...page, name: '产值与成本' });
          const own = { parent: 'outputPage' };
          s.chart(
            'output',
            a,
            {
              set: 'cost',
              rows: [MONTH],
              measures: barsAndLine(['output_plan', 'output'], 'output_rate'),
              chartType: 'dual',
            },
            { ...own, name: '产值' },
          ).chart(
            'cost',
            b,
            {
              set: 'cost',
              rows: [MONTH],
              measures: ['labor', 'sub', 'material', 'machine', 'manage'],
              chartType: 'bar',
              seriesType: 'stackbar',
            },
            { ...own, name: '成本构成' },
          );
        },
      ],
      [
        '质量安全',
        (own) =>
          s.chart(
            'quality',
            box,
            {
              set: 'quality',
              rows: [MONTH],
              measures: barsAndLine(['found', 'rectified'], 'pass_rate'),
              chartType: 'dual',
            },
            { ...own, name: '质量安全趋势', actions: [{ do: 'detail' }] },
          ),
      ],
    ]);
  });
export const engineering = s.done();
