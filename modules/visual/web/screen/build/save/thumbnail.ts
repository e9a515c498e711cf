/** Largest size of thumbnails, as the family keeps them. */
const MOST = { width: 250, height: 150 };

/** A small picture of the screen on the canvas as a data URL; null when the browser cannot make one. */
export async function thumbnail(): Promise<string | null> {
  const screen = document.querySelector<HTMLElement>('.sed-screen');
  if (!screen) return null;
  const { offsetWidth: width, offsetHeight: height } = screen;
  const scale = Math.min(MOST.width / width, MOST.height / height);
  try {
    const { domToCanvas } = await import('modern-screenshot');
    const picture = await domToCanvas(screen, { width, height, scale, timeout: 5000, style: { boxShadow: 'none' } });
    const url = picture.toDataURL('image/webp', 0.85);
    return url.startsWith('data:image/webp') ? url : null;
  } catch {
    return null; // a screen without a picture is a screen all the same
  }
}

/** Runs when the page has nothing better to do. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 3000 });
    else setTimeout(resolve, 500);
  });
