/** Size of thumbnails, as the family keeps them. */
const SIZE = { width: 250, height: 150 };
/** A picture never keeps a board from being saved. */
const PATIENCE_MS = 3000;

async function drawn(grid: HTMLElement): Promise<string | null> {
  const { domToCanvas } = await import('modern-screenshot');
  const width = grid.offsetWidth;
  // the upper part of a long board says what it is
  const height = Math.min(grid.offsetHeight, Math.round((width * SIZE.height) / SIZE.width));
  const isTool = (node: Node) => node instanceof Element && node.matches('.bb-tools, .react-resizable-handle');
  const scale = SIZE.width / width;
  const picture = await domToCanvas(grid, { width, height, scale, timeout: PATIENCE_MS, filter: (node) => !isTool(node) });
  const url = picture.toDataURL('image/webp', 0.85);
  return url.startsWith('data:image/webp') ? url : null;
}

/** A small picture of the tab that is open as a data URL; null when it is empty or the browser cannot make one in time. */
export async function boardPicture(): Promise<string | null> {
  const grid = document.querySelector<HTMLElement>('.bb-grid .react-grid-layout');
  if (!grid?.firstElementChild) return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([drawn(grid).catch(() => null), late]);
}
