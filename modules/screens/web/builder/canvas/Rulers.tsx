import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent } from 'react';
import { setScreen } from '../../../core/node-commands.ts';
import { useColorMode } from '#kit/web/color-mode.ts';
import { useEditor, useEditorState } from '../editor.ts';

const SIZE = 20;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000];

function paint(canvas: HTMLCanvasElement, axis: 'x' | 'y', zoom: number, start: number, marked: readonly [number, number] | null): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  const style = getComputedStyle(canvas);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  if (axis === 'y') pen.setTransform(0, ratio, ratio, 0, 0, 0);
  const length = axis === 'x' ? width : height;
  if (marked) {
    pen.fillStyle = style.getPropertyValue('--c-accentSoft');
    pen.fillRect(start + marked[0] * zoom, 0, (marked[1] - marked[0]) * zoom, SIZE);
  }
  const step = STEPS.find((one) => one * zoom >= 56) ?? 10_000;
  pen.fillStyle = pen.strokeStyle = style.getPropertyValue('--c-ink3');
  pen.font = `10px ${style.fontFamily}`;
  pen.textBaseline = 'top';
  pen.beginPath();
  const small = step / (step === 2 || step === 20 || step === 200 || step === 2000 ? 4 : 5);
  for (let at = Math.floor(-start / zoom / step) * step; at * zoom + start < length; at += small) {
    const place = Math.round(at * zoom + start) + 0.5;
    const isLarge = Math.abs(at / step - Math.round(at / step)) < 1e-6;
    pen.moveTo(place, isLarge ? 8 : 15);
    pen.lineTo(place, SIZE);
    if (!isLarge) continue;
    const text = String(Math.round(at));
    if (axis === 'x') pen.fillText(text, place + 3, 3);
    else {
      // letters of the upright ruler are turned to be read from below
      pen.save();
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      pen.translate(3, place - 3);
      pen.rotate(-Math.PI / 2);
      pen.fillText(text, 0, 0);
      pen.restore();
    }
  }
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  pen.stroke();
  pen.globalAlpha = 1;
}

function Ruler({ axis, onDown }: { axis: 'x' | 'y'; onDown: (event: ReactPointerEvent) => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const zoom = useEditorState((state) => state.view.zoom);
  const start = useEditorState((state) => state.view[axis]);
  const size = useEditorState((state) => (axis === 'x' ? state.config.width : state.config.height));
  const mode = useColorMode();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => paint(element, axis, zoom, start, [0, size]);
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [axis, zoom, start, size, mode]);
  return <canvas ref={canvas} className={`sed-ruler sed-ruler-${axis}`} onPointerDown={onDown} aria-hidden />;
}

interface Dragged {
  readonly axis: 'x' | 'y';
  readonly index: number | null;
  readonly at: number;
  readonly isOut: boolean;
}

/** Rulers along two edges with guides: dragged out of a ruler, and away when they are dragged back onto it. */
export function Rulers() {
  const editor = useEditor();
  const guides = useEditorState((state) => state.config.guides);
  const view = useEditorState((state) => state.view);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const root = useRef<HTMLDivElement>(null);

  const begin = (axis: 'x' | 'y', index: number | null) => (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const corner = root.current!.getBoundingClientRect();
    const where = (one: PointerEvent): Dragged => {
      const { view: now } = editor.state;
      const port = axis === 'x' ? one.clientX - corner.left : one.clientY - corner.top;
      return { axis, index, at: Math.round((port - now[axis]) / now.zoom), isOut: port < SIZE };
    };
    let last = where(event.nativeEvent);
    setDragged(last);
    const move = (one: PointerEvent) => {
      last = where(one);
      setDragged(last);
    };
    const up = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      setDragged(null);
      const before = editor.state.config.guides;
      const rest = before[axis].filter((_, i) => i !== index);
      if (!last.isOut && rest.length >= 50) return;
      const next = last.isOut ? rest : [...rest, last.at];
      if (last.isOut && index === null) return;
      editor.change('参考线', setScreen({ guides: { ...before, [axis]: next } }));
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
  };
  const line = (axis: 'x' | 'y', at: number, key: string, index: number | null) => (
    <div
      key={key}
      className={`sed-guide sed-guide-${axis}`}
      data-dragged={index === null || undefined}
      style={{ transform: axis === 'x' ? `translateX(${view.x + at * view.zoom}px)` : `translateY(${view.y + at * view.zoom}px)` }}
      title={`${at}，拖回标尺可删除`}
      onPointerDown={index === null ? undefined : begin(axis, index)}
    />
  );
  return (
    <div ref={root} className="sed-rulers">
      {(['x', 'y'] as const).flatMap((axis) =>
        guides[axis].map((at, i) => (dragged?.axis === axis && dragged.index === i ? null : line(axis, at, `${axis}${i}`, i))),
      )}
      {dragged && !dragged.isOut && (
        <>
          {line(dragged.axis, dragged.at, 'dragged', null)}
          <span
            className="sed-guide-label"
            style={
              dragged.axis === 'x'
                ? { transform: `translate(${view.x + dragged.at * view.zoom + 6}px, 26px)` }
                : { transform: `translate(26px, ${view.y + dragged.at * view.zoom + 6}px)` }
            }
          >
            {dragged.at}
          </span>
        </>
      )}
      <Ruler axis="x" onDown={begin('y', null)} />
      <Ruler axis="y" onDown={begin('x', null)} />
      <div className="sed-ruler-corner" />
    </div>
  );
}
