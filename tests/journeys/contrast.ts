import type { Page } from 'playwright-core';

interface Text {
  readonly text: string;
  /** where it is and what it is, for whoever mends it */
  readonly at: string;
  /** as the style sheet says, with alpha */
  readonly color: string;
  readonly opacity: number;
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

/** Texts in sight below an element, but those of miniatures, of what cannot be pressed now, and those painted by a gradient. */
const textsIn = (page: Page, root: string): Promise<Text[]> =>
  page.evaluate((selector) => {
    const found: Text[] = [];
    const within = document.querySelector(selector);
    if (!within) return found;
    const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const own = node.parentElement;
      const text = node.textContent?.trim() ?? '';
      if (!own || text === '') continue;
      // of a reel of ten digits one is in sight: its colour is that of the figure
      const element = own.closest('.sw-digits') ?? own;
      if (element.closest('.sw-thumb, [data-page=off], [inert], option, :disabled')) continue;
      const style = getComputedStyle(element);
      if (style.visibility !== 'visible' || style.webkitTextFillColor === 'rgba(0, 0, 0, 0)') continue;
      const range = document.createRange();
      range.selectNodeContents(element === own ? node : element);
      const { left, top, width, height } = element === own ? range.getBoundingClientRect() : element.getBoundingClientRect();
      if (width < 2 || height < 2 || left < 0 || top < 0 || left + width > innerWidth || top + height > innerHeight) continue;
      let opacity = 1;
      for (let up: Element | null = element; up; up = up.parentElement) opacity *= Number(getComputedStyle(up).opacity);
      if (opacity < 0.05) continue;
      const panel = element.closest('[data-node]')?.getAttribute('data-node') ?? '';
      found.push({
        text: (element === own ? text : (element.getAttribute('aria-label') ?? text)).slice(0, 24),
        at: `${panel} ${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}`,
        color: element instanceof SVGElement ? style.fill : style.color,
        opacity,
        box: { x: left, y: top, w: width, h: height },
      });
    }
    return found;
  }, root);

/**
 * Texts of a page that stand out too little from what is behind them: the ratio of WCAG between the computed colour and the picture of the
 * page without its texts, at the lightest tenth of the ground below the text. Empty = every text has at least `least`.
 */
export async function weakTexts(page: Page, root: string, least = 4.5): Promise<string[]> {
  const texts = await textsIn(page, root);
  const without = await page.addStyleTag({
    content: `${root} * { color: transparent !important; -webkit-text-fill-color: transparent !important; text-shadow: none !important; }
      ${root} svg :is(text, tspan) { fill: transparent !important; }`,
  });
  const picture = (await page.screenshot({ animations: 'allow' })).toString('base64');
  await without.evaluate((style) => (style as HTMLElement).remove());
  return page.evaluate(
    async ({ texts: all, picture: png, least: wanted }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${png}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      const pen = canvas.getContext('2d', { willReadFrequently: true })!;
      pen.drawImage(image, 0, 0);
      const ratio = image.width / innerWidth;
      const swatch = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const rgba = (color: string) => {
        swatch.clearRect(0, 0, 1, 1);
        swatch.fillStyle = color;
        swatch.fillRect(0, 0, 1, 1);
        return swatch.getImageData(0, 0, 1, 1).data;
      };
      const light = ([r = 0, g = 0, b = 0]: ArrayLike<number> & Iterable<number>) => {
        const [x, y, z] = [r, g, b].map((part) => {
          const share = part / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * x! + 0.7152 * y! + 0.0722 * z!;
      };
      const weak = new Set<string>();
      for (const { text, at, color, opacity, box } of all) {
        const { data } = pen.getImageData(box.x * ratio, box.y * ratio, Math.max(1, box.w * ratio), Math.max(1, box.h * ratio));
        const ground: [number, number, number, number][] = [];
        for (let i = 0; i < data.length; i += 4) ground.push([light(data.slice(i, i + 3)), data[i]!, data[i + 1]!, data[i + 2]!]);
        ground.sort((a, b) => a[0] - b[0]);
        const ink = rgba(color);
        const alpha = (ink[3]! / 255) * opacity;
        const isLight = light(ink) > ground[ground.length >> 1]![0];
        const [behind, ...back] = ground[Math.floor((ground.length - 1) * (isLight ? 0.9 : 0.1))]!;
        const front = light(back.map((part, i) => ink[i]! * alpha + part * (1 - alpha)));
        const contrast = (Math.max(front, behind) + 0.05) / (Math.min(front, behind) + 0.05);
        if (contrast < wanted) weak.add(`${contrast.toFixed(2)} ${text} | ${at} | ${color} on rgb(${back.join(',')})`);
      }
      return [...weak];
    },
    { texts, picture, least },
  );
}
