import {
  boundsOf,
  boxOf,
  centreOf,
  HANDLES,
  resized,
  round,
  scaledWith,
  rotateAbout,
  unionOf,
  type Box,
  type Handle,
  type Point,
  type Rect,
} from '../../../core/geometry.ts';
import { moveBy, place } from '../../../core/node-commands.ts';
import { frameOf, inMarquee, movable } from '../../../core/selection.ts';
import { distancesOf, linesOf, snapEdge, snapIndex, snapMove, type SnapIndex } from '../../../core/snap.ts';
import { ancestorsOf, isHidden, withInside, type Nodes } from '../../../core/tree.ts';
import { writeBadge, writeBox, writeFrame, type Surface } from './surface.ts';

/** What the pointer says: where it is on the screen that is edited, and the keys that are held. */
export interface PointerState extends Point {
  readonly shift: boolean;
  readonly alt: boolean;
  /** Ctrl or ⌘: without snapping */
  readonly free: boolean;
}
/** One gesture: it writes to the page while it goes on and to the document once, at its end. */
export interface Gesture {
  move(at: PointerState): void;
  /** the document takes the result */
  end(): void;
  /** everything stands as it did before */
  cancel(): void;
}

const REACH_PX = 6;

interface Moving {
  readonly ids: readonly string[];
  /** boxes of everything that goes along, groups included */
  readonly boxes: ReadonlyMap<string, Box>;
  readonly frame: Box;
  readonly bounds: Rect;
  readonly index: SnapIndex;
}

/** What a gesture needs to know, found once at its beginning. */
function begin(surface: Surface): Moving | null {
  const { config, selection } = surface.editor.state;
  const { nodes } = config;
  const ids = movable(nodes, selection);
  const frame = frameOf(nodes, ids);
  if (!frame) return null;
  const all = withInside(nodes, ids);
  const apart = new Set([...all, ...all.flatMap((id) => ancestorsOf(nodes, id))]);
  const rests = Object.values(nodes)
    .filter((node) => !apart.has(node.id) && node.type !== 'group' && !isHidden(nodes, node.id))
    .map((node) => boundsOf(boxOf(node)));
  return {
    ids,
    boxes: new Map(all.map((id) => [id, boxOf(nodes[id]!)])),
    frame,
    bounds: unionOf(ids.map((id) => boundsOf(boxOf(nodes[id]!))))!,
    index: snapIndex(rests, config),
  };
}

const below = (surface: Surface, rect: Rect): Point => {
  const { zoom, x, y } = surface.editor.state.view;
  return { x: x + (rect.x + rect.w / 2) * zoom, y: y + (rect.y + rect.h) * zoom + 10 };
};

function put(surface: Surface, moving: Moving, boxes: ReadonlyMap<string, Box>, frame: Box): void {
  for (const [id, box] of boxes) writeBox(surface.nodes.get(id), box, moving.boxes.get(id)!);
  writeFrame(surface, frame);
}
function rest(surface: Surface, moving: Moving, isDone: boolean): void {
  if (!isDone) {
    for (const [id, box] of moving.boxes) {
      const element = surface.nodes.get(id);
      if (!element) continue;
      writeBox(element, box, { ...box, w: -1, h: -1 });
    }
    writeFrame(surface, moving.frame);
  }
  const outlines = surface.outlines();
  if (outlines) outlines.style.transform = outlines.style.visibility = '';
  surface.marks.clear();
  writeBadge(surface, null);
}

/** Moves what is chosen. Shift keeps to one axis. */
export function moveGesture(surface: Surface, from: Point): Gesture | null {
  const moving = begin(surface);
  if (!moving) return null;
  const { editor, marks, nodes } = surface;
  const { view, config, isSnapping } = editor.state;
  const elements = [...moving.boxes].flatMap(([id, box]) => {
    const element = nodes.get(id);
    return element ? [{ element, box, turn: box.r === 0 ? '' : ` rotate(${box.r}deg)` }] : [];
  });
  const outlines = surface.outlines();
  let [dx, dy] = [0, 0];
  return {
    move(at) {
      [dx, dy] = [Math.round(at.x - from.x), Math.round(at.y - from.y)];
      if (at.shift) [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
      const to = { ...moving.bounds, x: moving.bounds.x + dx, y: moving.bounds.y + dy };
      const snapped = snapMove(moving.index, to, isSnapping && !at.free ? REACH_PX / view.zoom : 0, config.grid);
      const [byX, byY] = at.shift ? [dx === 0 ? 0 : snapped.dx, dy === 0 ? 0 : snapped.dy] : [snapped.dx, snapped.dy];
      [dx, dy] = [round(dx + byX), round(dy + byY)];
      for (const { element, box, turn } of elements) element.style.transform = `translate(${box.x + dx}px, ${box.y + dy}px)${turn}`;
      writeFrame(surface, { ...moving.frame, x: moving.frame.x + dx, y: moving.frame.y + dy });
      if (outlines) outlines.style.transform = `translate(${dx * view.zoom}px, ${dy * view.zoom}px)`;
      const now = { ...moving.bounds, x: moving.bounds.x + dx, y: moving.bounds.y + dy };
      marks.draw(view, snapped.lines, snapped.gaps, snapped.gaps.length > 0 ? [] : distancesOf(moving.index, now, config));
      writeBadge(surface, `X ${Math.round(now.x)}　Y ${Math.round(now.y)}`, below(surface, now));
    },
    end() {
      rest(surface, moving, dx !== 0 || dy !== 0);
      editor.endGesture();
      editor.change('移动', moveBy(moving.ids, dx, dy));
    },
    cancel: () => rest(surface, moving, false),
  };
}

const SIDES = { x: 'w', y: 'h' } as const;
/** Lets the dragged edges of an upright box meet edges of others. */
function snapDelta(moving: Moving, handle: Handle, dx: number, dy: number, reach: number, grid: number): [number, number] {
  const by = { x: dx, y: dy };
  for (const [axis, side] of [
    ['x', HANDLES[handle][0]],
    ['y', HANDLES[handle][1]],
  ] as const) {
    // prettier-ignore
    if (side === 0) continue;
    const start = moving.frame[axis] + (side > 0 ? moving.frame[SIDES[axis]] : 0);
    const at = snapEdge(moving.index, axis, start + by[axis], reach);
    if (at !== null) by[axis] = at - start;
    else if (grid > 0) by[axis] = Math.round((start + by[axis]) / grid) * grid - start;
  }
  return [by.x, by.y];
}

/** Resizes by a handle. Shift keeps the ratio, Alt the centre; several nodes keep their ratios to each other. */
export function resizeGesture(surface: Surface, handle: Handle, from: Point): Gesture | null {
  const moving = begin(surface);
  if (!moving) return null;
  const { editor, marks } = surface;
  const { view, config, isSnapping } = editor.state;
  const isOne = moving.boxes.size === 1;
  let boxes: ReadonlyMap<string, Box> = moving.boxes;
  const outlines = surface.outlines();
  return {
    move(at) {
      if (outlines) outlines.style.visibility = 'hidden';
      let [dx, dy] = [at.x - from.x, at.y - from.y];
      if (moving.frame.r === 0) {
        if (isSnapping && !at.free) [dx, dy] = snapDelta(moving, handle, dx, dy, REACH_PX / view.zoom, config.grid);
        [dx, dy] = [Math.round(dx), Math.round(dy)];
      }
      const frame = resized(moving.frame, handle, dx, dy, { keepRatio: at.shift, fromCentre: at.alt });
      boxes = new Map(
        [...moving.boxes].map(([id, box]) => [
          id,
          isOne || (moving.ids.length === 1 && id === moving.ids[0]) ? frame : scaledWith(box, moving.frame, frame),
        ]),
      );
      put(surface, moving, boxes, frame);
      marks.draw(view, frame.r === 0 && !at.free ? linesOf(moving.index, frame) : [], [], []);
      writeBadge(surface, `${Math.round(frame.w)} × ${Math.round(frame.h)}`, below(surface, boundsOf(frame)));
    },
    end() {
      rest(surface, moving, boxes !== moving.boxes);
      editor.endGesture();
      editor.change('调整大小', place(Object.fromEntries(boxes)));
    },
    cancel: () => rest(surface, moving, false),
  };
}

const angleTo = (centre: Point, at: Point): number => (Math.atan2(at.y - centre.y, at.x - centre.x) * 180) / Math.PI;

/** Turns what is chosen about its centre. Shift goes in steps of 15 degrees; the angle rests on eighths of a turn. */
export function rotateGesture(surface: Surface, from: Point): Gesture | null {
  const moving = begin(surface);
  if (!moving) return null;
  const { editor } = surface;
  const centre = centreOf(moving.frame);
  const start = angleTo(centre, from);
  let boxes: ReadonlyMap<string, Box> = moving.boxes;
  const outlines = surface.outlines();
  return {
    move(at) {
      if (outlines) outlines.style.visibility = 'hidden';
      const raw = moving.frame.r + angleTo(centre, at) - start;
      const step = at.shift ? 15 : 45;
      const near = Math.round(raw / step) * step;
      const goal = at.shift || (!at.free && Math.abs(raw - near) < 2) ? near : Math.round(raw);
      const by = goal - moving.frame.r;
      boxes = new Map([...moving.boxes].map(([id, box]) => [id, rotateAbout(box, centre, by)]));
      const frame = rotateAbout(moving.frame, centre, by);
      put(surface, moving, boxes, frame);
      writeBadge(surface, `${frame.r}°`, below(surface, boundsOf(moving.frame)));
    },
    end() {
      rest(surface, moving, boxes !== moving.boxes);
      editor.endGesture();
      editor.change('旋转', place(Object.fromEntries(boxes)));
    },
    cancel: () => rest(surface, moving, false),
  };
}

/** Draws a rectangle; what it touches is chosen, with Shift besides what was chosen before. */
export function marqueeGesture(surface: Surface, from: Point, before: readonly string[]): Gesture {
  const { editor } = surface;
  let chosen: readonly string[] = before;
  const show = (rect: Rect | null) => {
    const element = surface.marquee();
    if (!element) return;
    element.style.display = rect ? 'block' : 'none';
    if (!rect) return;
    const { zoom, x, y } = editor.state.view;
    element.style.transform = `translate(${x + rect.x * zoom}px, ${y + rect.y * zoom}px)`;
    element.style.width = `${rect.w * zoom}px`;
    element.style.height = `${rect.h * zoom}px`;
  };
  const found = (nodes: Nodes, rect: Rect) => [...new Set([...before, ...inMarquee(nodes, rect, editor.state.entered)])];
  return {
    move(at) {
      const rect = { x: Math.min(from.x, at.x), y: Math.min(from.y, at.y), w: Math.abs(at.x - from.x), h: Math.abs(at.y - from.y) };
      show(rect);
      const next = found(editor.state.config.nodes, rect);
      if (next.join() === chosen.join()) return;
      chosen = next;
      editor.select(chosen);
    },
    end: () => show(null),
    cancel() {
      show(null);
      editor.select(before);
    },
  };
}

/** Shifts the view; nothing of the document changes. */
export function panGesture(surface: Surface): Gesture & { pan(dx: number, dy: number): void } {
  const { editor } = surface;
  const start = editor.state.view;
  return {
    move: () => undefined,
    pan: (dx, dy) => editor.set({ view: { ...start, x: start.x + dx, y: start.y + dy } }),
    end: () => undefined,
    cancel: () => editor.set({ view: start }),
  };
}
