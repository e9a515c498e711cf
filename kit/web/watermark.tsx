import { useEffect, type ReactNode } from 'react';

// Ink with alpha 0.4, 14 px, rotated 15°. Blended (mix-blend-mode) with the content below so that it stays subtle on data: laid over it,
// light ink would stand out on dark areas and dark ink on bright ones.
const INK = {
  light: { colour: 'rgba(222,225,232,0.4)', blend: 'multiply' },
  dark: { colour: 'rgba(30,36,46,0.4)', blend: 'screen' },
} as const;
const ANGLE = (-15 * Math.PI) / 180;
const FONT_PX = 14;
const GAP = { x: 150, y: 130 } as const;
/** above drawers and dialogs */
const Z_INDEX = 1_200;
/** interval of the check for CSS rules, which MutationObserver does not report */
const CHECK_MS = 1_000;

/** Watermark tile with two marks as a data URL; empty where canvas is unavailable. */
function tileOf(text: string, ink: string): { address: string; width: number; height: number } | null {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const font = `${FONT_PX}px ${getComputedStyle(document.body).fontFamily}`;
  pen.font = font;
  const mark = pen.measureText(text).width;
  const width = Math.ceil(mark + GAP.x) * 2;
  const height = Math.ceil(mark * Math.sin(-ANGLE) + FONT_PX + GAP.y);
  const ratio = window.devicePixelRatio || 1;
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  pen.scale(ratio, ratio);
  pen.font = font;
  pen.fillStyle = ink;
  for (const [x, y] of [
    [0, height * 0.45],
    [width / 2, height * 0.95],
  ] as const) {
    pen.save();
    pen.translate(x, y);
    pen.rotate(ANGLE);
    pen.fillText(text, 0, 0);
    pen.restore();
  }
  return { address: canvas.toDataURL(), width, height };
}

const isShown = (layer: HTMLElement): boolean => {
  const style = getComputedStyle(layer);
  return (
    layer.isConnected &&
    style.display !== 'none' &&
    style.visibility !== 'hidden' &&
    style.opacity !== '0' &&
    style.backgroundImage !== 'none'
  );
};

/** Mounts the watermark over the window and restores it when tampered with; the result removes it. */
function keepMarks(text: string, ink: (typeof INK)[keyof typeof INK]): () => void {
  const tile = tileOf(text, ink.colour);
  if (!tile) return () => undefined;
  const style = [
    'position: fixed',
    'inset: 0',
    `z-index: ${Z_INDEX}`,
    'pointer-events: none',
    `background-image: url("${tile.address}")`,
    `background-size: ${tile.width}px ${tile.height}px`,
    'background-repeat: repeat',
    // in print no blending: a blended page is rasterised and loses selectable text (base.css)
    `mix-blend-mode: var(--mark-blend, ${ink.blend})`,
    'display: block',
    'visibility: visible',
    'opacity: 1',
  ]
    .map((rule) => `${rule} !important`)
    .join('; ');
  let layer = document.createElement('div');
  const put = () => {
    observer.disconnect();
    layer.remove();
    // a new element each time, so that CSS rules written against the old one do not match
    layer = document.createElement('div');
    layer.setAttribute('aria-hidden', 'true');
    layer.style.cssText = style;
    document.body.append(layer);
    observer.observe(document.body, { childList: true });
    observer.observe(layer, { attributes: true, childList: true, characterData: true });
  };
  const observer = new MutationObserver((records) => {
    if (!layer.isConnected || records.some((record) => record.target === layer)) put();
  });
  put();
  const timer = setInterval(() => {
    if (!isShown(layer)) put();
  }, CHECK_MS);
  return () => {
    clearInterval(timer);
    observer.disconnect();
    layer.remove();
  };
}

/** Full-window watermark; restored when removed from the document or hidden. */
export function Watermark({ text, mode, children }: { text: string; mode: 'light' | 'dark'; children: ReactNode }) {
  useEffect(() => (text ? keepMarks(text, INK[mode]) : undefined), [text, mode]);
  return <div className="watermarked">{children}</div>;
}
