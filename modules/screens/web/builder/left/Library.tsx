import { Segmented } from 'antd';
import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CHART_TYPES, type ChartGroup } from '#modules/charts/contract/chart-types.ts';
import { WIDGET_GROUPS, WIDGET_LIST } from '../../../core/widgets.ts';
import { addPaletteItem, focusCanvas, type PaletteItem } from '../actions.ts';
import { screenApi } from '../api.ts';
import { useEditor } from '../editor.ts';
import { TypeGlyph } from '#modules/charts/web/builder-parts.ts';
import { Assets } from './Assets.tsx';
import { isSecondOfTwo, Sections, Tile } from './tiles.tsx';
import { WidgetGlyph } from './WidgetGlyph.tsx';
import { usePaletteDrag } from './use-palette-drag.ts';

type Shelf = 'widget' | 'asset' | 'chart' | 'stored';
const CHART_GROUPS: readonly (readonly [ChartGroup, string])[] = [
  ['compare', '比较'],
  ['trend', '趋势'],
  ['part', '占比'],
  ['relation', '关系'],
  ['map', '地图'],
  ['table', '表格'],
  ['figure', '指标'],
];

/** Everything that can be put on a screen: by click, by Enter or by dragging it onto the canvas. */
export function Library() {
  const [shelf, setShelf] = useState<Shelf>('widget');
  const [search, setSearch] = useState('');
  const word = useDeferredValue(search.trim().toLowerCase());
  return (
    <div className="sed-library">
      <div className="sed-panel-tools">
        <SearchInput
          label="搜索组件"
          placeholder={shelf === 'stored' ? '搜索已保存的图表' : '搜索组件'}
          size="small"
          value={search}
          onChange={setSearch}
        />
        <Segmented<Shelf>
          block
          size="small"
          value={shelf}
          onChange={setShelf}
          options={[
            { value: 'widget', label: '组件' },
            { value: 'asset', label: '素材' },
            { value: 'chart', label: '图表' },
            { value: 'stored', label: '已存' },
          ]}
        />
      </div>
      <div className="sed-scroll">
        {shelf === 'widget' && <Widgets word={word} />}
        {shelf === 'asset' && <Assets word={word} />}
        {shelf === 'chart' && <Charts word={word} />}
        {shelf === 'stored' && <StoredList word={word} />}
      </div>
    </div>
  );
}

function Widgets({ word }: { word: string }) {
  const list = WIDGET_LIST.filter(({ type, label }) => type !== 'group' && type !== 'chart' && label.toLowerCase().includes(word));
  return (
    <Sections
      sections={WIDGET_GROUPS.map((title) => ({
        title,
        tiles: list
          .filter(({ group }) => group === title)
          .map(({ type, label }) => <Tile key={type} offer={{ kind: 'widget', type, label }} icon={<WidgetGlyph type={type} />} />),
      }))}
    />
  );
}

function Charts({ word }: { word: string }) {
  return (
    <Sections
      sections={CHART_GROUPS.map(([group, title]) => ({
        title,
        tiles: CHART_TYPES.filter((type) => type.group === group && type.label.toLowerCase().includes(word)).map(({ key, label }) => (
          <Tile key={key} offer={{ kind: 'chart', chartType: key, label }} icon={<TypeGlyph type={key} />} />
        )),
      }))}
    />
  );
}

function StoredList({ word }: { word: string }) {
  const editor = useEditor();
  const drag = usePaletteDrag();
  const charts = useCall(screenApi.chart.list, { query: word ? { chartName: word } : {} }, { staleTime: 30_000, keepPrevious: true });
  if (charts.error) return <StateView kind="error" inline error={charts.error} onRetry={() => void charts.refetch()} />;
  if (charts.isLoading) return <StateView kind="loading" rows={6} />;
  if (!charts.data?.length)
    return <StateView kind="empty" inline what={word ? '没有符合的图表' : '还没有保存的图表，可在“图表配置”中新增'} />;
  return (
    <ul className="sed-stored">
      {charts.data.map((chart) => {
        const offer: PaletteItem = { kind: 'stored', chartId: chart.id, label: chart.chartName };
        return (
          <li key={chart.id}>
            <button
              type="button"
              title={chart.dataSetName ? `${chart.chartName}（${chart.dataSetName}）` : chart.chartName}
              onPointerDown={drag(offer)}
              onClick={(event) => {
                if (isSecondOfTwo(event)) return;
                addPaletteItem(editor, offer);
                focusCanvas();
              }}
            >
              <i>
                {chart.chartThumbnail ? <img src={chart.chartThumbnail} alt="" draggable={false} /> : <TypeGlyph type={chart.chartType} />}
              </i>
              <span>
                {chart.chartName}
                <em>{chart.dataSetName ?? '未设置数据集'}</em>
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
