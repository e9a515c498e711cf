import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { scrollToTop } from './scroll-top.ts';

/** Frames of the window, drawn when the test says so. */
let frames: ((now: number) => void)[] = [];
const draw = (now: number) => frames.splice(0).forEach((frame) => frame(now));
let start = 0;

beforeEach(() => {
  frames = [];
  start = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(start);
  vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => frames.push(frame));
});
afterEach(() => vi.unstubAllGlobals());

const scrolled = (top: number) => Object.assign(document.createElement('div'), { scrollTop: top });

it('goes to the top in 800 ms, slowly at both ends', () => {
  const element = scrolled(1_000);
  scrollToTop(element);
  expect(element.scrollTop).toBe(1_000);
  draw(start + 200);
  expect(element.scrollTop).toBeCloseTo(875);
  draw(start + 400);
  expect(element.scrollTop).toBeCloseTo(500);
  draw(start + 600);
  expect(element.scrollTop).toBeCloseTo(125);
  draw(start + 900);
  expect(element.scrollTop).toBe(0);
  expect(frames).toEqual([]);
});

it('is there at once for who wants no movement', () => {
  const { matchMedia } = window;
  onTestFinished(() => void (window.matchMedia = matchMedia));
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(prefers-reduced-motion: reduce)' });
  const element = scrolled(300);
  scrollToTop(element);
  expect(element.scrollTop).toBe(0);
  expect(frames).toEqual([]);
});

it('does nothing at the top, and nothing without a list', () => {
  scrollToTop(scrolled(0));
  scrollToTop(null);
  scrollToTop(undefined);
  expect(frames).toEqual([]);
});
