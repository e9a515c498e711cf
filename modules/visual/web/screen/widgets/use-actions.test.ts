import { expect, it } from 'vitest';
import { ScreenConfig } from '../../../contract/screen-config.ts';
import type { ClickedValue, TileFeed } from '../../view/tiles.ts';
import type { Stage } from '../stage/stage-context.ts';
import { offersOf } from './use-actions.ts';

it('a click further down a drill filters other panels with the whole way', () => {
  const chart = {
    chartType: 'bar',
    dataSetId: 's',
    rows: [{ col: 'type' }],
    measures: [{ col: 'n', aggregateType: 'sum' }],
    drill: ['type', 'industry', 'customer'],
  };
  const actions = [{ do: 'drill' }, { do: 'filter', map: [{ col: 'type', dataSetId: 's', target: 'type' }] }];
  const node = { id: 'a', z: 0, x: 0, y: 0, w: 300, h: 200, type: 'chart', chart, actions };
  const config = ScreenConfig.parse({ v: 1, nodes: { a: node } });
  const [type, industry] = [
    { col: 'type', value: '民营企业' },
    { col: 'industry', value: '物流' },
  ];
  const set: ClickedValue[][] = [];
  const feed = {
    drills: { a: [type] },
    links: {},
    setLink: (_: string, values: ClickedValue[]) => set.push(values),
    setDrill: () => undefined,
  };
  const [offer] = offersOf(config.nodes['a']!, feed as unknown as TileFeed, { mayOpen: () => true } as unknown as Stage, [industry!]);
  offer!.run();
  expect(set).toEqual([[type, industry]]);
});
