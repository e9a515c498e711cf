const WIDTH = 576;
const HEIGHT = 300;
/** Characters of the longest picture: lists send one with each of their rows. The server takes up to 60 KB. */
const MAX_CHARS = 40_000;
/** Tried one after the other until the picture is small enough. */
const QUALITIES = [0.8, 0.6, 0.4];
/** A picture that takes longer than this is not waited for: saving goes on without it. */
const PATIENCE_MS = 2500;
const SVG = 'http://www.w3.org/2000/svg';
const WAITING = '[role="status"], [aria-busy="true"]';
/** Tools of a builder that stand on the document. */
const TOOLS = '[data-unpictured], .react-resizable-handle';
const STILL = '*,*::before,*::after{animation:none!important;transition:none!important}';

/**
 * Takes a small picture of the document that the page shows: of the element with the attribute `data-picture` (the last one, where an editor lies
 * over another), its upper part across its whole width (`top`), or all of it (`whole`). Returns a data address; null when nothing is there yet, something in it is still loading, or the
 * browser cannot draw it. Never throws.
 */
export async function takePicture(): Promise<string | null> {
  const root = [...document.querySelectorAll<HTMLElement>('[data-picture]')].at(-1);
  if (!root) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  try {
    return await Promise.race([pictureOf(root), late]);
  } catch {
    return null;
  }
}

/** Where the picture shows the element: how many of its own pixels make one of the picture's, and where it begins. */
interface Frame {
  readonly scale: number;
  readonly left: number;
}

async function pictureOf(root: HTMLElement): Promise<string | null> {
  const [w, h] = [root.offsetWidth, root.offsetHeight];
  if (w === 0 || h === 0) return null;
  const scale = root.dataset.picture === 'whole' ? Math.min(WIDTH / w, HEIGHT / h) : WIDTH / w;
  const frame = { scale, left: (WIDTH - w * scale) / 2 };
  if (isWaiting(root, frame)) return null;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  pen.fillStyle = groundOf(root);
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(await drawingOf(root, frame), 0, 0, WIDTH, HEIGHT);
  for (const part of root.querySelectorAll<HTMLCanvasElement | HTMLImageElement>('canvas, img')) drawPart(pen, part, root, frame);
  return encoded(canvas);
}

/** The place of a part in the picture. The element may be drawn at any scale, as the canvas of a screen builder is. */
function placeOf(part: Element, root: HTMLElement, { scale, left }: Frame) {
  const [outer, inner] = [root.getBoundingClientRect(), part.getBoundingClientRect()];
  const ratio = (root.offsetWidth / outer.width) * scale;
  return {
    x: (inner.left - outer.left) * ratio + left,
    y: (inner.top - outer.top) * ratio,
    w: inner.width * ratio,
    h: inner.height * ratio,
  };
}

const isWaiting = (root: HTMLElement, frame: Frame): boolean =>
  root.closest('[aria-busy="true"]') !== null || [...root.querySelectorAll(WAITING)].some((part) => placeOf(part, root, frame).y < HEIGHT);

/** The first colour behind the element that is not transparent. */
function groundOf(root: HTMLElement): string {
  for (let at: HTMLElement | null = root; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (backgroundColor !== 'transparent' && !/, 0\)$/.test(backgroundColor)) return backgroundColor;
  }
  return '#fff';
}

/** Charts and pictures: a drawing of the page cannot hold them, so they are drawn over it where they stand. */
function drawPart(pen: CanvasRenderingContext2D, part: HTMLCanvasElement | HTMLImageElement, root: HTMLElement, frame: Frame): void {
  const isSeen = part.checkVisibility?.({ opacityProperty: true, visibilityProperty: true }) ?? true;
  const isDrawn = part instanceof HTMLCanvasElement ? part.width > 0 && part.height > 0 : part.complete && part.naturalWidth > 0;
  if (!isSeen || !isDrawn || part.closest(TOOLS)) return;
  const { x, y, w, h } = placeOf(part, root, frame);
  if (w > 0 && h > 0 && y < HEIGHT) pen.drawImage(part, x, y, w, h);
}

/** Words and boxes of the element as an image: a copy of it with the styles of the page, inside an SVG. */
async function drawingOf(root: HTMLElement, { scale, left }: Frame): Promise<HTMLImageElement> {
  const copy = root.cloneNode(true) as HTMLElement;
  for (const tool of copy.querySelectorAll(`${TOOLS}, canvas, img, video, iframe, script`)) tool.remove();
  for (const chosen of copy.querySelectorAll('.is-selected')) chosen.classList.remove('is-selected');
  Object.assign(copy.style, { width: `${root.offsetWidth}px`, height: `${root.offsetHeight}px`, margin: '0', position: 'relative' });
  const css = cssOf(document);
  const style = document.createElement('style');
  style.textContent = css + STILL;
  const around = surroundings(root, copy);
  inheritFrom(root, around, css);
  around.prepend(style);

  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('width', String(WIDTH));
  svg.setAttribute('height', String(HEIGHT));
  svg.setAttribute('viewBox', `${-left / scale} 0 ${WIDTH / scale} ${HEIGHT / scale}`);
  const holder = document.createElementNS(SVG, 'foreignObject');
  holder.setAttribute('width', String(root.offsetWidth));
  holder.setAttribute('height', String(root.offsetHeight));
  holder.append(around);
  svg.append(holder);
  const image = new Image();
  // a data address, as browsers do not give back what was drawn of an SVG from a blob
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  return image;
}

/** Rules of the page without faces and other files, which an image cannot load. */
const cssOf = ({ styleSheets }: Document): string =>
  [...styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => !(rule instanceof CSSFontFaceRule || rule instanceof CSSImportRule))
    .map(({ cssText }) => cssText)
    .join('\n');

/** The copy within copies of the elements around it, which make no boxes: rules that name them hold. */
function surroundings(root: HTMLElement, copy: HTMLElement): HTMLElement {
  let inner = copy;
  for (let at = root.parentElement; at && at !== document.body; at = at.parentElement) {
    const outer = at.cloneNode(false) as HTMLElement;
    outer.removeAttribute('id');
    outer.style.display = 'contents';
    outer.append(inner);
    inner = outer;
  }
  const outermost = document.createElement('div');
  outermost.append(inner);
  return outermost;
}

/** Variables and type that the element has from above: rules for the root of the page do not reach into the image. */
function inheritFrom(root: HTMLElement, target: HTMLElement, css: string): void {
  const from = getComputedStyle(root);
  for (const name of new Set(css.match(/--[\w-]+/g))) {
    const value = from.getPropertyValue(name);
    if (value !== '') target.style.setProperty(name, value);
  }
  for (const name of ['font-family', 'font-size', 'line-height', 'color', 'color-scheme'])
    target.style.setProperty(name, from.getPropertyValue(name));
}

/** WebP where the browser writes it, else JPEG. */
function encoded(canvas: HTMLCanvasElement): string | null {
  for (const quality of QUALITIES) {
    const webp = canvas.toDataURL('image/webp', quality);
    const address = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
    if (address.length <= MAX_CHARS) return address;
  }
  return null;
}
