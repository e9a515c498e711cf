import { DAY, HEIGHT, jump, Sheet, toPage, toScreen, yi, type Box } from './layout/index.ts';
import { goalsOn, MAP_WALL } from './walls.ts';

const s = new Sheet();
const [leftX, leftW] = MAP_WALL.left;
const [rightX, rightW] = MAP_WALL.right;

/** 等我决定: the open tasks of whoever looks; a press opens the inbox. */
const awaiting = (box: Box) =>
  s.data(
    'mine',
    'riskList',
    box,
    {
      set: 'mine',
      rows: ['title', 'state', 'business', 'starter', { col: 'arrived', format: DAY }],
      by: 'd4',
      limit: 200,
    },
    {
      name: '等我决定',
      props: { title: '等我决定', unit: '件', levels: '逾期,限时,待办', most: 3, rowHeight: 92 },
      actions: [jump(toPage('/workflow/task/todo'))],
    },
  );

/** Notices to the viewer, the newest first. */
const announced = (box: Box) =>
  s.title('noticeTitle', [box[0] - 38, box[1], box[2], 40], '公告与督办').data(
    'notices',
    'riskList',
    [box[0], box[1] + 44, box[2], box[3] - 44],
    { set: 'board', rows: ['title', 'mark', 'type', { col: 'day', format: DAY }], by: '-d3', limit: 40 },
    {
      name: '公告与督办',
      props: { title: '公告与督办', unit: '条', levels: '', summary: false, rowHeight: 84, most: 3 },
      actions: [{ do: 'detail' }],
    },
  );

s.head('领导视图').data(
  'rate',
  'kpi',
  [leftX - 18, 84, leftW + 18, 156],
  { set: 'company', measures: ['contract_rate', 'passed 序时'] },
  { name: '全年新签完成率', props: { label: '全年新签完成率', look: 'plain', align: 'top', size: 96, color: 'text', second: 'note' } },
);
goalsOn(s, [leftX, 264, leftW, 440], ['新签合同额', '营业收入', '回款额', '利润总额'], { columns: 1, size: 28 });
announced([leftX, 728, leftW, 332]);
s.data(
  'map',
  'calloutMap',
  MAP_WALL.map,
  {
    set: 'territory',
    rows: ['province_name', 'unit_name'],
    measures: [yi('area_amount'), yi('amount'), 'pace_rate', 'risks'],
    by: '-m1',
    limit: 200,
  },
  { name: '业务版图', props: { most: 11 }, actions: [jump(toScreen('subCompany'), 'unit_name>org')] },
).rule('rule', MAP_WALL.rule, 96, HEIGHT - 16);
awaiting([rightX, 96, rightW, 418]);
s.title('kindTitle', [rightX - 38, 540, rightW + 38, 40], '风险在哪里').data(
  'kinds',
  'progress',
  [rightX, 592, rightW, 300],
  { set: 'risk', rows: ['kind'], measures: ['n'], by: '-m0' },
  { name: '风险在哪里', props: { most: 4, height: 8, percent: false }, actions: [jump(toScreen('cockpit'))] },
);
s.figures(
  [[rightX - 18, 936, rightW + 18, 120]],
  [
    {
      label: '重大风险项目',
      set: 'now',
      measures: ['high_risk_projects', 'delayed_projects 延期'],
      color: 'text',
      props: { look: 'plain' },
    },
    { label: '90天内到期证书', set: 'now', measures: ['expiring'], color: 'text', props: { look: 'plain' } },
  ],
  40,
);
export const leaderView = s.done();
