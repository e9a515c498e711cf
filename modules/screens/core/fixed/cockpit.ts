import { HEIGHT, Sheet } from './layout/index.ts';
import { COMMAND, gapsOn, goalsOn, paceOn, risksOn } from './walls.ts';

const s = new Sheet();
const { x, w, list, rule } = COMMAND;
s.head('经营驾驶舱');
paceOn(s, [x, 92, w, 540]);
goalsOn(s, [788, 104, x + w - 788, 136], ['营业收入', '回款额', '利润总额'], { columns: 3 });
gapsOn(s, [x, 648, w, 416], { col: 'contract_amount', due: 'contract_due', target: 'contract_target' });
s.rule('rule', rule, 72, HEIGHT);
risksOn(s, list);
export const cockpit = s.done({ noWatermark: true });
