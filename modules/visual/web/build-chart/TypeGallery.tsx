import {
  AppstoreOutlined,
  AreaChartOutlined,
  BarChartOutlined,
  BoxPlotOutlined,
  BranchesOutlined,
  CalendarOutlined,
  CloudOutlined,
  DashboardOutlined,
  DeploymentUnitOutlined,
  DotChartOutlined,
  EnvironmentOutlined,
  FallOutlined,
  FilterOutlined,
  FundOutlined,
  GlobalOutlined,
  HeatMapOutlined,
  LineChartOutlined,
  NodeIndexOutlined,
  NumberOutlined,
  OrderedListOutlined,
  PieChartOutlined,
  RadarChartOutlined,
  SlidersOutlined,
  StockOutlined,
  SunOutlined,
  TableOutlined,
  CompassOutlined,
} from '@ant-design/icons';
import { Segmented } from 'antd';
import type { ComponentType } from 'react';
import { CHART_TYPES, chartType, type ChartGroup, type ChartTypeKey } from '../../contract/chart-types.ts';

const ICONS: Readonly<Record<ChartTypeKey, ComponentType>> = {
  table: TableOutlined,
  pivot: AppstoreOutlined,
  kpi: NumberOutlined,
  bar: BarChartOutlined,
  line: LineChartOutlined,
  dual: FundOutlined,
  pie: PieChartOutlined,
  polar: CompassOutlined,
  radar: RadarChartOutlined,
  scatter: DotChartOutlined,
  heatmap: HeatMapOutlined,
  calendar: CalendarOutlined,
  boxplot: BoxPlotOutlined,
  waterfall: FallOutlined,
  funnel: FilterOutlined,
  gauge: DashboardOutlined,
  liquidFill: AreaChartOutlined,
  rank: OrderedListOutlined,
  bullet: SlidersOutlined,
  treemap: StockOutlined,
  sunburst: SunOutlined,
  tree: BranchesOutlined,
  sankey: NodeIndexOutlined,
  graph: DeploymentUnitOutlined,
  wordCloud: CloudOutlined,
  map: EnvironmentOutlined,
  flowMap: GlobalOutlined,
};
const GROUPS: Readonly<Record<ChartGroup, string>> = {
  compare: '比较',
  trend: '趋势',
  part: '构成',
  relation: '关系',
  map: '地图',
  table: '表格',
  figure: '指标',
};

interface Props {
  type: ChartTypeKey;
  variant: string | null;
  onType: (type: ChartTypeKey) => void;
  onVariant: (variant: string) => void;
}

/** All types of charts by what they show, and the variants of the chosen one. */
export function TypeGallery({ type, variant, onType, onVariant }: Props) {
  const { variants } = chartType(type);
  return (
    <div className="type-gallery">
      {Object.entries(GROUPS).map(([group, label]) => (
        <section key={group} aria-label={label}>
          <h4>{label}</h4>
          <div className="type-grid">
            {CHART_TYPES.filter((one) => one.group === group).map((one) => {
              const Icon = ICONS[one.key];
              return (
                <button
                  key={one.key}
                  type="button"
                  className={one.key === type ? 'is-chosen' : ''}
                  aria-pressed={one.key === type}
                  onClick={() => onType(one.key)}
                >
                  <Icon />
                  <span>{one.label}</span>
                </button>
              );
            })}
          </div>
        </section>
      ))}
      {variants.length > 1 && (
        <section aria-label="样式变体" className="type-variants">
          <h4>{chartType(type).label}的形式</h4>
          <Segmented
            aria-label="图表样式"
            vertical={variants.length > 3}
            block
            size="small"
            value={variant ?? variants[0]![0]}
            options={variants.map(([key, label]) => ({ value: key, label }))}
            onChange={onVariant}
          />
        </section>
      )}
    </div>
  );
}
