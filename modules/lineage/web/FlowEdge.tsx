import { BaseEdge, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';

export interface FlowData extends Record<string, unknown> {
  /** distance of both ends from the top of their cards */
  fromY: number;
  toY: number;
  look: 'value' | 'indirect' | 'inferred';
  isStrong: boolean;
}
export type FlowEdgeType = Edge<FlowData, 'flow'>;

/** A calm curve from the right side of a card to the left side of another. */
export function curve(x1: number, y1: number, x2: number, y2: number): string {
  const bend = Math.max(40, Math.abs(x2 - x1) / 2);
  return `M${x1},${y1} C${x1 + bend},${y1} ${x2 - bend},${y2} ${x2},${y2}`;
}

export const FlowEdge = memo(function FlowEdge({ sourceX, sourceY, targetX, targetY, data, selected, markerEnd }: EdgeProps<FlowEdgeType>) {
  const { fromY = 0, toY = 0, look = 'value', isStrong = false } = data ?? {};
  return (
    <BaseEdge
      path={curve(sourceX, sourceY + fromY, targetX - 4, targetY + toY)}
      interactionWidth={14}
      className={`lin-edge lin-edge-${look}${isStrong ? ' lin-edge-strong' : ''}${selected ? ' lin-edge-selected' : ''}`}
      markerEnd={markerEnd}
    />
  );
});
