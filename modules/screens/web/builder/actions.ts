import { DATA_WIDGETS, type ScreenConfig, type ScreenNode, type WidgetType } from '../../contract/screen-config.ts';
import type { ChartTypeKey } from '#modules/charts/contract/chart-types.ts';
import { align, distribute, group, order, sameSize, ungroup, type AlignTo, type OrderTo } from '../../core/arrange.ts';
import { clipText, duplicated } from '../../core/clipboard.ts';
import { freeSpot } from '../../core/free-spot.ts';
import { unionOf, type Point } from '../../core/geometry.ts';
import { add, hide, lock, moveBy, remove } from '../../core/node-commands.ts';
import { allOf, movable } from '../../core/selection.ts';
import { rootsOf } from '../../core/tree.ts';
import { WIDGETS } from '../../core/widgets.ts';
import { MIN_ZOOM, MAX_ZOOM, newId, type Editor, type View } from './editor.ts';

/** What is added: a kind of widget, a type of chart, or a stored chart. */
export type PaletteItem =
  | { readonly kind: 'widget'; readonly type: WidgetType; readonly label: string; readonly props?: ScreenNode['props'] }
  | { readonly kind: 'chart'; readonly chartType: ChartTypeKey; readonly label: string }
  | { readonly kind: 'stored'; readonly chartId: string; readonly label: string };

const OFFSET = 16;
export const CANVAS_ID = 'screen-canvas';
export const focusCanvas = (): void => document.getElementById(CANVAS_ID)?.focus({ preventScroll: true });

/** The part of the screen that the canvas shows at present. */
export function shownPart(editor: Editor): { x: number; y: number; w: number; h: number } {
  const { view } = editor.state;
  const port = document.getElementById(CANVAS_ID)?.getBoundingClientRect();
  const [w, h] = [port?.width ?? 0, port?.height ?? 0];
  return { x: -view.x / view.zoom, y: -view.y / view.zoom, w: w / view.zoom, h: h / view.zoom };
}

function newNode(config: ScreenConfig, offer: PaletteItem, at: Point): ScreenNode {
  const type = offer.kind === 'widget' ? offer.type : 'chart';
  const [w, h] = WIDGETS[type].size;
  const [x, y] = [Math.round(at.x - w / 2), Math.round(at.y - h / 2)];
  // a widget as wide as the screen starts at its edge
  const fit = (value: number, size: number, most: number) => (size >= most ? 0 : Math.max(0, Math.min(value, most - size)));
  const base: ScreenNode = {
    id: newId(),
    parent: null,
    z: 0,
    x: fit(x, w, config.width),
    // the title of a screen stands at its top
    y: type === 'header' ? 0 : fit(y, h, config.height),
    w: Math.min(w, config.width),
    h,
    r: 0,
    o: 1,
    lock: false,
    hide: false,
    name: offer.label.slice(0, 64),
    type,
    props: {},
    actions: [],
  };
  if (offer.kind === 'stored') return { ...base, chartId: offer.chartId };
  if (offer.kind === 'chart') return { ...base, chartType: offer.chartType };
  return offer.props ? { ...base, props: offer.props } : base;
}

/**
 * Adds what the library offers: where it is dropped, else in the middle of the visible part or as near to it as there is room. What shows data
 * opens its data. Answers the id.
 */
export function addPaletteItem(editor: Editor, offer: PaletteItem, at?: Point): string {
  const part = shownPart(editor);
  const { config } = editor.state;
  const middle = { x: part.x + part.w / 2, y: part.y + part.h / 2 };
  const inside = middle.x > 0 && middle.x < config.width && middle.y > 0 && middle.y < config.height;
  const fresh = newNode(config, offer, at ?? (inside ? middle : { x: config.width / 2, y: config.height / 2 }));
  const node = at || fresh.type === 'header' ? fresh : { ...fresh, ...freeSpot(config.nodes, fresh.type, fresh, config) };
  editor.change(`添加${offer.label}`, add([node]), { select: [node.id] });
  if (DATA_WIDGETS.has(node.type)) editor.set({ tab: 'data' });
  return node.id;
}

const chosen = (editor: Editor): string[] => movable(editor.state.config.nodes, editor.state.selection);

export function removeChosen(editor: Editor): void {
  const ids = chosen(editor);
  if (ids.length > 0) editor.change('删除', remove(ids), { select: [] });
}
export function nudge(editor: Editor, dx: number, dy: number): void {
  const ids = chosen(editor);
  if (ids.length > 0) editor.change('移动', moveBy(ids, dx, dy), { gesture: `nudge:${ids.join()}` });
}
export function duplicateChosen(editor: Editor): void {
  const { config, selection } = editor.state;
  const copies = duplicated(config.nodes, selection, newId, OFFSET);
  if (copies.length === 0) return;
  const fresh = new Set(copies.map(({ id }) => id));
  editor.change('复制一份', add(copies), {
    select: copies.filter(({ parent }) => parent === null || !fresh.has(parent)).map(({ id }) => id),
  });
}
export function groupChosen(editor: Editor): void {
  const ids = chosen(editor);
  if (rootsOf(editor.state.config.nodes, ids).length < 2) return;
  const id = newId();
  editor.change('组合', group(ids, id, '组合'), { select: [id] });
}
export function ungroupChosen(editor: Editor): void {
  const { nodes } = editor.state.config;
  const groups = chosen(editor).filter((id) => nodes[id]!.type === 'group');
  if (groups.length === 0) return;
  const inner = Object.values(nodes)
    .filter(({ parent }) => parent !== null && groups.includes(parent))
    .map(({ id }) => id);
  const rest = editor.state.selection.filter((id) => !groups.includes(id));
  editor.change('取消组合', ungroup(groups), { select: [...rest, ...inner] });
}
export const alignChosen = (editor: Editor, to: AlignTo): boolean => editor.change('对齐', align(chosen(editor), to));
export const distributeChosen = (editor: Editor, axis: 'x' | 'y'): boolean => editor.change('等距分布', distribute(chosen(editor), axis));
export const sizeChosen = (editor: Editor, what: 'w' | 'h' | 'both'): boolean => editor.change('等尺寸', sameSize(chosen(editor), what));
export const orderChosen = (editor: Editor, to: OrderTo): boolean => editor.change('调整层次', order(chosen(editor), to));

/** Locks what is chosen, or unlocks it when all of it is locked. */
export function toggleLock(editor: Editor, ids = editor.state.selection): void {
  const { nodes } = editor.state.config;
  const isOn = ids.some((id) => nodes[id] && !nodes[id].lock);
  editor.change(isOn ? '锁定' : '解锁', lock(ids, isOn));
}
export function toggleHide(editor: Editor, ids = editor.state.selection): void {
  const { nodes } = editor.state.config;
  const isOn = ids.some((id) => nodes[id] && !nodes[id].hide);
  editor.change(isOn ? '隐藏' : '显示', hide(ids, isOn));
}
export const selectAll = (editor: Editor): void => editor.select(allOf(editor.state.config.nodes, editor.state.entered));

/** The chosen nodes as text for the clipboard; '' of none. */
export function copyText(editor: Editor): string {
  const { config, selection } = editor.state;
  return selection.length === 0 ? '' : clipText(config.nodes, selection, editor.id);
}

const limited = (zoom: number): number => Math.min(MAX_ZOOM, Math.max(MIN_ZOOM, zoom));
/** Zooms so that a point of the canvas (its middle unless given) stays where it is. */
export function zoomTo(editor: Editor, zoom: number, about?: Point): void {
  const { view } = editor.state;
  const port = document.getElementById(CANVAS_ID)?.getBoundingClientRect();
  const at = about ?? { x: (port?.width ?? 0) / 2, y: (port?.height ?? 0) / 2 };
  const next = limited(zoom);
  const scale = next / view.zoom;
  editor.set({ view: { zoom: next, x: at.x - (at.x - view.x) * scale, y: at.y - (at.y - view.y) * scale } });
}
const MARGIN = 48;
const RULER = 20;
/** Shows the whole screen, or what is chosen, as large as it fits. */
export function fitView(editor: Editor, what: 'screen' | 'selection' = 'screen'): void {
  const port = document.getElementById(CANVAS_ID)?.getBoundingClientRect();
  if (!port || port.width === 0) return;
  const { config, selection } = editor.state;
  const screen = { x: 0, y: 0, w: config.width, h: config.height };
  const rect = (what === 'selection' && unionOf(selection.flatMap((id) => config.nodes[id] ?? []))) || screen;
  const [w, h] = [port.width - RULER - MARGIN * 2, port.height - RULER - MARGIN * 2];
  const zoom = limited(Math.min(w / rect.w, h / rect.h, what === 'selection' ? 2 : 1));
  const view: View = {
    zoom,
    x: Math.round(RULER + MARGIN + (w - rect.w * zoom) / 2 - rect.x * zoom),
    y: Math.round(RULER + MARGIN + (h - rect.h * zoom) / 2 - rect.y * zoom),
  };
  editor.set({ view });
}
