import { Button, Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import type { ScreenNode } from '../../../contract/screen-config.ts';
import { setNode } from '../../../core/node-commands.ts';
import { useStoredChart } from '../canvas/canvas-context.ts';
import { screenApi } from '../api.ts';
import { useEditor } from '../editor.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';

/** A node that shows a stored chart: which one, the way to it, and how to make it this screen's own. */
export function StoredChart({ node, chartId }: { node: ScreenNode; chartId: string }) {
  const editor = useEditor();
  const chart = useStoredChart(chartId);
  const charts = useCall(screenApi.chart.list, {}, { staleTime: 30_000 });
  return (
    <PropGroup title="已保存的图表">
      <Select
        size="small"
        aria-label="图表"
        showSearch={{ optionFilterProp: 'label' }}
        loading={charts.isLoading}
        status={charts.error ? 'error' : undefined}
        value={chartId}
        options={(charts.data ?? []).map(({ id, chartName }) => ({ value: id, label: chartName }))}
        onChange={(id: string) => editor.change('更换图表', setNode([node.id], { chartId: id }))}
      />
      <p className="muted">数据和样式随图表的修改更新，发布时一并冻结。</p>
      <Button size="small" href={`/visual/chart/build/${chartId}`} target="_blank" rel="noreferrer">
        打开图表设计
      </Button>
      <Button
        size="small"
        disabled={!chart}
        onClick={() => chart && editor.change('转为大屏自有图表', setNode([node.id], { chart: structuredClone(chart), chartId: null }))}
      >
        转为大屏自有图表
      </Button>
      <Button size="small" onClick={() => editor.change('解除图表', setNode([node.id], { chartId: null }))}>
        解除绑定
      </Button>
    </PropGroup>
  );
}
