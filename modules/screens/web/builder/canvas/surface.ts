import type { Box } from '../../../core/geometry.ts';
import type { Editor } from '../editor.ts';
import type { Marks } from './marks.ts';

/** The elements that gestures write to while React rests. */
export interface Surface {
  readonly editor: Editor;
  readonly port: HTMLElement;
  readonly nodes: Map<string, HTMLElement>;
  readonly frame: () => HTMLElement | null;
  readonly outlines: () => HTMLElement | null;
  readonly marquee: () => HTMLElement | null;
  readonly badge: () => HTMLElement | null;
  readonly marks: Marks;
}

export const transformOf = (x: number, y: number, r: number): string =>
  r === 0 ? `translate(${x}px, ${y}px)` : `translate(${x}px, ${y}px) rotate(${r}deg)`;

export function writeBox(element: HTMLElement | undefined, box: Box, before: Box): void {
  if (!element) return;
  element.style.transform = transformOf(box.x, box.y, box.r);
  if (box.w !== before.w) element.style.width = `${box.w}px`;
  if (box.h !== before.h) element.style.height = `${box.h}px`;
}

/** The frame stands over the canvas in pixels of the window. */
export function writeFrame(surface: Surface, box: Box): void {
  const frame = surface.frame();
  if (!frame) return;
  const { zoom, x, y } = surface.editor.state.view;
  frame.style.transform = transformOf(x + box.x * zoom, y + box.y * zoom, box.r);
  frame.style.width = `${box.w * zoom}px`;
  frame.style.height = `${box.h * zoom}px`;
}

export function writeBadge(surface: Surface, text: string | null, at?: { x: number; y: number }): void {
  const badge = surface.badge();
  if (!badge) return;
  badge.style.display = text === null ? 'none' : 'block';
  if (text !== null && badge.textContent !== text) badge.textContent = text;
  if (at) badge.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, 0)`;
}
