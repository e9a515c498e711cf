import { describe, expect, it } from 'vitest';
import { BoardConfig } from '#modules/boards/contract/board-config.ts';
import { CHART_TYPE_KEYS } from '#modules/charts/contract/chart-types.ts';
import { ScreenConfig, WIDGET_TYPES } from '../contract/screen-config.ts';
import { asPicture } from '#modules/library/core/index.ts';
import { boardSketch } from '#modules/boards/core/index.ts';
import { chartSketch } from '#modules/charts/core/index.ts';
import { screenSketch } from './sketch.ts';

const count = (text: string | null, part: string): number => (text ?? '').split(part).length - 1;

describe('schematics', () => {
  it('tell every type of chart', () => {
    for (const type of CHART_TYPE_KEYS) expect(count(chartSketch(type), '<use'), type).toBe(1);
    expect(chartSketch('line')).not.toBe(chartSketch('bar'));
  });

  it('of boards show tiles in their places, and the types of stored charts', () => {
    const layout = [
      { i: 'a', x: 0, y: 0, w: 12, h: 8, chartId: '1' },
      { i: 'b', x: 12, y: 0, w: 12, h: 8, chartId: '2' },
      { i: 'c', x: 0, y: 8, w: 24, h: 3, kind: 'text' as const, text: '<b>机密</b>' },
      { i: 'far', x: 0, y: 900, w: 24, h: 9, chartId: '1' },
    ];
    const board = BoardConfig.parse({
      v: 1,
      tabs: [
        { id: 'x', name: '空', layout: [] },
        { id: 't', name: '首页', layout },
      ],
    });
    const drawn = boardSketch(board, (id) => (id === '1' ? 'map' : null));
    expect(drawn).toMatch(/<symbol id='map'.*<use href='#map' x='5\.5' y='12\.5'/);
    // the tile of a chart that is gone has a frame alone; what lies below the edge is not drawn
    expect([count(drawn, '<use'), count(drawn, "opacity='.14'")]).toEqual([2, 3]);
    expect(drawn).not.toContain('机密');
  });

  it('of screens take every kind of part, those of panels after their panels, and hide what is hidden', () => {
    const nodes = Object.fromEntries(
      WIDGET_TYPES.map((type, z) => [type, { id: type, z, x: z * 10, y: 0, w: 300, h: 200, type, chartType: 'bar' as const }]),
    );
    const inPanel = { id: 'in', parent: 'panel', z: -5, x: 0, y: 0, w: 100, h: 100, type: 'rank' as const };
    const hidden = { id: 'hid', z: 99, x: 0, y: 0, w: 100, h: 100, type: 'heroMap' as const, hide: true };
    const drawn = screenSketch(ScreenConfig.parse({ v: 1, nodes: { ...nodes, in: inPanel } }), () => null);
    expect(drawn).toContain("viewBox='0 0 240 135'");
    expect(drawn!.lastIndexOf('#rank')).toBeGreaterThan(drawn!.indexOf("fill='#2f6bd8'"));
    expect(screenSketch(ScreenConfig.parse({ v: 1, nodes: { hid: hidden } }), () => null)).toBeNull();
  });

  it('of screens show the first page of a carousel alone, with what stands on it', () => {
    const place = { x: 0, y: 0, w: 300, h: 200 };
    const nodes = {
      c: { id: 'c', z: 1, type: 'carousel' as const, ...place },
      one: { id: 'one', z: 2, parent: 'c', type: 'group' as const, ...place },
      in: { id: 'in', z: 3, parent: 'one', type: 'rank' as const, ...place },
      two: { id: 'two', z: 4, parent: 'c', type: 'group' as const, ...place },
      other: { id: 'other', z: 5, parent: 'two', type: 'heroMap' as const, ...place },
    };
    const drawn = screenSketch(ScreenConfig.parse({ v: 1, nodes }), () => null);
    expect(drawn).toContain("href='#rank'");
    expect([count(drawn, '<use'), count(drawn, '#map')]).toEqual([1, 0]);
  });

  it('are pictures that a browser reads', () => {
    const picture = asPicture(chartSketch('gauge'));
    expect(picture.startsWith('data:image/svg+xml,%3Csvg ')).toBe(true);
    expect(picture).not.toMatch(/[<>#"]/);
    expect(decodeURIComponent(picture)).toContain(chartSketch('gauge'));
  });
});
