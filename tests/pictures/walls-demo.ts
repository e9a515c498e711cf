import { ScreenConfig, type ScreenNode } from '#modules/screens/contract/screen-config.ts';
import { sampleOf } from '#modules/screens/core/sample-data.ts';
import { BORDERS, TITLE_BARS } from '#modules/screens/core/widgets-frame.ts';
import { BACKGROUNDS } from '#modules/screens/web/stage/Ground.tsx';
import type { Demo } from './screens-demo.ts';
import { chartFor } from './screens-feed.ts';

type Box = readonly [x: number, y: number, w: number, h: number];
const DRAWINGS: readonly (readonly [ScreenNode['type'], Box, ScreenNode['props']])[] = [
  ['paceLine', [24, 24, 900, 420], { size: 72, label: '年度新签合同额' }],
  ['paceBars', [24, 460, 900, 130], {}],
  ['gapBars', [24, 610, 900, 440], {}],
  ['riskList', [960, 24, 440, 560], { most: 4 }],
  ['calloutMap', [1420, 24, 480, 560], { most: 3, rail: 160, inset: false, legend: false }],
  ['stageFlow', [960, 600, 940, 240], {}],
  ['pipeline', [960, 856, 940, 210], {}],
];

/** The drawings for walls with the samples that the builder shows, too. */
export function wallsDemo(theme = 'ocean'): Demo {
  const answers: Record<string, Demo['answers'][string]> = {};
  const nodes: Record<string, unknown> = {};
  DRAWINGS.forEach(([type, [x, y, w, h], props], i) => {
    const data = sampleOf({ type })!.data;
    answers[type] = data;
    nodes[type] = { id: type, type, z: i + 1, x, y, w, h, props, chart: chartFor(data, 'table') };
  });
  return { config: ScreenConfig.parse({ v: 1, theme, nodes }), answers };
}

/** All borders, bars for titles and a ground of our own. */
export function assetsDemo(theme = 'ocean', ground = 'contour'): Demo {
  const nodes: Record<string, unknown> = {};
  const put = (id: string, type: ScreenNode['type'], [x, y, w, h]: Box, props: ScreenNode['props']) => {
    nodes[id] = { id, type, z: Object.keys(nodes).length + 1, x, y, w, h, props };
  };
  BORDERS.forEach(([kind, label], i) => {
    const box: Box = [24 + (i % 5) * 376, 24 + Math.floor(i / 5) * 136, 352, 112];
    put(`border-${kind}`, 'border', box, { kind });
    put(`name-${kind}`, 'text', box, { text: label, size: 18, align: 'center' });
  });
  TITLE_BARS.forEach(([kind, label], i) => {
    const box: Box = [24 + (i % 4) * 470, 592 + Math.floor(i / 4) * 88, 446, 56];
    put(`title-${kind}`, 'titleBar', box, { kind, text: label, sub: '说明', size: 24 });
  });
  const preset = BACKGROUNDS.some(([key]) => key === ground) ? ground : 'deep';
  return { config: ScreenConfig.parse({ v: 1, theme, nodes, background: { color: '', preset } }), answers: {} };
}
