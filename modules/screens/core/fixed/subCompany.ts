import { HEIGHT, Sheet } from './layout/index.ts';
import { COMMAND, gapsOn, goalsOn, paceOn, risksOn } from './walls.ts';

const s = new Sheet();
const { x, w, list, rule } = COMMAND;
s.head('子公司', { steps: true });
paceOn(s, [x, 92, w, 500], { label: '年度营业收入', actual: 'revenue', target: 'revenue_target', due: 'revenue_due' });
goalsOn(s, [788, 104, x + w - 788, 136], ['新签合同额', '回款额', '利润总额'], { columns: 3 });
gapsOn(s, [x, 608, w, 456], { col: 'revenue', due: 'revenue_due', target: 'revenue_target' });
s.rule('rule', rule, 72, HEIGHT);
risksOn(s, [list[0], list[1], list[2], 560], { most: 5, rowHeight: 84 });
s.title('scoreTitle', [list[0] - 38, 668, 400, 40], '五项得分', '').data(
  'scores',
  'progress',
  [list[0], 716, list[2], 340],
  { set: 'score', rows: [{ col: 'item', sort: 'custom', order: ['新签', '营收', '回款', '利润', '产值'] }], measures: ['score', 'target'] },
  { name: '五项得分（100 = 序时达标）', props: { most: 5, height: 8, color: 'accent2' } },
);
export const subCompany = s.done();
