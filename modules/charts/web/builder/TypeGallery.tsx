import { Segmented } from 'antd';
import { CHART_TYPES, chartType, type ChartGroup, type ChartTypeKey } from '../../contract/chart-types.ts';
import { TypeGlyph } from '../tile-design/TypeGlyph.tsx';

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
            {CHART_TYPES.filter((one) => one.group === group).map((one) => (
              <button
                key={one.key}
                type="button"
                className={one.key === type ? 'is-chosen' : ''}
                aria-pressed={one.key === type}
                onClick={() => onType(one.key)}
              >
                <TypeGlyph type={one.key} />
                <span>{one.label}</span>
              </button>
            ))}
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
