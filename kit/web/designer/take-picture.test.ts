import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { takePicture } from './take-picture.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

it('there is no picture of a page without a document, nor of a document that has no size yet', async () => {
  expect(await takePicture()).toBeNull();
  document.body.innerHTML = '<main data-picture="top"></main>';
  expect(await takePicture()).toBeNull();
});

/** What a browser would do with the page: places of elements, a canvas, and images that are decoded. */
describe('the picture of a document', () => {
  /** what was drawn: a ground, an image of the words and boxes, parts over it */
  let drawn: [what: string, ...place: number[]][] = [];
  let sizes: readonly (readonly [webp: string, jpeg: string])[] = [];
  let asked: [type: string | undefined, quality: unknown][] = [];
  let decode: () => Promise<void> = () => Promise.resolve();
  const data = (type: string, chars: number) => `data:image/${type};base64,`.padEnd(chars, 'A');

  beforeEach(() => {
    drawn = [];
    asked = [];
    sizes = [[data('webp', 900), data('jpeg', 900)]];
    decode = () => Promise.resolve();
    const number = (element: Element, name: string) => Number((element as HTMLElement).dataset[name] ?? 0);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockImplementation(function (this: HTMLElement) {
      return number(this, 'w');
    });
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (this: HTMLElement) {
      return number(this, 'h');
    });
    // an element drawn at half its size, as the stage of a builder is
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
      const [x, y, width, height] = ['x', 'y', 'w', 'h'].map((name) => number(this, name) / 2) as [number, number, number, number];
      return new DOMRect(100 + x, 40 + y, width, height);
    });
    const pen = {
      fillStyle: '',
      fillRect: (...place: number[]) => drawn.push([`ground ${pen.fillStyle}`, ...place]),
      drawImage: (part: Element, ...place: number[]) => drawn.push([part.id || 'page', ...place]),
    };
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation((type, quality) => {
      asked.push([type, quality]);
      const [webp, jpeg] = sizes[Math.min(sizes.length, new Set(asked.map(([, each]) => each)).size) - 1]!;
      return type === 'image/webp' ? webp : jpeg;
    });
    vi.spyOn(HTMLImageElement.prototype, 'decode').mockImplementation(() => decode());
  });
  const page = (kind: 'top' | 'whole', inner = '', over = 'data-w="1152" data-h="2000"') => {
    document.body.innerHTML = `<div class="frame" id="shell" style="color: rgb(1, 2, 3)"><main data-picture="${kind}" ${over} style="background-color: rgb(9, 8, 7)">${inner}</main></div>`;
  };
  /** The image of words and boxes as it was made. */
  function paper(): Document {
    const address = made.at(-1)!;
    return new DOMParser().parseFromString(decodeURIComponent(address.slice('data:image/svg+xml,'.length)), 'image/svg+xml');
  }
  let made: string[] = [];
  beforeEach(() => {
    made = [];
    vi.spyOn(HTMLImageElement.prototype, 'src', 'set').mockImplementation((address) => void made.push(address));
  });

  it('shows the upper part across its whole width, with charts and pictures over it where they stand', async () => {
    page(
      'top',
      `<p>收入</p>
       <canvas id="chart" width="10" height="10" data-x="200" data-y="100" data-w="400" data-h="300"></canvas>
       <canvas id="below" width="10" height="10" data-x="0" data-y="600" data-w="400" data-h="300"></canvas>
       <canvas id="edge" width="10" height="10" data-x="0" data-y="598" data-w="400" data-h="300"></canvas>
       <canvas id="blank" width="0" height="10" data-w="400" data-h="300"></canvas>
       <canvas id="flat" width="10" height="10" data-w="400" data-h="0"></canvas>
       <div data-unpictured><canvas id="tool" width="10" height="10" data-w="40" data-h="40"></canvas></div>`,
    );
    expect(await takePicture()).toBe(sizes[0]![0]);
    expect(drawn).toEqual([
      ['ground rgb(9, 8, 7)', 0, 0, 576, 300],
      ['page', 0, 0, 576, 300],
      // half of its place in the document: 1152 px become 576
      ['chart', 100, 50, 200, 150],
      ['edge', 0, 299, 200, 150],
    ]);
    const svg = paper().documentElement;
    expect(['width', 'height', 'viewBox'].map((name) => svg.getAttribute(name))).toEqual(['576', '300', '0 0 1152 600']);
    const holder = svg.firstElementChild!;
    expect([holder.getAttribute('width'), holder.getAttribute('height')]).toEqual(['1152', '2000']);
  });

  it('shows a whole one in the middle, however high it is', async () => {
    page(
      'whole',
      '<canvas id="chart" width="10" height="10" data-x="100" data-y="200" data-w="100" data-h="100"></canvas>',
      'data-w="600" data-h="600"',
    );
    expect(await takePicture()).not.toBeNull();
    // half as large, 138 px of air on either side
    expect(drawn.at(-1)).toEqual(['chart', 138 + 50, 100, 50, 50]);
    expect(paper().documentElement.getAttribute('viewBox')).toBe('-276 0 1152 600');
    page('whole', '', 'data-w="1152" data-h="100"');
    await takePicture();
    expect(paper().documentElement.getAttribute('viewBox')).toBe('0 0 1152 600');
  });

  it('holds the words with the rules and colours of the page, but no tools, marks of choice and other files', async () => {
    document.head.innerHTML = `<style>:root { --ink: #123456; } .frame p { color: var(--ink); } @font-face { font-family: X; src: url(x.woff); }</style>`;
    if (typeof CSSImportRule === 'undefined') vi.stubGlobal('CSSImportRule', class {});
    page(
      'top',
      `<p class="is-selected">收入 &lt;万元&gt;</p><i data-unpictured>工具</i><span class="react-resizable-handle"></span>
       <img id="logo" src="logo.png" alt=""><script>1</script><canvas></canvas>`,
    );
    document.querySelector('main')!.style.setProperty('--ink', '#123456');
    expect(await takePicture()).not.toBeNull();
    const svg = paper();
    const main = svg.querySelector('main')!;
    expect(main.textContent!.trim()).toBe('收入 <万元>');
    expect(main.querySelector('p')!.getAttribute('class')).toBe('');
    expect(main.querySelectorAll('i, span, img, script, canvas')).toHaveLength(0);
    expect(main.getAttribute('style')).toMatch(/width: 1152px; height: 2000px; margin: 0(px)?; position: relative/);
    // rules that name what stands around it hold; its name is not there twice, and it makes no box
    const around = svg.querySelector('.frame')!;
    expect([around.getAttribute('id'), around.contains(main)]).toEqual([null, true]);
    expect(around.getAttribute('style')).toContain('display: contents');
    const rules = svg.querySelector('style')!.textContent!;
    expect(rules).toContain('.frame p');
    expect(rules).toContain('animation:none!important');
    expect(rules).not.toContain('x.woff');
    expect(svg.querySelector('foreignObject > div')!.getAttribute('style')).toContain('--ink: #123456');
    // the page itself is as it was
    expect(document.querySelector('main p')!.className).toBe('is-selected');
    expect(document.querySelectorAll('main i, main img')).toHaveLength(2);
  });

  it('is not taken while something in it is loading, unless that is below the picture', async () => {
    page('top', '<div role="status" data-y="599">加载中</div>');
    expect(await takePicture()).toBeNull();
    page('top', '<div aria-busy="true" data-y="0">加载中</div>');
    expect(await takePicture()).toBeNull();
    page('top', '<div role="status" data-y="600">加载中</div>');
    expect(await takePicture()).not.toBeNull();
    document.querySelector('.frame')!.setAttribute('aria-busy', 'true');
    expect(await takePicture()).toBeNull();
  });

  it('stands on the first ground that can be seen', async () => {
    page('top');
    const [main, shell] = [document.querySelector('main')!, document.querySelector<HTMLElement>('.frame')!];
    main.style.backgroundColor = 'rgba(5, 5, 5, 0)';
    shell.style.backgroundColor = 'rgb(4, 4, 4)';
    await takePicture();
    expect(drawn[0]![0]).toBe('ground rgb(4, 4, 4)');
    // nothing behind it at all: as white as the paper of the browser
    for (const one of [main, shell, document.body, document.documentElement]) one.style.backgroundColor = 'transparent';
    drawn = [];
    await takePicture();
    for (const one of [document.body, document.documentElement]) one.style.backgroundColor = '';
    expect(drawn[0]![0]).toBe('ground #fff');
  });

  it('is made smaller until a list can carry it, and left out when it cannot be', async () => {
    page('top');
    sizes = [
      [data('webp', 40_001), ''],
      [data('webp', 40_000), ''],
    ];
    expect(await takePicture()).toHaveLength(40_000);
    expect(asked).toEqual([
      ['image/webp', 0.8],
      ['image/webp', 0.6],
    ]);
    asked = [];
    sizes = [[data('webp', 40_001), '']];
    expect(await takePicture()).toBeNull();
    expect(asked.map(([, quality]) => quality)).toEqual([0.8, 0.6, 0.4]);
    // a browser that writes no WebP answers with another kind
    asked = [];
    sizes = [[data('png', 10), data('jpeg', 700)]];
    expect(await takePicture()).toBe(data('jpeg', 700));
    expect(asked).toEqual([
      ['image/webp', 0.8],
      ['image/jpeg', 0.8],
    ]);
  });

  it('is not waited for longer than two and a half seconds, and a failure is no picture', async () => {
    page('top');
    decode = () => Promise.reject(new Error('no'));
    expect(await takePicture()).toBeNull();
    vi.useFakeTimers();
    decode = () => new Promise(() => undefined);
    let answer: string | null | undefined;
    void takePicture().then((picture) => (answer = picture));
    await vi.advanceTimersByTimeAsync(2_499);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toBeNull();
  });
});
