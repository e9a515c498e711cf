import { isInside, opened, picked } from '../../../core/selection.ts';
import { zoomTo } from '../actions.ts';
import type { Editor } from '../editor.ts';
import type { panGesture } from './gestures.ts';
import { hitOf, pointed, pressOf, type Press } from './press.ts';
import type { Surface } from './surface.ts';
import { startTyping } from './typing.ts';

/** Before the pointer has gone this far a press is a click. */
const CLICK_PX = 3;

/** Turns what the pointer does on the canvas into gestures. Returns how to stop listening. */
export function listen(surface: Surface, isSpace: () => boolean): () => void {
  const { editor, port } = surface;
  const drag = new Drag(surface, isSpace);
  const off = new AbortController();
  const { signal } = off;
  port.addEventListener('pointerdown', (event) => drag.down(event), { signal });
  port.addEventListener('pointermove', (event) => drag.move(event), { signal });
  port.addEventListener('pointerup', (event) => drag.up(event), { signal });
  port.addEventListener('pointercancel', () => drag.cancel(), { signal });
  port.addEventListener('dblclick', (event) => openOrType(editor, event), { signal });
  port.addEventListener('wheel', (event) => scrollOrZoom(surface, event), { signal, passive: false });
  window.addEventListener('keydown', (event) => drag.key(event), { signal, capture: true });
  window.addEventListener('blur', () => drag.cancel(), { signal });
  return () => {
    drag.cancel();
    off.abort();
  };
}

/** One press at a time, from the button that goes down to the one that comes up; a gesture is drawn at most once per frame. */
class Drag {
  readonly #surface: Surface;
  readonly #isSpace: () => boolean;
  #press: Press | null = null;
  #last: PointerEvent | null = null;
  #frame = 0;

  constructor(surface: Surface, isSpace: () => boolean) {
    this.#surface = surface;
    this.#isSpace = isSpace;
  }

  down(event: PointerEvent): void {
    if (this.#press || (event.target as Element).closest('.sed-typing')) return;
    const { port } = this.#surface;
    port.focus({ preventScroll: true });
    const space = this.#isSpace();
    this.#press = pressOf(this.#surface, event, { space });
    if (!this.#press) return;
    event.preventDefault();
    port.setPointerCapture(event.pointerId);
    if (event.button === 1 || space) port.dataset.hand = 'closed';
  }

  move(event: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    if (!press.gesture) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < CLICK_PX) return;
      press.gesture = press.make();
      if (!press.gesture) return this.cancel();
      this.#surface.port.dataset.busy = '';
    }
    this.#last = event;
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  up(event: PointerEvent): void {
    const press = this.#press;
    if (press?.pointer !== event.pointerId) return;
    // the last frame before the end is drawn where the button came up
    if (press.gesture) {
      this.#last = event;
      this.#draw();
    }
    this.#release();
    if (press.gesture) press.gesture.end();
    else press.click?.();
  }

  /** Ends the press as if it had not been. */
  cancel(): void {
    const gesture = this.#press?.gesture;
    this.#release();
    gesture?.cancel();
  }

  key(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || !this.#press) return;
    event.stopPropagation();
    this.cancel();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const press = this.#press;
    if (!press?.gesture || !this.#last) return;
    if ('pan' in press.gesture)
      (press.gesture as ReturnType<typeof panGesture>).pan(this.#last.clientX - press.x, this.#last.clientY - press.y);
    else press.gesture.move(pointed(this.#surface, this.#last, press.corner));
  }

  #release(): void {
    if (!this.#press) return;
    const { pointer } = this.#press;
    const { port } = this.#surface;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#press = null;
    this.#last = null;
    delete port.dataset.busy;
    delete port.dataset.hand;
    if (port.hasPointerCapture(pointer)) port.releasePointerCapture(pointer);
  }
}

/** A double click opens the group under the pointer; where none is left to open, the text of the node is typed. */
function openOrType(editor: Editor, event: MouseEvent): void {
  const hit = hitOf(event);
  if (hit === null) return;
  const { config, entered } = editor.state;
  const inside = opened(config.nodes, hit, entered);
  if (inside !== entered) return editor.select([picked(config.nodes, hit, inside)], inside);
  if (isInside(config.nodes, hit, entered)) startTyping(editor, hit);
}

/** The wheel shifts the view, sideways with Shift; with Ctrl it zooms about the pointer. */
function scrollOrZoom({ editor, port }: Surface, event: WheelEvent): void {
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
}
