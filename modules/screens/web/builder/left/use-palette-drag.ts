import type { PointerEvent as ReactPointerEvent } from 'react';
import { addPaletteItem, CANVAS_ID, focusCanvas, type PaletteItem } from '../actions.ts';
import { useEditor } from '../editor.ts';

const DRAG_PX = 4;

/** Drags what the library offers onto the canvas; a press without a drag stays a click. */
export function usePaletteDrag(): (offer: PaletteItem) => (event: ReactPointerEvent<HTMLElement>) => void {
  const editor = useEditor();
  return (offer) => (down) => {
    if (down.button !== 0) return;
    const source = down.currentTarget;
    const [x, y] = [down.clientX, down.clientY];
    let ghost: HTMLElement | null = null;
    const move = (event: PointerEvent) => {
      if (!ghost) {
        if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_PX) return;
        ghost = document.createElement('div');
        ghost.className = 'sed-ghost';
        ghost.textContent = offer.label;
        document.body.append(ghost);
      }
      ghost.style.transform = `translate(${event.clientX + 10}px, ${event.clientY + 10}px)`;
    };
    const end = (isDone: boolean) => (event: Event) => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
      window.removeEventListener('pointercancel', away);
      if (!ghost) return;
      ghost.remove();
      // the click that ends a drag over its own tile is none
      const drop = (click: Event) => click.stopPropagation();
      source.addEventListener('click', drop, { capture: true, once: true });
      setTimeout(() => source.removeEventListener('click', drop, { capture: true }));
      if (!isDone || !(event instanceof PointerEvent)) return;
      const port = document.getElementById(CANVAS_ID)?.getBoundingClientRect();
      const { clientX, clientY } = event;
      if (!port || clientX < port.left || clientX > port.right || clientY < port.top || clientY > port.bottom) return;
      const { view } = editor.state;
      addPaletteItem(editor, offer, { x: (clientX - port.left - view.x) / view.zoom, y: (clientY - port.top - view.y) / view.zoom });
      focusCanvas();
    };
    const [up, away] = [end(true), end(false)];
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', up);
    window.addEventListener('pointercancel', away);
  };
}
