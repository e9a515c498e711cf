import { useEffect, useState } from 'react';
import { prefersReducedMotion } from '#kit/web/reduced-motion.ts';

const EVERY_MS = 6000;

/** Which of `count` pictures is shown; it moves on by itself unless it is paused or the person asked for less motion. */
export function useRotation(count: number, paused: boolean): readonly [at: number, go: (to: number) => void] {
  const [at, go] = useState(0);
  const shown = count === 0 ? 0 : at % count;
  useEffect(() => {
    if (paused || count < 2 || prefersReducedMotion()) return;
    const timer = setTimeout(() => go((shown + 1) % count), EVERY_MS);
    return () => clearTimeout(timer);
  }, [shown, count, paused]);
  return [shown, go];
}
