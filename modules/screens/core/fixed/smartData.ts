import { BLUES, cut, DAY, jump, Sheet, stack, toPage, type Figure } from './layout/index.ts';

const s = new Sheet();
const [sourceBox, classBox, changeBox] = stack('left', [8, 8, 8]);
const [coverBox, apiBox, taskBox] = stack('right', [10, 8, 6]);
const [k1, k2, hero, callBox] = stack('centre', [92, 92, 474, 246]);
const today = { col: 'hour', op: 'relative' as const, relative: { span: 'this' as const, unit: 'day' as const, n: 1 } };
const week = { span: 'last' as const, unit: 'day' as const, n: 7 };
const figures: Figure[] = [
  { label: '数据源', set: 'sources', measures: ['sources'], props: { unit: '个' }, to: jump(toPage('/metadata/datasource')) },
  {
    label: '数据表',
    set: 'sources',
    measures: ['table_count', 'column_count 字段'],
    props: { unit: '张' },
    color: 'accent2',
    to: jump(toPage('/metadata/datamap')),
  },
  {
    label: '资源目录',
    set: 'resources',
    measures: ['resources', 'applies 申请'],
    props: { unit: '项' },
    color: 's2',
    to: jump(toPage('/market/drd')),
  },
  { label: '数据行', set: 'tables', measures: ['row_estimate'], props: { unit: '行' }, color: 'good' },
  {
    label: '今日API调用',
    set: 'calls',
    measures: ['calls', 'success_rate 成功率'],
    props: { unit: '次' },
    filters: [today],
    to: jump(toPage('/market/index')),
  },
  {
    label: '今日数据查询',
    set: 'queries',
    measures: ['queries', 'average_ms 平均毫秒'],
    props: { unit: '次' },
    color: 'accent2',
    filters: [today],
  },
  {
    label: '数据质量评分',
    set: 'tables',
    measures: ['quality_score', 'scored 已评分表'],
    color: 'gold',
    props: { unit: '分', digits: 1 },
    to: jump(toPage('/quality/index')),
  },
  {
    label: '今日任务成功率',
    set: 'tasks',
    measures: ['rate', 'done 成功', 'failed 失败'],
    color: 'good',
    filters: [{ ...today, col: 'day' }],
  },
];
s.head('智慧数据总览', { year: false, org: false }).figures([k1!, k2!], figures, 34);
s.panel('flow', hero!, { title: '数据血缘', sub: '分层之间的字段流向', weight: 'hero' }, (box, own) =>
  s.chart(
    'sankey',
    box,
    {
      set: 'layers',
      rows: ['from_tier', 'to_tier'],
      measures: ['edges'],
      filters: [{ col: 'from_tier', op: 'ne', value: '应用' }],
      chartType: 'sankey',
    },
    { ...own, actions: [jump(toPage('/metadata/datablood'))] },
  ),
)
  .panel('stores', sourceBox!, { title: '主题域分布', sub: '表数', weight: 'slab' }, (box, own) =>
    s.chart(
      'tree',
      box,
      {
        set: 'tables',
        rows: ['domain_name'],
        measures: ['tables'],
        by: '-m0',
        topN: { n: 9, by: 'm0', of: 'd0', others: true },
        chartType: 'treemap',
        options: { colors: BLUES },
      },
      { ...own, actions: [jump(toPage('/metadata/datamap'))] },
    ),
  )
  .panel('levels', classBox!, { title: '敏感字段分级', sub: '字段数', weight: 'list' }, (box, own) =>
    s.chart(
      'level',
      box,
      {
        set: 'classes',
        rows: ['level'],
        measures: ['columns'],
        filters: [{ col: 'level', op: 'ne', value: '未定级' }],
        chartType: 'pie',
        seriesType: 'donutpie',
        by: '-m0',
        options: { legend: { show: true, position: 'right' } },
      },
      { ...own, actions: [jump(toPage('/metadata/classify'))] },
    ),
  )
  .panel('changed', changeBox!, { title: '血缘对象与采集', sub: '对象数 · 最近采集', weight: 'list' }, (box, own) => {
    const [objects, runs] = cut(box, box[3] - 92);
    s.data(
      'objects',
      'segments',
      objects,
      { set: 'objects', rows: ['object_type'], measures: ['objects'], by: '-m0' },
      { ...own, props: { most: 4 }, actions: [jump(toPage('/metadata/datablood'))] },
    ).data(
      'change',
      'scrollTable',
      runs,
      {
        set: 'syncs',
        rows: [{ col: 'day', grain: 'day', format: DAY }, 'source_name', 'state'],
        measures: ['runs', 'added', 'changed'],
        by: '-d0',
        limit: 60,
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', width: 64, title: '日期' },
            { key: 'd1', title: '数据源', kind: 'strong' },
            { key: 'd2', title: '结果', width: 70, kind: 'tag' },
            { key: 'm1', title: '新增', width: 60 },
            { key: 'm2', title: '修改', width: 60 },
          ],
        },
        actions: [jump(toPage('/metadata/changerecord'))],
      },
    );
  })
  .panel('covered', coverBox!, { title: '治理覆盖', sub: '责任人 · 中文名', weight: 'slab' }, (box, own) => {
    const [rings, list] = cut(box, 128);
    s.data('cover', 'ring', rings, { set: 'tables', measures: ['owned_rate 责任人', 'described_rate 中文名'] }, own).data(
      'coverTiers',
      'segments',
      list,
      { set: 'tables', rows: ['tier'], measures: ['owned', 'tables'], by: '-m1' },
      { ...own, props: { most: 4 } },
    );
  })
  .panel('apis', apiBox!, { title: '数据API调用 TOP10', sub: '近7天 · 调用方', weight: 'list' }, (box, own) => {
    const [ranks, callers] = cut(box, box[3] - 96);
    const asked = { set: 'callers', measures: ['calls'], by: '-m0', filters: [{ col: 'day', op: 'relative' as const, relative: week }] };
    s.data('ops', 'rank', ranks, { ...asked, rows: ['api_name'], limit: 10 }, { ...own, props: { page: 3, unit: '次' } }).data(
      'callers',
      'segments',
      callers,
      { ...asked, rows: ['app_name'] },
      { ...own, props: { most: 3 }, actions: [jump(toPage('/market/index'))] },
    );
  })
  .panel('jobs', taskBox!, { title: '定时任务', sub: '近7天 成功 / 失败', weight: 'slab' }, (box, own) =>
    s.data(
      'job',
      'scrollTable',
      box,
      {
        set: 'tasks',
        rows: ['job_name'],
        measures: ['done', 'failed', 'rate'],
        by: '-m1',
        limit: 40,
        filters: [{ col: 'day', op: 'relative', relative: week }],
      },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '任务', kind: 'strong' },
            { key: 'm0', title: '成功', width: 70 },
            { key: 'm1', title: '失败', width: 60 },
            { key: 'm2', title: '成功率', width: 80 },
          ],
        },
      },
    ),
  )
  .panel('hours', callBox!, { title: '数据API调用次数', sub: '近24小时 · 失败率', weight: 'trend' }, (box, own) =>
    s.chart(
      'calls',
      box,
      {
        set: 'calls',
        rows: [{ col: 'hour', alias: '时间', grain: 'hour', sort: 'asc', format: { kind: 'date', pattern: 'HH:mm' } }],
        measures: [
          { col: 'calls', drawAs: 'area', axis: 'left' },
          { col: 'failure_rate', drawAs: 'line', axis: 'right' },
        ],
        filters: [{ col: 'hour', op: 'relative', relative: { span: 'last', unit: 'hour', n: 24 } }],
        fill: 'zero',
        chartType: 'dual',
      },
      own,
    ),
  );
export const smartData = s.done();
