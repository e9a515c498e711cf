import { narrow, Sheet, stack, toScreen } from '../layout/index.ts';

const s = new Sheet();
const [warnBox, tickBox] = stack('left', [11, 11]);
const [awardBox, wordBox] = stack('right', [11, 11]);
const [figureBox, hero] = stack('centre', [13, 106]);
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

s.head('数智大脑 · 总览', { year: false, org: false })
  .figures(
    figureBox!,
    [
      { label: '成立', set: 'now', measures: ['founded_years'] },
      { label: '在岗人数', set: 'now', measures: ['headcount'], color: 's2' },
      { label: '分子公司', set: 'now', measures: ['branches'], color: 'accent2' },
      { label: '有效证书', set: 'now', measures: ['certificates'], color: 'gold' },
      { label: '累计项目', set: 'now', measures: ['all_projects'], color: 'good' },
      { label: '覆盖城市', set: 'now', measures: ['cities'] },
    ],
    34,
  )
  .panel('wall', hero!, { title: '大屏', sub: '点击进入 · 无权的不显示', weight: 'hero' }, (box, own) =>
    s.put('thumbs', 'thumbs', box, {
      ...own,
      props: { columns: 2, gap: 16, seconds: 30, items: WALL.map(([code, label]) => ({ label, link: toScreen(code) })) },
    }),
  )
  .panel('warnings', warnBox!, { title: '经营预警', sub: '点击类型筛选', weight: 'list' }, ([x, y, w, h], own) => {
    s.data(
      'kinds',
      'segments',
      [x, y, w, 132],
      { set: 'warning', rows: ['kind'], measures: ['n'], by: '-m0' },
      { ...own, props: { most: 4 }, actions: [narrow('warning', 'kind', ['warnList'])] },
    ).data(
      'warnList',
      'scrollTable',
      [x, y + 144, w, h - 144],
      { set: 'warning', rows: ['level_name', 'subject', 'detail'], limit: 200, filters: [{ col: 'level_name', op: 'eq', value: '严重' }] },
      {
        ...own,
        props: {
          columns: [
            { key: 'd0', title: '级别', width: 60, kind: 'tag' },
            { key: 'd1', title: '对象', kind: 'strong' },
            { key: 'd2', title: '说明', width: 120 },
          ],
        },
      },
    );
  })
  .panel('fresh', tickBox!, { title: '成果动态', sub: '近一年', weight: 'slab' }, (box, own) =>
    s.data(
      'news',
      'timeline',
      box,
      { set: 'feed', rows: ['day', 'title', 'state'], filters: [{ col: 'kind', op: 'ne', value: '证书' }], by: '-d0', limit: 12 },
      { ...own, props: { most: 7 } },
    ),
  )
  .panel('awards', awardBox!, { title: '获奖', sub: '按级别 · 历年', weight: 'strip' }, (box, own) =>
    s.chart(
      'award',
      box,
      { set: 'award', rows: ['level_name', { col: 'year', sort: 'asc' }], measures: ['n'], chartType: 'sunburst' },
      own,
    ),
  )
  .panel('words', wordBox!, { title: '业务版图', sub: '新签合同额', weight: 'slab' }, (box, own) =>
    s.chart('word', box, { set: 'business', rows: ['business_name'], measures: ['contract_amount'], chartType: 'wordCloud' }, own),
  );
export const overview = s.done();
