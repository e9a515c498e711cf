import type { ChartTypeKey } from '../../contract/chart-types.ts';
import { Glyph } from '#kit/web/designer/Glyph.tsx';

const AXES = 'M3 3v18h18';
const GLYPHS: Readonly<Record<ChartTypeKey, string>> = {
  table: 'M3 4h18v16H3zM3 9.5h18M3 15h18M10 4v16',
  pivot: 'M3 4h18v16H3zM9 4v16M3 9h18|M3 4h6v5H3z',
  kpi: 'M3 5h18v14H3zM6 16h7|M6 8h3v5H6zM11 8h3v5h-3zM16 10h2v3h-2z',
  bar: `${AXES}|M6 13h3v6H6zM11 8h3v11h-3zM16 11h3v8h-3z`,
  line: `${AXES}M6 15l4-5 4 3 6-8`,
  dual: `${AXES}M5.5 9l5-3 4 4 5.5-5|M6 14h3v5H6zM11 12h3v7h-3zM16 15h3v4h-3z`,
  pie: 'M12 3a9 9 0 1 0 9 9h-9z|M14 2a8 8 0 0 1 8 8h-8z',
  polar: 'M12 3a9 9 0 1 0 .01 0M12 8a4 4 0 1 0 .01 0|M12 12V3a9 9 0 0 1 6.4 2.6z',
  radar: 'M12 3l9 6.5-3.4 10.5H6.4L3 9.5zM12 7.5l4.5 3.5-2 5.5H9l-1.5-6z',
  scatter: `${AXES}|M7 14h3v3H7zM11 8h3v3h-3zM16 12h3v3h-3zM17 5h2.4v2.4H17z`,
  heatmap: 'M3 3h18v18H3z|M3 3h6v6H3zM9 9h6v6H9zM15 3h6v6h-6zM15 15h6v6h-6z',
  calendar: 'M3 5h18v16H3zM3 10h18M8 3v4M16 3v4|M6 12.5h3v3H6zM11 12.5h3v3h-3zM6 17h3v2.5H6z',
  boxplot: `${AXES}M8 5v3M8 15v3M6 5h4M6 18h4M6 8h4v7H6zM6 11h4M16 7v2M16 16v2M14 9h4v7h-4zM14 13h4`,
  waterfall: `${AXES}|M5.5 13h3v6h-3zM9.5 9h3v4h-3zM13.5 5h3v4h-3zM17.5 5h3v14h-3z`,
  funnel: 'M3 4h18l-2.5 5h-13zM6 10.5h12l-2.5 5h-7zM9 17h6l-1.5 4h-3z',
  gauge: 'M3.5 18a9.5 9.5 0 1 1 17 0M12 15l4-6|M10.5 14h3v3h-3z',
  liquidFill: 'M12 3a9 9 0 1 0 .01 0|M3.5 13c3-3 5 2 8.5 0s5-2 8.5 0a9 9 0 0 1-17 0z',
  rank: 'M3 4.5h2M3 12h2M3 19.5h2|M8 3h13v3H8zM8 10.5h9v3H8zM8 18h5v3H8z',
  bullet: 'M3 7h18v10H3zM16 5v14|M3 10h10v4H3z',
  treemap: 'M3 3h18v18H3zM13 3v18M13 11h8M3 14h10|M3 3h10v11H3z',
  sunburst: 'M12 3a9 9 0 1 0 .01 0M12 8a4 4 0 1 0 .01 0M12 3v5M16 12h5M12 16v5M3 12h5',
  tree: 'M8 12h4V5h4M12 12v7h4M12 12h4|M3 10h5v4H3zM16 3h5v4h-5zM16 10h5v4h-5zM16 17h5v4h-5z',
  sankey: 'M4 3v18M20 3v18|M5 4c7 0 8 8 14 8v4C12 16 12 9 5 9zM5 15c6 0 8-9 14-9V4C12 4 12 13 5 13z',
  graph: 'M7 7l10 3M7 7l2 10M17 10l-8 7|M5 5h4v4H5zM15 8h4v4h-4zM7 15h4v4H7z',
  wordCloud: 'M3 8h8M13 6h8M5 13h14M3 18h6M12 18h9',
  map: 'M3 8l6-3 6 3 6-3v11l-6 3-6-3-6 3zM9 5v11M15 8v11',
  flowMap: 'M4 17c2-10 12-12 16-8M4 17c4-4 9-4 14 1|M2.5 15.5h3v3h-3zM18.5 7.5h3v3h-3zM16.5 16.5h3v3h-3z',
};

/** The small picture of a type of chart. */
export const TypeGlyph = ({ type }: { type: string | null }) => <Glyph path={GLYPHS[type as ChartTypeKey] ?? GLYPHS.bar} />;
