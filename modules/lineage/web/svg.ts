import type { LineageNode } from '../contract/lineage.ts';
import { curve } from './FlowEdge.tsx';
import { kindLabel } from './kinds.ts';
import { CARD, type CardShape } from './model.ts';

export interface PlacedCard {
  readonly node: LineageNode;
  readonly shape: CardShape;
  readonly x: number;
  readonly y: number;
}
export interface PlacedEdge {
  readonly from: string;
  readonly to: string;
  readonly fromY: number;
  readonly toY: number;
  readonly isIndirect: boolean;
}
const MARGIN = 24;
/** Canvases of browsers end somewhere near here. */
const MAX_PIXELS = 60_000_000;
const MAX_SIDE = 16_000;

const escaped = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
/** Chinese characters are twice as wide as Latin ones; cut by what fits. */
function cut(text: string, units: number): string {
  let width = 0;
  for (let at = 0; at < text.length; at++) {
    width += text.charCodeAt(at) > 0x2e80 ? 2 : 1;
    if (width > units) return `${text.slice(0, Math.max(0, at - 1))}…`;
  }
  return text;
}

/** The drawing as a picture of its own: plain shapes and text, in the colours of the page. */
export function svgOf(cards: readonly PlacedCard[], edges: readonly PlacedEdge[]): { text: string; width: number; height: number } {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(`--c-${name}`).trim();
  const left = Math.min(...cards.map((card) => card.x)) - MARGIN;
  const top = Math.min(...cards.map((card) => card.y)) - MARGIN;
  const width = Math.ceil(Math.max(...cards.map((card) => card.x + CARD.width)) + MARGIN - left);
  const height = Math.ceil(Math.max(...cards.map((card) => card.y + card.shape.height)) + MARGIN - top);
  const byKey = new Map(cards.map((card) => [card.node.key, card]));
  const lines = edges.flatMap((edge) => {
    const [from, to] = [byKey.get(edge.from), byKey.get(edge.to)];
    if (!from || !to) return [];
    const path = curve(from.x + CARD.width, from.y + edge.fromY, to.x, to.y + edge.toY);
    return `<path d="${path}" fill="none" stroke="${colour('ink4')}" stroke-width="1.4"${edge.isIndirect ? ' stroke-dasharray="5 4"' : ''}/>`;
  });
  const boxes = cards.map(({ node, shape, x, y }) => {
    const text = (at: number, size: number, name: string, content: string, weight = 400) =>
      `<text x="${x + 12}" y="${y + at}" font-size="${size}" font-weight="${weight}" fill="${colour(name)}">${escaped(content)}</text>`;
    const sub = node.type === 'hidden' ? '' : `${kindLabel(node.kind)}　${node.comment ?? node.sourceName ?? ''}`;
    const rows = shape.rows
      .slice(0, CARD.most)
      .map((row, at) => text(shape.bodyTop + (at + 0.66) * CARD.row, 12, 'ink2', cut(`${row.name}　${row.comment ?? ''}`, 36)));
    const all = node.columns.length;
    const foot = shape.hasFoot ? text(shape.bodyTop + shape.bodyHeight + CARD.foot * 0.66, 12, 'ink3', `共 ${all} 个字段`) : '';
    return `<rect x="${x}" y="${y}" width="${CARD.width}" height="${shape.height}" rx="8" fill="${colour('surface')}" stroke="${colour('lineStrong')}"/>${text(22, 13, 'ink', cut(node.name, 32), 600)}${text(42, 11, 'ink3', cut(sub, 40))}${rows.join('')}${foot}`;
  });
  return {
    width,
    height,
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}" font-family="sans-serif"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="${colour('canvas')}"/>${lines.join('')}${boxes.join('')}</svg>`,
  };
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Saves the drawing as a file; a picture that no canvas could hold is made smaller. Rejects when the browser cannot draw it. */
export async function savePicture(
  format: 'svg' | 'png',
  name: string,
  cards: readonly PlacedCard[],
  edges: readonly PlacedEdge[],
): Promise<void> {
  const { text, width, height } = svgOf(cards, edges);
  const blob = new Blob([text], { type: 'image/svg+xml;charset=utf-8' });
  if (format === 'svg') return save(blob, `${name}.svg`);
  const scale = Math.min(2, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
  const url = URL.createObjectURL(blob);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('图片过大，请导出 SVG');
    save(png, `${name}.png`);
  } finally {
    URL.revokeObjectURL(url);
  }
}
