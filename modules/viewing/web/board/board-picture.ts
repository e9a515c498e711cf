import type { BoardItem } from '#modules/boards/contract/board-config.ts';
import { markOfViewer, pictureName, pictureOf, saveBlob, withToast } from '../output/picture.ts';
import type { TileFeed } from '#modules/charts/web/parts.ts';

/** How long a picture waits for answers that are on their way, and for the charts to be drawn after the last one. */
const ANSWERS_MS = 60_000;
const DRAWN_MS = 1200;
const DONE = new Set(['ready', 'error', 'noRight']);
const WITHOUT = '.board-tools, .tile-actions, .view-filter-buttons';

/** Asks for all the tiles, also those out of view, and waits until they have their answers. */
async function answered(feed: TileFeed, keys: readonly string[]): Promise<void> {
  const isDone = () => keys.every((key) => DONE.has(feed.get(key).status));
  for (const key of keys) feed.want(key);
  if (isDone()) return;
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(late);
      for (const end of ends) end();
      resolve();
    };
    const late = setTimeout(done, ANSWERS_MS);
    const ends = keys.map((key) => feed.subscribe(key, () => isDone() && done()));
  });
  await new Promise((resolve) => {
    setTimeout(resolve, DRAWN_MS);
  });
}

async function save(element: HTMLElement, name: string, surface: '--c-canvas' | '--c-surface'): Promise<void> {
  const blob = await pictureOf(element, {
    ratio: 2,
    watermark: markOfViewer(),
    background: getComputedStyle(element).getPropertyValue(surface).trim() || '#fff',
    without: WITHOUT,
  });
  saveBlob(blob, pictureName(name));
}

/** The tab that is open as a PNG, with all its tiles, the values of its filters and the mark of who takes it. */
export const saveBoardPicture = (feed: TileFeed, layout: readonly BoardItem[], name: string): Promise<void> =>
  withToast(async () => {
    const page = document.querySelector<HTMLElement>('.board-page');
    if (!page) return;
    await answered(
      feed,
      layout.filter(({ kind }) => kind === 'chart').map(({ i }) => i),
    );
    await save(page, name, '--c-canvas');
  });

/** One tile as a PNG. */
export const saveTilePicture = (key: string, name: string): Promise<void> =>
  withToast(async () => {
    const tile = document.querySelector<HTMLElement>(`.board-tile[data-key="${CSS.escape(key)}"] .tile`);
    if (tile) await save(tile, name, '--c-surface');
  });
