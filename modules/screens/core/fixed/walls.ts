import { jump, MONTH, toScreen, yi, type Ask, type Box, type Figure, type Sheet } from './layout/index.ts';

/** Left side and list of a command wall. */
export const COMMAND = { x: 48, w: 1280, list: [1408, 96, 480, 968] as Box, rule: 1376 } as const;
/** Left rail, map and right rail of a map wall. */
export const MAP_WALL = { left: [40, 316], map: [372, 84, 1176, 980] as Box, right: [1588, 300], rule: 1568 } as const;
/** Process and list of a flow wall; its trends stand below. */
export const FLOW_WALL = { flow: [48, 296, 1312, 372] as Box, list: [1424, 240, 464, 416] as Box, rule: 1384 } as const;

interface PaceFields {
  readonly label: string;
  readonly actual: string;
  readonly target: string;
  readonly due: string;
}
const NEW_CONTRACTS: PaceFields = { label: '年度新签合同额', actual: 'actual', target: 'target', due: 'due' };

/** The one figure of a wall against its target, with the course of the year. */
export const paceOn = (s: Sheet, box: Box, { label, actual, target, due }: PaceFields = NEW_CONTRACTS): Sheet =>
  s.data(
    'pace',
    'paceLine',
    box,
    { set: 'pace', rows: [MONTH], measures: [yi(actual), yi(target), yi(due)] },
    { name: label, props: { label }, actions: [{ do: 'detail' }] },
  );

/** Other goals in one unit, each with the tick of where it should be today. */
export const goalsOn = (s: Sheet, box: Box, items: readonly string[], props: { columns: number; size?: number }): Sheet =>
  s.data(
    'goals',
    'paceBars',
    box,
    {
      set: 'goal',
      rows: [{ col: 'item', sort: 'custom', order: [...items] }],
      measures: [yi('actual'), yi('target'), yi('due')],
      filters: [{ col: 'item', op: 'in', values: [...items] }],
    },
    { name: '其他目标', props: { size: 40, ...props } },
  );

/** What is wrong now, worst first and dearest first. */
export const risksOn = (s: Sheet, box: Box, props: { most?: number; rowHeight?: number } = {}): Sheet =>
  s.data(
    'risks',
    'riskList',
    box,
    {
      set: 'risk',
      rows: ['subject', 'level_name', 'detail', 'org_name', { col: 'day', format: { kind: 'date', pattern: 'YYYY-MM-DD' } }],
      measures: [{ col: 'amount', format: { kind: 'number', scale: 'wan', unit: '元', digits: 1, thousands: true } }],
      by: '-m0',
      limit: 5000,
    },
    { name: '待处置风险', props: { most: 9, rowHeight: 90, ...props }, actions: [{ do: 'detail' }, jump(toScreen('engineering'))] },
  );

/** Where the gap comes from: the differences of the units add up to that of the whole. */
export const gapsOn = (s: Sheet, [x, y, w, h]: Box, of: { col: string; due: string; target: string }): Sheet =>
  s
    .title('gapTitle', [x - 38, y, 520, 40], '差距来自哪里', '')
    .data(
      'gaps',
      'gapBars',
      [x, y + 6, w, h - 6],
      { set: 'branch', rows: ['short_name'], measures: [yi(of.col), yi(of.due), yi(of.target)] },
      { name: '差距来自哪里', actions: [jump(toScreen('subCompany'), 'short_name>org')] },
    );

/** The one figure of a flow wall, and others beside it. */
export const flowHead = (s: Sheet, label: string, ask: Ask, figures: readonly Figure[]): Sheet =>
  s
    .data('hero', 'kpi', [30, 84, 380, 150], ask, {
      name: label,
      props: { label, look: 'plain', align: 'top', size: 96, color: 'text', second: 'note', target: false },
    })
    .figures(
      [[440, 92, 1440, 124]],
      figures.map((one) => ({ ...one, color: 'text', props: { look: 'plain', target: false, ...one.props } })),
      40,
    );

/** Pages under one title of a flow wall; their tabs stand on its line. */
export const flowPages = (
  s: Sheet,
  id: string,
  title: string,
  box: Box,
  pages: readonly (readonly [label: string, fill: (own: { parent: string }) => unknown])[],
): Sheet => s.title(`${id}Title`, [box[0] - 38, box[1] - 48, box[2] + 38, 40], title).pages(`${id}Pages`, box, `${id}Title`, pages);
