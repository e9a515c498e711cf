import { MenuIcon } from '#kit/web/menu-icon.tsx';
import type { ChartTypeKey } from '../../../../contract/chart-types.ts';

const NAMES: Readonly<Record<ChartTypeKey, string>> = {
  table: 'TableOutlined',
  pivot: 'LayoutOutlined',
  kpi: 'ContainerOutlined',
  bar: 'BarChartOutlined',
  line: 'LineChartOutlined',
  dual: 'FundOutlined',
  pie: 'PieChartOutlined',
  polar: 'CompassOutlined',
  radar: 'SecurityScanOutlined',
  scatter: 'NodeIndexOutlined',
  heatmap: 'HeatMapOutlined',
  calendar: 'CalendarOutlined',
  boxplot: 'SlidersOutlined',
  waterfall: 'BuildOutlined',
  funnel: 'FilterOutlined',
  gauge: 'DashboardOutlined',
  liquidFill: 'ThunderboltOutlined',
  rank: 'TrophyOutlined',
  bullet: 'ControlOutlined',
  treemap: 'AppstoreOutlined',
  sunburst: 'SyncOutlined',
  tree: 'BranchesOutlined',
  sankey: 'PartitionOutlined',
  graph: 'DeploymentUnitOutlined',
  wordCloud: 'CloudOutlined',
  map: 'EnvironmentOutlined',
  flowMap: 'GlobalOutlined',
};

/** The small picture of a type of chart. */
export function TypeGlyph({ type }: { type: string | null }) {
  return <MenuIcon name={NAMES[type as ChartTypeKey] ?? 'BarChartOutlined'} />;
}
