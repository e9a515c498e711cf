import { Select } from 'antd';
import { CHART_TYPES, chartType, type ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import type { ChartConfig, ChartOptions } from '#modules/charts/contract/chart.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { switchType } from '#modules/charts/core/index.ts';
import { setNode, setProp } from '../../../core/node-commands.ts';
import { WIDGETS, withDefaults } from '../../../core/widgets.ts';
import { toast } from '#kit/web/dialog.tsx';
import { styleFields } from '#modules/charts/web/parts.ts';
import { useEditor } from '../editor.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { PropPanel } from '#kit/web/designer/props/PropPanel.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { withValue } from '#kit/web/designer/props/prop-values.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useScene } from './use-scene.ts';

/** The settings of a widget as its kind describes them; of charts also how the chart is drawn. */
export function StyleTab({ nodes }: { nodes: readonly ScreenNode[] }) {
  const editor = useEditor();
  const scene = useScene();
  const node = nodes[0]!;
  const { fields } = WIDGETS[node.type];
  const ids = nodes.map(({ id }) => id);
  const one = nodes.length === 1 ? node : null;
  const isEmpty = fields.length === 0 && !one?.chart;
  return (
    <>
      {one?.type === 'chart' && one.chart && <ChartStyle node={one} chart={one.chart} />}
      {one?.type === 'chart' && !one.chart && !one.chartId && <UnboundType node={one} />}
      <PropPanel
        fields={fields}
        values={withDefaults(node.type, node.props)}
        scene={scene}
        onChange={(key, value, gesture) => {
          const [head] = key.split('.') as [string];
          const next = key.includes('.') ? withValue(node.props, key, value)[head] : value;
          editor.change('修改样式', setProp(ids, head, next as ScreenNode['props'][string] | undefined), { gesture });
        }}
      />
      {isEmpty && <StateView kind="empty" inline what={one?.chartId ? '这是已保存的图表，样式在图表中设置' : '这个组件没有样式设置'} />}
    </>
  );
}

function ChartStyle({ node, chart }: { node: ScreenNode; chart: ChartConfig }) {
  const editor = useEditor();
  const scene = useScene();
  const set = (values: Partial<ChartConfig>, gesture?: string) =>
    editor.change('修改图表', setNode([node.id], { chart: { ...chart, ...values } }), { gesture });
  const { variants } = chartType(chart.chartType);
  const exchange = (type: ChartTypeKey) => {
    const { config, dropped } = switchType(chart, type);
    set(config);
    if (dropped.length > 0) toast.info(`${chartType(type).label}放不下 ${dropped.length} 个字段，已移除，可以撤销`);
  };
  return (
    <>
      <PropGroup title="图表类型">
        <PropRow id="chart-type" label="类型">
          <Select
            id="chart-type"
            size="small"
            showSearch={{ optionFilterProp: 'label' }}
            value={chart.chartType}
            options={CHART_TYPES.map(({ key, label }) => ({ value: key, label }))}
            onChange={exchange}
          />
        </PropRow>
        {variants.length > 0 && (
          <PropRow id="chart-variant" label="样式">
            <Select
              id="chart-variant"
              size="small"
              value={chart.seriesType ?? variants[0]![0]}
              options={variants.map(([value, label]) => ({ value, label }))}
              onChange={(seriesType) => set({ seriesType })}
            />
          </PropRow>
        )}
      </PropGroup>
      <PropPanel
        fields={styleFields(chart.chartType)}
        values={chart.options}
        scene={{ ...scene, tokens: [] }}
        onChange={(key, value, gesture) => set({ options: withValue(chart.options, key, value) as ChartOptions }, gesture)}
      />
    </>
  );
}

/** A chart without data is of some type too. */
function UnboundType({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  return (
    <PropGroup title="图表类型">
      <PropRow id="chart-type" label="类型">
        <Select
          id="chart-type"
          size="small"
          showSearch={{ optionFilterProp: 'label' }}
          value={node.chartType ?? 'bar'}
          options={CHART_TYPES.map(({ key, label }) => ({ value: key, label }))}
          onChange={(type: ChartTypeKey) => editor.change('修改图表', setNode([node.id], { chartType: type }))}
        />
      </PropRow>
    </PropGroup>
  );
}
