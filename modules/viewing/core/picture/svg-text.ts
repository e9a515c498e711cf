import { textWidth } from '#kit/core/chart/cell-label.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
// what XML does not allow would make the whole picture unreadable
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
export const escaped = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);

/** The text as far as it fits, with an ellipsis where it does not. */
export function fitted(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  let kept = text;
  while (kept.length > 0 && textWidth(`${kept}…`, size) > width) kept = kept.slice(0, -1);
  return kept === '' ? '' : `${kept}…`;
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
interface Words {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly color: string;
  readonly width: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly weight?: number;
}
/** One line of words on its base line. */
export const line = (text: string, { x, y, size, color, width, anchor = 'start', weight = 400 }: Words): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${color}" text-anchor="${anchor}" font-weight="${weight}">${escaped(fitted(text, width, size))}</text>`;

export const box = ({ x, y, w, h }: Place, fill: string, extra = ''): string =>
  `<rect x="${x}" y="${y}" width="${Math.max(0, w)}" height="${Math.max(0, h)}" fill="${fill}" ${extra}/>`;

/** A sentence in the middle of a tile that shows no chart. */
export const noteSvg = (text: string, { w, h }: Pick<Place, 'w' | 'h'>, color: string): string =>
  line(text, { x: w / 2, y: h / 2, size: 13, color, width: w - 24, anchor: 'middle' });
