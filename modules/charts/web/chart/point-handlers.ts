import type { MouseEvent } from 'react';
import type { ClickedValue } from '../tile/tiles.ts';
import type { ChartPoint } from './use-canvas.ts';

/** What a click, or the other mouse button, on a part of the page that stands for a data point says. */
export function pointHandlers(onPoint: ((point: ChartPoint) => void) | undefined, values: () => ClickedValue[]) {
  if (!onPoint) return {};
  const at = ({ clientX: x, clientY: y }: MouseEvent) => ({ values: values(), x, y });
  return {
    onClick: (event: MouseEvent) => onPoint(at(event)),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      onPoint({ ...at(event), isMenu: true });
    },
  };
}
