import { prefersReducedMotion } from '../reduced-motion.ts';

const LENGTH_MS = 800;
const ease = (part: number): number => (part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);

/** Scrolls an element to its top over 800 ms; instantly with prefers-reduced-motion. */
export function scrollToTop(element: Element | null | undefined): void {
  if (!element || element.scrollTop === 0) return;
  if (prefersReducedMotion()) {
    element.scrollTop = 0;
    return;
  }
  const from = element.scrollTop;
  const start = performance.now();
  const step = (now: number) => {
    const part = Math.min(1, (now - start) / LENGTH_MS);
    element.scrollTop = from * (1 - ease(part));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
