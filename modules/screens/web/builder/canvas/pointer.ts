import type { Handle, Point } from '../../../core/geometry.ts';
import { add } from '../../../core/node-commands.ts';
import { duplicated } from '../../../core/clipboard.ts';
import { isInside, opened, picked, toggled } from '../../../core/selection.ts';
import { newId } from '../editor.ts';
import { zoomTo } from '../actions.ts';
import { marqueeGesture, moveGesture, panGesture, resizeGesture, rotateGesture, type Gesture, type PointerState } from './gestures.ts';
import type { Surface } from './surface.ts';
import { startTyping } from './typing.ts';

/** Before the pointer has gone this far a press is a click. */
const CLICK_PX = 3;

interface Press {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  /** where the canvas stands, asked once: asking at every move would make the browser lay out the page in between */
  readonly corner: Point;
  /** made when the pointer has left the place of the press */
  readonly make: () => Gesture | null;
  gesture: Gesture | null;
  readonly click?: () => void;
}

/** Turns what the pointer does on the canvas into gestures. Answers how to stop listening. */
export function listen(surface: Surface, isSpace: () => boolean): () => void {
  const { editor, port } = surface;
  let press: Press | null = null;
  let frame = 0;
  let last: PointerEvent | null = null;

  const screenPoint = (event: MouseEvent, corner: Point): Point => {
    const { zoom, x, y } = editor.state.view;
    return { x: (event.clientX - corner.x - x) / zoom, y: (event.clientY - corner.y - y) / zoom };
  };
  const pointed = (event: MouseEvent, corner: Point): PointerState => ({
    ...screenPoint(event, corner),
    shift: event.shiftKey,
    alt: event.altKey,
    free: event.ctrlKey || event.metaKey,
  });
  const hitOf = (event: Event): string | null => (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset.node ?? null;

  function pressed(event: PointerEvent): Press | null {
    const corner = port.getBoundingClientRect();
    const base = { pointer: event.pointerId, x: event.clientX, y: event.clientY, corner, gesture: null };
    const from = screenPoint(event, corner);
    if (event.button === 1 || (event.button === 0 && isSpace())) return { ...base, make: () => panGesture(surface) };
    if (event.button !== 0) return null;
    const target = event.target as Element;
    if (target.closest('.sed-ruler, .sed-guide, .sed-typing')) return null;
    const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle;
    if (handle === 'turn') return { ...base, make: () => rotateGesture(surface, from) };
    if (handle) return { ...base, make: () => resizeGesture(surface, handle as Handle, from) };
    const hit = hitOf(event);
    const { config, entered, selection } = editor.state;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    if (hit === null) {
      const before = isAdding ? selection : [];
      return {
        ...base,
        make: () => marqueeGesture(surface, from, before),
        click: () => !isAdding && editor.select([], null),
      };
    }
    const id = picked(config.nodes, hit, entered);
    const isChosen = selection.includes(id);
    if (!isChosen && isAdding) editor.select(toggled(config.nodes, selection, id));
    else if (!isChosen) editor.pick(hit);
    // a press on what is chosen may become a drag, in which these keys mean something else: only a click takes it away, or takes it alone
    const click = () => (isAdding ? editor.select(toggled(config.nodes, selection, id)) : editor.pick(hit));
    return {
      ...base,
      make: () => (event.altKey ? dragCopy(from) : moveGesture(surface, from)),
      click: isChosen ? click : undefined,
    };
  }

  /** Alt drags a copy away; taking back the step takes the copy back. */
  function dragCopy(from: Point): Gesture | null {
    const { config, selection } = editor.state;
    const copies = duplicated(config.nodes, selection, newId, 0);
    const fresh = new Set(copies.map(({ id }) => id));
    editor.change('复制一份', add(copies), { select: copies.filter(({ parent }) => !fresh.has(parent ?? '')).map(({ id }) => id) });
    return moveGesture(surface, from);
  }

  const draw = () => {
    frame = 0;
    if (!press || !last) return;
    const { gesture } = press;
    if (!gesture) return;
    if ('pan' in gesture) (gesture as ReturnType<typeof panGesture>).pan(last.clientX - press.x, last.clientY - press.y);
    else gesture.move(pointed(last, press.corner));
  };
  const down = (event: PointerEvent) => {
    if (press || (event.target as Element).closest('.sed-typing')) return;
    port.focus({ preventScroll: true });
    press = pressed(event);
    if (!press) return;
    event.preventDefault();
    port.setPointerCapture(event.pointerId);
    if (event.button === 1 || isSpace()) port.dataset.hand = 'closed';
  };
  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.gesture) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < CLICK_PX) return;
      press.gesture = press.make();
      if (!press.gesture) return finish(false);
      port.dataset.busy = '';
    }
    last = event;
    if (frame === 0) frame = requestAnimationFrame(draw);
  };
  const finish = (isDone: boolean) => {
    if (!press) return;
    if (frame !== 0) {
      cancelAnimationFrame(frame);
      if (isDone) draw();
      frame = 0;
    }
    const { gesture, click, pointer } = press;
    press = null;
    last = null;
    delete port.dataset.busy;
    delete port.dataset.hand;
    if (port.hasPointerCapture(pointer)) port.releasePointerCapture(pointer);
    if (!gesture) {
      if (isDone) click?.();
    } else if (isDone) gesture.end();
    else gesture.cancel();
  };
  const up = (event: PointerEvent) => {
    if (press?.pointer !== event.pointerId) return;
    if (press.gesture) last = event;
    if (press.gesture && frame === 0) frame = requestAnimationFrame(draw);
    finish(true);
  };
  const lost = () => finish(false);
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !press) return;
    event.stopPropagation();
    finish(false);
  };
  const double = (event: MouseEvent) => {
    const hit = hitOf(event);
    if (hit === null) return;
    const { config, entered } = editor.state;
    const inside = opened(config.nodes, hit, entered);
    if (inside !== entered) return editor.select([picked(config.nodes, hit, inside)], inside);
    if (isInside(config.nodes, hit, entered)) startTyping(editor, hit);
  };
  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    const { view } = editor.state;
    if (event.ctrlKey || event.metaKey) {
      const corner = port.getBoundingClientRect();
      const step = Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 240);
      zoomTo(editor, view.zoom * step, { x: event.clientX - corner.left, y: event.clientY - corner.top });
      return;
    }
    const [dx, dy] = event.shiftKey ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    editor.set({ view: { ...view, x: view.x - dx, y: view.y - dy } });
  };

  port.addEventListener('pointerdown', down);
  port.addEventListener('pointermove', move);
  port.addEventListener('pointerup', up);
  port.addEventListener('pointercancel', lost);
  port.addEventListener('dblclick', double);
  port.addEventListener('wheel', wheel, { passive: false });
  window.addEventListener('keydown', key, true);
  window.addEventListener('blur', lost);
  return () => {
    finish(false);
    port.removeEventListener('pointerdown', down);
    port.removeEventListener('pointermove', move);
    port.removeEventListener('pointerup', up);
    port.removeEventListener('pointercancel', lost);
    port.removeEventListener('dblclick', double);
    port.removeEventListener('wheel', wheel);
    window.removeEventListener('keydown', key, true);
    window.removeEventListener('blur', lost);
  };
}
