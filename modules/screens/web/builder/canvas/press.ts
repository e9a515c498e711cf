import type { Handle, Point } from '../../../core/geometry.ts';
import { add } from '../../../core/node-commands.ts';
import { duplicated } from '../../../core/clipboard.ts';
import { picked, toggled } from '../../../core/selection.ts';
import { newId } from '../editor.ts';
import { marqueeGesture, moveGesture, panGesture, resizeGesture, rotateGesture, type Gesture, type PointerState } from './gestures.ts';
import type { Surface } from './surface.ts';

/** A pointer button held down on the canvas: a click so far, a gesture once the pointer has moved away. */
export interface Press {
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
type Meaning = Pick<Press, 'make' | 'click'>;

/** A point of the window in the coordinates of the screen that is built. */
function screenPoint({ editor }: Surface, event: MouseEvent, corner: Point): Point {
  const { zoom, x, y } = editor.state.view;
  return { x: (event.clientX - corner.x - x) / zoom, y: (event.clientY - corner.y - y) / zoom };
}

/** The pointer with its modifier keys as gestures read it. */
export const pointed = (surface: Surface, event: MouseEvent, corner: Point): PointerState => ({
  ...screenPoint(surface, event, corner),
  shift: event.shiftKey,
  alt: event.altKey,
  free: event.ctrlKey || event.metaKey,
});

/** The node that is drawn under the pointer. */
export const hitOf = (event: Event): string | null => (event.target as Element).closest<HTMLElement>('[data-node]')?.dataset.node ?? null;

/** What a press starts; null where the canvas leaves it to others. With the space key held any press shifts the view. */
export function pressOf(surface: Surface, event: PointerEvent, keys: { space: boolean }): Press | null {
  const corner = surface.port.getBoundingClientRect();
  const isPan = event.button === 1 || (event.button === 0 && keys.space);
  const meaning = isPan ? { make: () => panGesture(surface) } : meaningOf(surface, event, screenPoint(surface, event, corner));
  return meaning && { pointer: event.pointerId, x: event.clientX, y: event.clientY, corner, gesture: null, ...meaning };
}

function meaningOf(surface: Surface, event: PointerEvent, from: Point): Meaning | null {
  if (event.button !== 0) return null;
  const target = event.target as Element;
  if (target.closest('.sed-ruler, .sed-guide, .sed-typing')) return null;
  const handle = target.closest<HTMLElement>('[data-handle]')?.dataset.handle;
  if (handle === 'turn') return { make: () => rotateGesture(surface, from) };
  if (handle) return { make: () => resizeGesture(surface, handle as Handle, from) };
  const hit = hitOf(event);
  return hit === null ? onGround(surface, event, from) : onNode(surface, event, { hit, from });
}

const isAdding = (event: MouseEvent): boolean => event.shiftKey || event.ctrlKey || event.metaKey;

function onGround(surface: Surface, event: PointerEvent, from: Point): Meaning {
  const { editor } = surface;
  if (isAdding(event)) {
    const before = editor.state.selection;
    return { make: () => marqueeGesture(surface, from, before) };
  }
  return { make: () => marqueeGesture(surface, from, []), click: () => editor.select([], null) };
}

function onNode(surface: Surface, event: PointerEvent, { hit, from }: { hit: string; from: Point }): Meaning {
  const { editor } = surface;
  const { config, entered, selection } = editor.state;
  const id = picked(config.nodes, hit, entered);
  const choose = () => (isAdding(event) ? editor.select(toggled(config.nodes, selection, id)) : editor.pick(hit));
  const make = () => (event.altKey ? dragCopy(surface, from) : moveGesture(surface, from));
  // a press on what is chosen may become a drag, in which these keys mean something else: only a click takes it away, or takes it alone
  if (selection.includes(id)) return { make, click: choose };
  choose();
  return { make };
}

/** Alt drags a copy away; taking back the step takes the copy back. */
function dragCopy(surface: Surface, from: Point): Gesture | null {
  const { editor } = surface;
  const { config, selection } = editor.state;
  const copies = duplicated(config.nodes, selection, newId, 0);
  const fresh = new Set(copies.map(({ id }) => id));
  editor.change('复制一份', add(copies), { select: copies.filter(({ parent }) => !fresh.has(parent ?? '')).map(({ id }) => id) });
  return moveGesture(surface, from);
}
