import { InputNumber } from 'antd';
import { DATA_WIDGETS, type ScreenNode } from '../../../contract/screen-config.ts';
import type { Action } from '#modules/charts/contract/view-filter.ts';
import { setNode } from '../../../core/node-commands.ts';
import { PropGroup } from '#kit/web/designer/props/PropGroup.tsx';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { ActionList } from '#modules/charts/web/builder-parts.ts';
import { useEditor, useEditorState } from '../editor.ts';
import { StoredCharts, useStoredChart } from '../canvas/canvas-context.ts';
import { layerName } from '../left/Layers.tsx';
import { useContext } from 'react';

/** What a click does, and how often the data are read anew. */
export function ActionTab({ node }: { node: ScreenNode }) {
  const editor = useEditor();
  const nodes = useEditorState((state) => state.config.nodes);
  const charts = useContext(StoredCharts);
  const stored = useStoredChart(node.chart ? null : (node.chartId ?? null));
  const chart = node.chart ?? stored;
  const others = Object.values(nodes).flatMap((one) => {
    const data = one.chart ?? (one.chartId ? charts.get(one.chartId) : undefined);
    return one.id !== node.id && DATA_WIDGETS.has(one.type) && data
      ? [{ id: one.id, label: layerName(one), dataSetId: data.dataSetId }]
      : [];
  });
  const give = (actions: Action[]) => editor.change('交互', setNode([node.id], { actions }), { gesture: 'actions' });
  return (
    <>
      {chart ? (
        <ActionList chart={chart} actions={node.actions} others={others} onChange={give} />
      ) : (
        <PropGroup title="点击时">
          <p className="muted">先在“数据”中设置数据。</p>
        </PropGroup>
      )}
      <PropGroup title="刷新">
        <PropRow id="node-refresh" label="间隔" hint="空 = 与大屏相同，0 = 不刷新">
          <InputNumber
            id="node-refresh"
            size="small"
            className="prop-number"
            min={0}
            max={86_400}
            suffix="秒"
            placeholder="与大屏相同"
            value={node.refreshSec ?? null}
            onChange={(refreshSec) => editor.change('刷新', setNode([node.id], { refreshSec }), { gesture: 'refresh' })}
          />
        </PropRow>
      </PropGroup>
    </>
  );
}
