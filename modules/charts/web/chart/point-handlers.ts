import type { MouseEvent } from 'react';
import type { ClickedValue } from '../tile/tiles.ts';
import type { ChartPoint } from './use-canvas.ts';

/** What a click, or the other mouse button, on a part of the page that stands for a data point says. */
export function pointHandlers(onPoint: ((point: ChartPoint) => void) | undefined, values: () => ClickedValue[]) {
  if (!onPoint) return {};
  const tell = ({ clientX: x, clientY: y }: MouseEvent, isMenu: boolean) => onPoint({ values: values(), x, y, isMenu });
  return {
    onClick: (event: MouseEvent) => tell(event, false),
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      tell(event, true);
    },
  };
}
