import { toast } from '#kit/web/dialog.tsx';
import { day } from '#kit/web/format.ts';
import { session } from '#kit/web/session.ts';
import { watermarkText } from '#kit/web/watermark-text.ts';

/** Marks of pictures that leave the product: who took them, and when. */
const MARK = { font: 14, alpha: 0.4, angle: (-15 * Math.PI) / 180, gapX: 240, gapY: 150 } as const;

function stamp(canvas: HTMLCanvasElement, text: string, ratio: number): void {
  const pen = canvas.getContext('2d');
  if (!pen) return;
  pen.save();
  pen.font = `${MARK.font * ratio}px sans-serif`;
  pen.globalAlpha = MARK.alpha;
  pen.fillStyle = '#8a93a5';
  pen.rotate(MARK.angle);
  const [stepX, stepY] = [pen.measureText(text).width + MARK.gapX * ratio, MARK.gapY * ratio];
  const reach = canvas.width + canvas.height;
  for (let y = -reach; y < reach; y += stepY) for (let x = -reach; x < reach; x += stepX) pen.fillText(text, x, y);
  pen.restore();
}

export interface PictureOptions {
  /** pixels for each CSS pixel: 1 gives a 1920 × 1080 stage exactly, 2 twice that */
  readonly ratio: 1 | 2;
  /** what is laid over it; null = nothing (the cockpit) */
  readonly watermark: string | null;
  readonly background: string;
  /** size without the scale that the page gives it; its own unless given */
  readonly size?: { width: number; height: number };
  /** style sheet of faces that no style sheet of the page has */
  readonly faces?: string;
  /** selector of what is not part of the picture: menus, handles */
  readonly without?: string;
}
/** Nobody scrolls a picture: bars would stand over its last column and line. */
export const NO_SCROLL_BARS = '*{scrollbar-width:none!important}*::-webkit-scrollbar{display:none!important}';
/** Longest side of a canvas that every browser draws. */
const MAX_PX = 16_000;

/** An element as a PNG of exactly its size times `ratio`, or once its size where twice is more than browsers draw. A stage that the page scales is taken at its own size. */
export async function pictureOf(
  element: HTMLElement,
  { ratio: wanted, watermark, background, size, faces, without }: PictureOptions,
): Promise<Blob> {
  const { domToCanvas } = await import('modern-screenshot');
  const { width, height } = size ?? { width: element.scrollWidth, height: element.scrollHeight };
  const ratio = Math.max(width, height) * wanted > MAX_PX ? 1 : wanted;
  const canvas = await domToCanvas(element, {
    width,
    height,
    scale: ratio,
    backgroundColor: background,
    style: { transform: 'none', margin: '0' },
    onCloneNode: (copy: Node) => {
      const sheet = document.createElement('style');
      sheet.textContent = `${faces ?? ''}\n${NO_SCROLL_BARS}`;
      copy.appendChild(sheet);
    },
    ...(without && { filter: (node: Node) => !(node instanceof Element && node.matches(without)) }),
  });
  if (watermark) stamp(canvas, watermark, ratio);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png');
  });
}

/** The words of the watermark: who takes the picture. */
export function markOfViewer(): string | null {
  const { user } = session.get();
  return watermarkText(user) || null;
}

/** Runs what makes a picture; says when it cannot be made. */
export async function withToast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    toast.error('图片没有生成，请重试');
  }
}

/** Gives the person a file. */
export function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** `经营看板_2026-11-22.png` */
export const pictureName = (name: string): string => `${name.replace(/[\\/:*?"<>|]/g, ' ')}_${day(new Date()) ?? ''}.png`;
