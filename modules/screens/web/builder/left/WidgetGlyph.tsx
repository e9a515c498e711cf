import type { WidgetType } from '../../../contract/screen-config.ts';
import { Glyph } from '#kit/web/designer/Glyph.tsx';

/** What each kind of node looks like, in strokes on a field of 24; after `|` what is filled. */
const GLYPHS: Readonly<Record<WidgetType, string>> = {
  group: 'M3 3h11v11H3zM10 14v7h11V10h-7',
  chart: 'M3 3v18h18|M6 13h3v6H6zM11 8h3v11h-3zM16 11h3v8h-3z',
  header: 'M1 6h22M4 6l3 7h10l3-7|M9 8h6v2H9zM8 16h8v1H8z',
  panel: 'M3 3h18v18H3zM3 8h18|M5 5h6v1.6H5z',
  border: 'M3 8V3h5M16 3h5v5M21 16v5h-5M8 21H3v-5',
  decoration: 'M3 6l5 6-5 6M9 6l5 6-5 6M15 6l5 6-5 6',
  titleBar: 'M2 19h20M8 8h12M8 13h8|M3 6h2v9H3z',
  text: 'M5 7V4h14v3M12 4v16M9 20h6',
  time: 'M12 3a9 9 0 1 0 .01 0M12 7v5l4 2',
  image: 'M3 4h18v16H3zM3 17l5-6 4 4 3-3 6 5|M15 7h3v3h-3z',
  video: 'M3 5h18v14H3z|M10 9l6 3-6 3z',
  frame: 'M3 4h18v16H3zM3 9h18|M5 6h1.6v1.6H5zM8 6h1.6v1.6H8z',
  kpi: 'M3 5h18v14H3zM6 16h7|M6 8h3v5H6zM11 8h3v5h-3zM16 10h2v3h-2z',
  flip: 'M3 5h8v14H3zM13 5h8v14h-8zM3 12h8M13 12h8',
  rank: 'M3 4.5h2M3 12h2M3 19.5h2|M8 3h13v3H8zM8 10.5h9v3H8zM8 18h5v3H8z',
  scrollTable: 'M3 4h13v16H3zM3 9h13M3 14h13M20 7v10M18 15l2 3 2-3',
  ticker: 'M3 10v4h4l6 4V6L7 10zM17 9v6M20.5 7v10',
  timeline: 'M6 3v18M11 6h9M11 12h6M11 18h8|M4 4.5h4v3H4zM4 10.5h4v3H4zM4 16.5h4v3H4z',
  ring: 'M12 4a8 8 0 1 1-8 8M4 12a8 8 0 0 1 2.4-5.7',
  segments: 'M3 16h3v4H3zM8 16h3v4H8zM13 16h3v4h-3zM18 16h3v4h-3z|M3 5h3v5H3zM8 5h3v5H8zM13 5h3v5h-3z',
  progress: 'M3 5h18v4H3zM3 15h18v4H3z|M3 5h12v4H3zM3 15h7v4H3z',
  scorecard: 'M10 6h11M10 12h11M10 18h11M3 6l2 2 3-4M3 12l2 2 3-4M3.5 16l4 4M7.5 16l-4 4',
  heroMap: 'M3 8l6-3 6 3 6-3v11l-6 3-6-3-6 3zM9 5v11M15 8v11',
  relation: 'M12 9a3 3 0 1 0 .01 0M12 9V5M9.4 13.5L5 17M14.6 13.5L19 17|M10.5 2h3v3h-3zM3 16.5h3v3H3zM18 16.5h3v3h-3z',
  carousel: 'M6 4h12v12H6zM3 7v6M21 7v6|M8 19h2v2H8zM11 19h2v2h-2zM14 19h2v2h-2z',
  screenTabs: 'M4 8h5l-1.5 6h-5zM11 8h5l-1.5 6h-5zM18 8h4M16.5 14h4|M11 8h5l-1.5 6h-5z',
  filter: 'M3 4h18l-7 8v6l-4 2v-8z',
  cards: 'M3 4h8v7H3zM13 4h8v7h-8zM3 13h8v7H3zM13 13h8v7h-8z',
  gantt: 'M3 3v18|M5 4h8v3H5zM9 10.5h9v3H9zM13 17h8v3h-8z',
  statusGrid: 'M3 3h5v5H3zM9.5 9.5h5v5h-5zM16 3h5v5h-5zM3 16h5v5H3z|M9.5 3h5v5h-5zM3 9.5h5v5H3zM16 9.5h5v5h-5zM9.5 16h5v5h-5z',
  thumbs: 'M3 4h8v6H3zM13 4h8v6h-8zM3 13h8v6H3zM13 13h8v6h-8zM5 21.5h4M15 21.5h4',
  paceLine: 'M3 3v18h18M4 19L20 5M4 19l6-3 5-3',
  paceBars: 'M3 5h18v3H3zM3 11h18v3H3zM3 17h18v3H3zM17 4v5M17 10v5M17 16v5|M3 5h9v3H3zM3 11h15v3H3zM3 17h6v3H3z',
  gapBars: 'M2 12h20|M4 12h3v8H4zM9 12h3v5H9zM14 8h3v4h-3zM19 4h2v8h-2z',
  calloutMap: 'M2 9l4-2 4 2 4-2v10l-4 2-4-2-4 2zM9 13l8-6h2M17 4h5v5h-5z',
  riskList: 'M8 5h13M8 12h13M8 19h13|M3 3.5h2v4H3zM3 10h2v4H3zM3 16.5h2v4H3z',
  stageFlow: 'M2 4h5v16H2zM7 6h5v10H7M12 8h5v5h-5M17 16c3 0 3 2 3 5|M17 8h5v4h-5z',
  pipeline: 'M2 5h4v14H2zM10 8h4v8h-4zM18 10h4v4h-4zM6 9c2 0 2 1 4 1M14 11h4M6 16c2 0 2-1 4-2',
};

/** The small picture of a kind of node: no two are alike. */
export const WidgetGlyph = ({ type }: { type: WidgetType }) => <Glyph path={GLYPHS[type]} />;
