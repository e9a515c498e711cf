import { memo, useCallback, useContext, useEffect, type CSSProperties } from 'react';
import { DATA_WIDGETS, type ScreenConfig, type ScreenNode } from '../../../contract/screen-config.ts';
import type { ChartConfig } from '#modules/charts/contract/chart.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';
import { WidgetBody } from '../../stage/WidgetBody.tsx';
import { CANVAS_ID } from '../actions.ts';
import { useEditorState } from '../editor.ts';
import { asksSomething, CanvasContext, useStoredChart } from './canvas-context.ts';
import { transformOf } from './surface.ts';

interface ItemProps {
  id: string;
  z: number;
  /** what it inherits from the groups around it */
  opacity: number;
  isLocked: boolean;
}

/** A node on the canvas: its box follows the document, its body is drawn again only when what it shows changes. */
export const NodeItem = memo(function NodeItem({ id, z, opacity, isLocked }: ItemProps) {
  const node = useEditorState((state) => state.config.nodes[id]);
  const canvas = useContext(CanvasContext);
  // these two look at the nodes around them
  const look = useEditorState((state) => (node?.type === 'carousel' || node?.type === 'header' ? state.config : canvas.look));
  const chart = useStoredChart(node?.chart ? null : (node?.chartId ?? null));
  const hold = useCallback(
    (element: HTMLElement | null) => {
      if (element) canvas.elements.set(id, element);
      else canvas.elements.delete(id);
    },
    [canvas, id],
  );
  if (!node) return null;
  const style: CSSProperties = {
    width: node.w,
    height: node.h,
    transform: transformOf(node.x, node.y, node.r),
    zIndex: z,
    ...(opacity < 1 && { opacity }),
  };
  return (
    <div ref={hold} className="sed-node" data-node={id} data-locked={isLocked || undefined} style={style}>
      {/* what a widget offers to readers is no target of the canvas, neither for the pointer nor for the Tab key */}
      <div className="sed-inside" inert>
        <Body node={node} chart={chart} config={look} feed={canvas.feed} />
      </div>
    </div>
  );
});

interface BodyProps {
  node: ScreenNode;
  chart: ChartConfig | null;
  config: ScreenConfig;
  feed: TileFeed;
}
/** Where it stands is not what it shows. */
const SHOWN = ['type', 'w', 'h', 'props', 'chart', 'chartId', 'refreshSec'] as const satisfies readonly (keyof ScreenNode)[];
const isSame = (a: BodyProps, b: BodyProps): boolean =>
  a.chart === b.chart && a.config === b.config && a.feed === b.feed && SHOWN.every((key) => a.node[key] === b.node[key]);

const Body = memo(function Body({ node, chart, config, feed }: BodyProps) {
  useEffect(countDrawn);
  const shown = chart ?? node.chart ?? null;
  // a chart without fields asks for nothing
  const own = shown && asksSomething(shown) ? { ...node, chart: shown } : { ...node, chart: null, chartId: null };
  return <WidgetBody node={DATA_WIDGETS.has(node.type) ? own : node} config={config} feed={feed} isEditing />;
}, isSame);

/** How often bodies were drawn since the page was opened; the measurement of the editor reads it from the canvas. */
function countDrawn(): void {
  const canvas = document.getElementById(CANVAS_ID);
  if (canvas) canvas.dataset.drawn = String(Number(canvas.dataset.drawn ?? 0) + 1);
}
