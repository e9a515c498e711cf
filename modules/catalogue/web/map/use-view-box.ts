import { useCallback, useEffect, useRef, useState, type PointerEvent } from 'react';

interface View {
  x: number;
  y: number;
  /** pixels on the screen for one unit of the drawing */
  scale: number;
}
interface Size {
  readonly width: number;
  readonly height: number;
}
const LEAST = 0.2;
const MAX = 2.5;
const STEP = 1.25;
/** A press that moves less than this is a click. */
const DRAG_PX = 4;

/** A drawing shown whole until one moves or scales it: the view box, handlers for the pointer, and the three buttons. */
export function useViewBox(drawing: Size, box: Size | null) {
  const [moved, setMoved] = useState<View | null>(null);
  const drag = useRef<{ x: number; y: number; view: View; isMoving: boolean } | null>(null);
  const whole = wholeOf(drawing, box);
  const view = moved ?? whole;
  const zoom = useCallback(
    (factor: number, at?: { x: number; y: number }) => {
      if (!box) return;
      setMoved((before) => {
        const from = before ?? whole;
        const scale = Math.min(MAX, Math.max(LEAST, from.scale * factor));
        const point = at ?? { x: box.width / 2, y: box.height / 2 };
        return { scale, x: from.x + point.x / from.scale - point.x / scale, y: from.y + point.y / from.scale - point.y / scale };
      });
    },
    [box, whole],
  );
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const element = svg.current;
    if (!element) return;
    // React listens passively, and the page would scroll
    const handleWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const frame = element.getBoundingClientRect();
      zoom(event.deltaY < 0 ? STEP : 1 / STEP, { x: event.clientX - frame.left, y: event.clientY - frame.top });
    };
    element.addEventListener('wheel', handleWheel, { passive: false });
    return () => element.removeEventListener('wheel', handleWheel);
  }, [zoom]);
  return {
    svg,
    scale: view.scale,
    viewBox: box ? `${view.x} ${view.y} ${box.width / view.scale} ${box.height / view.scale}` : `0 0 ${drawing.width} ${drawing.height}`,
    zoomIn: () => zoom(STEP),
    zoomOut: () => zoom(1 / STEP),
    showAll: () => setMoved(null),
    dragging: {
      onPointerDown: (event: PointerEvent) => {
        drag.current = { x: event.clientX, y: event.clientY, view, isMoving: false };
      },
      onPointerMove: (event: PointerEvent) => {
        const start = drag.current;
        if (!start || event.buttons === 0) return;
        const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
        if (!start.isMoving && Math.hypot(dx, dy) < DRAG_PX) return;
        start.isMoving = true;
        setMoved({ ...start.view, x: start.view.x - dx / start.view.scale, y: start.view.y - dy / start.view.scale });
      },
      onPointerUp: () => {
        drag.current = null;
      },
    },
  };
}

function wholeOf(drawing: Size, box: Size | null): View {
  if (!box || drawing.width === 0) return { x: 0, y: 0, scale: 1 };
  const scale = Math.min(1, box.width / drawing.width, box.height / drawing.height);
  return { scale, x: (drawing.width - box.width / scale) / 2, y: (drawing.height - box.height / scale) / 2 };
}
