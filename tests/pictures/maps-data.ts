import { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { ChartData, Scalar } from '#modules/datasets/contract/query.ts';
import { AREAS, NATION, PROVINCES } from '#modules/charts/core/geo/areas.ts';
import { resolveTheme, type ResolvedTheme } from '#modules/charts/core/look/resolve-theme.ts';
import { palette, fontSans } from '../../kit/web/theme.ts';

export type Ground = 'light' | 'dark' | 'screen';

export const lookFor = (ground: Ground): ResolvedTheme =>
  resolveTheme({
    surface: ground === 'screen' ? 'screen' : 'page',
    mode: ground === 'light' ? 'light' : 'dark',
    palette: palette[ground === 'light' ? 'light' : 'dark'],
    font: fontSans,
  });

export const configOf = (kind: string, area: string, label: 'name' | 'nameValue' = 'name'): ChartConfig =>
  ChartConfig.parse({
    dataSetId: '1',
    chartType: kind === 'flowMap' ? 'flowMap' : 'map',
    seriesType: kind === 'bubbleMap' ? 'bubbleMap' : undefined,
    rows: kind === 'flowMap' ? [{ col: 'from' }, { col: 'to' }] : [{ col: 'area' }],
    measures: [
      { col: 'n', alias: '项目数', aggregateType: 'sum' },
      ...(kind === 'flowMap' ? [] : [{ col: 'amount', alias: '合同额', aggregateType: 'sum' }]),
    ],
    options: { map: { area }, label: { content: label } },
  });

/** Figures that are the same in every run: a walk through a table of remainders. */
const figureOf = (code: string): number => ((Number(code.slice(0, 6)) / 100) % 53) | 0;

export function answerOf(kind: string, area: string, fill: 'full' | 'some' | 'none' | 'cities'): ChartData {
  const dimension = (key: string, col: string, name: string) => ({
    key,
    col,
    name,
    role: 'dimension' as const,
    shelf: 'rows' as const,
    type: 'string' as const,
  });
  const measure = (key: string, col: string, name: string, unit: string) => ({
    key,
    col,
    name,
    role: 'measure' as const,
    shelf: 'measures' as const,
    type: 'number' as const,
    format: { kind: 'auto' as const, scale: 'none' as const, thousands: true, unit },
  });
  const rest = { truncated: false, queriedAt: '2026-11-20T02:00:00Z', ms: 1, cache: 'off' as const };
  if (kind === 'flowMap') {
    const ends = ['浙江', '四川省', '北京', '新疆', '黑龙江', '湖北', '510000', '云南', '福建', '海南', '台湾', '西藏'];
    const rows: Scalar[][] = fill === 'none' ? [] : ends.map((to, i) => ['广东省', to, (ends.length - i) * 12]);
    return { ...rest, columns: [dimension('d0', 'from', '起点'), dimension('d1', 'to', '终点'), measure('m0', 'n', '项目数', '个')], rows };
  }
  const below = [...AREAS.values()].filter(({ adcode }) =>
    area === NATION ? false : adcode.startsWith(area.slice(0, 2)) && adcode !== area,
  );
  const list =
    area === NATION
      ? fill === 'cities'
        ? [...AREAS.values()].filter(({ adcode }) => /^(?:33|44)\d\d00$/.test(adcode))
        : PROVINCES
      : below;
  const rows = list
    .filter((_, i) => fill === 'full' || fill === 'cities' || (fill === 'some' && i % 3 === 0))
    .map(({ adcode, name }): Scalar[] => [name, figureOf(adcode) + 1, (figureOf(adcode) + 1) * 1234.5]);
  if (fill === 'some') rows.push(['火星市', 7, 7]);
  return {
    ...rest,
    columns: [dimension('d0', 'area', '地区'), measure('m0', 'n', '项目数', '个'), measure('m1', 'amount', '合同额', '万元')],
    rows,
  };
}
