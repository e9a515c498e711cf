import { expect, it } from 'vitest';
import { ScreenConfig } from '../contract/screen-config.ts';
import { unboundNodes } from './unbound.ts';

const box = { z: 0, x: 0, y: 0, w: 400, h: 260 };
const chart = { dataSetId: '1', chartType: 'table', rows: [{ col: '公司' }] };
const node = (id: string, over: object) => [id, { id, name: id, type: 'rank', ...box, ...over }] as const;

it('components without data are those that show data, are not hidden, and have neither a chart of their own nor a stored one', () => {
  const nodes = Object.fromEntries([
    node('none', {}),
    node('own', { chart }),
    node('stored', { chartId: '7' }),
    node('hidden', { hide: true }),
    node('border', { type: 'border' }),
  ]);
  expect(unboundNodes(ScreenConfig.parse({ v: 1, nodes })).map(({ id }) => id)).toEqual(['none']);
});
