import { jump, Sheet, toPage, type Figure } from './layout/index.ts';

const s = new Sheet();
const today = { col: 'hour', op: 'relative' as const, relative: { span: 'this' as const, unit: 'day' as const, n: 1 } };
const week = { span: 'last' as const, unit: 'day' as const, n: 7 };
const facts: Figure[] = [
  { label: '数据源', set: 'sources', measures: ['sources'], props: { unit: '个' }, to: jump(toPage('/metadata/datasource')) },
  {
    label: '数据表',
    set: 'sources',
    measures: ['table_count', 'column_count 字段'],
    props: { unit: '张' },
    to: jump(toPage('/metadata/datamap')),
  },
  {
    label: '资源目录',
    set: 'resources',
    measures: ['resources', 'applies 申请'],
    props: { unit: '项' },
    to: jump(toPage('/market/drd')),
  },
  {
    label: '数据行',
    set: 'tables',
    measures: [{ col: 'row_estimate', format: { kind: 'number', scale: 'auto', unit: '行', digits: 0, thousands: true } }],
  },
  {
    label: '今日API调用',
    set: 'calls',
    measures: ['calls_shown 调用次数', 'success_rate 成功率'],
    props: { unit: '次' },
    filters: [today],
    to: jump(toPage('/market/index')),
  },
  {
    label: '今日数据查询',
    set: 'queries',
    measures: ['queries', 'average_ms 平均毫秒'],
    props: { unit: '次' },
    filters: [today],
  },
  {
    label: '数据标准落标率',
    set: 'standards',
    measures: ['kept_rate', 'bound 已绑定字段'],
    to: jump(toPage('/standard/index')),
  },
  {
    label: '今日任务成功率',
    set: 'tasks',
    measures: ['rate', 'done 成功', 'failed 失败'],
    filters: [{ ...today, col: 'day' }],
  },
];
const figures = facts.map((one): Figure => ({ ...one, color: 'text', props: { look: 'plain', ...one.props } }));

s.head('智慧数据总览', { year: false, org: false });
s.data(
  'quality',
  'kpi',
  [30, 84, 380, 156],
  { set: 'tables', measures: ['quality_score', 'scored 已评分表'] },
  {
    name: '数据质量评分',
    props: { label: '数据质量评分', look: 'plain', align: 'top', size: 96, color: 'text', unit: '分', digits: 1, second: 'note' },
    actions: [jump(toPage('/quality/index'))],
  },
);
s.figures([[440, 92, 1440, 124]], figures, 40);
s.title('flowTitle', [10, 252, 480, 40], '数据从哪里来，到哪里去', '字段血缘数').data(
  'sankey',
  'pipeline',
  [48, 308, 1840, 372],
  { set: 'layers', rows: ['from_tier', 'to_tier'], measures: ['edges'], limit: 200 },
  {
    name: '数据血缘',
    props: { order: '源库,贴源层 ODS,维度层 DIM,明细层 DWD,汇总层 DWS,应用层 ADS,应用' },
    actions: [jump(toPage('/metadata/datablood'))],
  },
);
s.title('callTitle', [10, 704, 400, 40], '数据API调用', '近7天 · 每小时').chart(
  'calls',
  [40, 748, 720, 316],
  {
    set: 'calls',
    rows: [{ col: 'hour', alias: '时间', grain: 'hour', sort: 'asc', format: { kind: 'date', pattern: 'MM-DD HH:mm' } }],
    measures: [
      { col: 'calls', drawAs: 'area', axis: 'left' },
      { col: 'failure_rate', drawAs: 'line', axis: 'right' },
    ],
    filters: [{ col: 'hour', op: 'relative', relative: { span: 'last', unit: 'hour', n: 168 } }],
    fill: 'zero',
    chartType: 'dual',
  },
  { name: '数据API调用' },
);
s.rule('rule1', 792, 712, 1064);
s.title('opsTitle', [782, 704, 400, 40], '调用最多的 API', '近7天').data(
  'ops',
  'rank',
  [820, 752, 480, 306],
  {
    set: 'callers',
    rows: ['api_name'],
    measures: ['calls'],
    by: '-m0',
    limit: 6,
    filters: [{ col: 'day', op: 'relative', relative: week }],
  },
  {
    name: '调用最多的 API',
    props: { page: 6, unit: '次', medals: false, delta: false, comet: false },
    actions: [jump(toPage('/market/index'))],
  },
);
s.rule('rule2', 1332, 712, 1064);
s.title('jobTitle', [1322, 704, 440, 40], '定时任务', '近7天，失败多的在前').data(
  'job',
  'scrollTable',
  [1360, 748, 528, 316],
  {
    set: 'tasks',
    rows: ['job_name'],
    measures: ['done', 'failed', 'rate'],
    by: '-m1',
    limit: 40,
    filters: [{ col: 'day', op: 'relative', relative: week }],
  },
  {
    name: '定时任务',
    props: {
      rowHeight: 40,
      columns: [
        { key: 'd0', title: '任务', kind: 'strong' },
        { key: 'm0', title: '成功', width: 76 },
        { key: 'm1', title: '失败', width: 64 },
        { key: 'm2', title: '成功率', width: 84 },
      ],
    },
  },
);
export const smartData = s.done();
