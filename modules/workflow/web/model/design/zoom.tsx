import { MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { useEffect, useEffectEvent, useState } from 'react';
import './zoom.css';

const LEAST = 0.25;
const MAX = 2;
const within = (value: number): number => Math.min(MAX, Math.max(LEAST, Math.round(value * 100) / 100));
/** Space left around a drawing that fits. */
const MARGIN = 16;

interface Zoom {
  value: number;
  onIn: () => void;
  onOut: () => void;
  onFit: () => void;
  onWhole: () => void;
}

/** Size of the drawing inside a frame that scrolls: buttons, and the wheel with Ctrl. */
export function useZoom(frame: { readonly current: HTMLElement | null }): Zoom {
  const [value, setValue] = useState(1);
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    setValue((now) => within(now * (event.deltaY < 0 ? 1.1 : 1 / 1.1)));
  });
  useEffect(() => {
    const element = frame.current;
    const receive = (event: WheelEvent) => turn(event);
    element?.addEventListener('wheel', receive, { passive: false });
    return () => element?.removeEventListener('wheel', receive);
  }, [frame]);
  const fit = () => {
    const element = frame.current;
    const drawing = element?.querySelector<HTMLElement>('.tree-drawing');
    if (!element || !drawing) return;
    const [width, height] = [drawing.scrollWidth, drawing.scrollHeight];
    setValue(within(Math.min(1, (element.clientWidth - MARGIN) / width, (element.clientHeight - MARGIN) / height)));
  };
  return {
    value,
    onIn: () => setValue((now) => within(now * 1.2)),
    onOut: () => setValue((now) => within(now / 1.2)),
    onFit: fit,
    onWhole: () => setValue(1),
  };
}

/** The buttons of the zoom, in both views; `value` is shown where the view knows it. */
export function ZoomBar({ value, onIn, onOut, onFit, onWhole }: Omit<Zoom, 'value'> & { value?: number }) {
  return (
    <div className="zoom-bar" role="toolbar" aria-label="缩放">
      <button type="button" className="icon-button small" aria-label="缩小" title="缩小" onClick={onOut}>
        <MinusOutlined />
      </button>
      <button type="button" className="icon-button small zoom-figure" title="原始大小" onClick={onWhole}>
        {value === undefined ? '100%' : `${Math.round(value * 100)}%`}
      </button>
      <button type="button" className="icon-button small" aria-label="放大" title="放大" onClick={onIn}>
        <PlusOutlined />
      </button>
      <button type="button" className="icon-button small zoom-figure" onClick={onFit}>
        适应窗口
      </button>
    </div>
  );
}
