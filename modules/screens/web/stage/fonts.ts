import type { ScreenConfig } from '../../contract/screen-config.ts';
import './digits.css';

const FAMILY = 'Screen Title';

/** Digits come with the style sheet of the stage; asked for early so that figures do not change their width later. */
export function loadFaces(): void {
  for (const weight of [500, 600, 700]) void document.fonts?.load(`${weight} 20px "Barlow Condensed"`, '0123456789').catch(() => []);
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
/** All letters that the title face draws on this screen. */
export function titlesOf(config: ScreenConfig): string {
  const texts = Object.values(config.nodes).flatMap(({ type, props }) =>
    type === 'header' ? [textOf(props.title)] : type === 'text' && props.face === 'title' ? [textOf(props.text)] : [],
  );
  return [...new Set(texts.join(''))].toSorted().join('');
}

/** Loads the files of the title face that hold these letters, each once. */
export async function loadTitleFace(letters: string): Promise<void> {
  if (!letters || typeof FontFace !== 'function') return;
  const { newFilesFor } = await import('./title-face.ts');
  for (const { url, range } of newFilesFor(letters)) {
    const face = new FontFace(FAMILY, `url(${url}) format('woff2')`, { unicodeRange: range, display: 'swap' });
    document.fonts.add(face);
    face.load().catch(() => document.fonts.delete(face));
  }
}

async function dataUrl(address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return `data:font/woff2;base64,${btoa(text)}`;
}

/** The title face with these letters as a style sheet that needs no network, for pictures. */
export async function titleFaceCss(letters: string): Promise<string> {
  const { filesFor } = await import('./title-face.ts');
  const rules = filesFor(letters).map(
    async ({ url, range }) =>
      `@font-face { font-family: '${FAMILY}'; src: url(${await dataUrl(url)}) format('woff2'); unicode-range: ${range}; }`,
  );
  return (await Promise.all(rules)).join('\n');
}
