import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watermarkText } from './watermark-text.ts';
import { Watermark } from './watermark.tsx';

describe('the watermark', () => {
  it('names the person and hides the middle of the phone', () => {
    expect(watermarkText({ nickname: '尹斌', phone: '13812340001' })).toBe('尹斌 138****0001');
    expect(watermarkText({ nickname: '尹斌', phone: '12345' })).toBe('尹斌 ****');
    expect(watermarkText({ nickname: '尹斌', phone: null })).toBe('尹斌');
    expect(watermarkText(null)).toBe('');
  });
});

/** What a canvas was asked to draw, and how large it was then. */
interface Drawn {
  readonly width: number;
  readonly height: number;
  readonly ink: string;
  readonly marks: { readonly text: string; readonly x: number; readonly y: number; readonly angle: number }[];
}

describe('the watermark over the window', () => {
  let drawn: Drawn[] = [];
  const MARK_PX = 100;
  /** Writes down what it is asked to draw. */
  function penOf(canvas: HTMLCanvasElement) {
    const marks: Drawn['marks'] = [];
    let [at, angle] = [{ x: 0, y: 0 }, 0];
    const pen = {
      font: '',
      fillStyle: '',
      measureText: () => ({ width: MARK_PX }),
      scale: (x: number, y: number) => expect([x, y]).toEqual([2, 2]),
      save: () => ([at, angle] = [{ x: 0, y: 0 }, 0]),
      restore: () => undefined,
      translate: (x: number, y: number) => (at = { x, y }),
      rotate: (by: number) => (angle = by),
      fillText: (text: string, x: number, y: number) => {
        marks.push({ text, x: at.x + x, y: at.y + y, angle });
        if (marks.length === 2) drawn.push({ width: canvas.width, height: canvas.height, ink: pen.fillStyle, marks });
      },
    };
    return pen;
  }
  beforeEach(() => {
    drawn = [];
    vi.useFakeTimers();
    vi.stubGlobal('devicePixelRatio', 2);
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
      return penOf(this);
    } as never);
    vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockReturnValue('data:image/png;base64,AAAA');
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const layers = () => [...document.body.querySelectorAll<HTMLElement>(':scope > [aria-hidden="true"]')];
  /** Lets observers tell what they saw. */
  const seen = () => act(() => Promise.resolve());
  const show = (text = '尹斌 138****0001', mode: 'light' | 'dark' = 'light') =>
    render(
      <Watermark text={text} mode={mode}>
        <p>数据</p>
      </Watermark>,
    );

  it('stands once above everything, lets every click through and goes with the page', () => {
    const { unmount, rerender } = show();
    const [layer, ...more] = layers();
    expect(more).toEqual([]);
    expect(layer!.style.cssText).toMatch(/position: fixed !important/);
    expect(layer!.style).toMatchObject({
      pointerEvents: 'none',
      zIndex: '1200',
      backgroundRepeat: 'repeat',
      display: 'block',
      opacity: '1',
    });
    expect(layer!.style.backgroundImage).toContain('data:image/png');
    // half as many pixels of the page as the canvas has
    expect(layer!.style.backgroundSize).toBe(`${drawn[0]!.width / 2}px ${drawn[0]!.height / 2}px`);
    rerender(
      <Watermark text="" mode="light">
        <p>数据</p>
      </Watermark>,
    );
    expect(layers()).toEqual([]);
    unmount();
    expect(layers()).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('draws two marks that rise, apart from each other and inside the tile, in the ink of the mode', () => {
    show().unmount();
    show('尹斌', 'dark').unmount();
    const [light, dark] = drawn;
    for (const { width, height, marks } of [light!, dark!]) {
      const [first, second] = marks;
      expect(first!.angle).toBeCloseTo((-15 * Math.PI) / 180, 9);
      expect(second!.angle).toBe(first!.angle);
      // an edge of 150 px between marks of one row, sizes in pixels of the screen
      expect(width).toBe((MARK_PX + 150) * 2 * 2);
      expect(height).toBe(Math.ceil(MARK_PX * Math.sin((15 * Math.PI) / 180) + 14 + 130) * 2);
      expect(second!.x - first!.x).toBe(width / 4);
      expect([first!.y, second!.y]).toEqual([(height / 2) * 0.45, (height / 2) * 0.95]);
    }
    expect(light!.marks.map(({ text }) => text)).toEqual(['尹斌 138****0001', '尹斌 138****0001']);
    expect(light!.ink).not.toBe(dark!.ink);
  });

  it('is blended with what lies below: darkening on light pages, lightening on dark ones', () => {
    const { unmount } = show();
    expect(layers()[0]!.getAttribute('style')).toMatch(/mix-blend-mode: var\(--mark-blend, multiply\)/);
    unmount();
    show('尹斌', 'dark');
    expect(layers()[0]!.getAttribute('style')).toMatch(/mix-blend-mode: var\(--mark-blend, screen\)/);
  });

  it('comes back when somebody takes it away or writes over it, once, and something else in the page is no reason', async () => {
    show();
    const first = layers()[0]!;
    document.body.append(document.createElement('section'));
    await seen();
    expect(layers()).toEqual([first]);
    first.remove();
    await seen();
    const [second, ...more] = layers();
    expect(more).toEqual([]);
    expect(second).toBeDefined();
    expect(second).not.toBe(first);
    second!.style.cssText = 'display: none';
    await seen();
    const third = layers()[0]!;
    expect([layers().length, third.style.display]).toEqual([1, 'block']);
    expect(third).not.toBe(second);
    third.append('x');
    await seen();
    expect(layers()).toHaveLength(1);
    expect(layers()[0]!.textContent).toBe('');
  });

  it.each(['display: none', 'visibility: hidden', 'opacity: 0', 'background-image: none'])(
    'comes back when a rule of CSS says %s',
    (rule) => {
      show();
      const first = layers()[0]!;
      vi.advanceTimersByTime(3_000);
      expect(layers()).toEqual([first]);
      const [property, value] = rule.split(': ') as [string, string];
      const real = window.getComputedStyle.bind(window);
      vi.spyOn(window, 'getComputedStyle').mockImplementation((element, pseudo) => {
        const style = real(element, pseudo);
        if (element !== first) return style;
        const name = property.replace(/-(\w)/, (_, letter: string) => letter.toUpperCase());
        return new Proxy(style, { get: (target, key) => (key === name ? value : Reflect.get(target, key)) });
      });
      vi.advanceTimersByTime(999);
      expect(layers()).toEqual([first]);
      vi.advanceTimersByTime(1);
      expect(layers()).toHaveLength(1);
      expect(layers()[0]).not.toBe(first);
    },
  );

  it('is left out where nothing can be drawn', () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    show();
    expect(layers()).toEqual([]);
  });
});
