import { useEffect, useState } from 'react';

const EVERY_MS = 6000;

/** Which of `count` pictures is shown; it moves on by itself unless it is paused or the person asked for less motion. */
export function useRotation(count: number, paused: boolean): readonly [at: number, go: (to: number) => void] {
  const [at, go] = useState(0);
  const shown = count === 0 ? 0 : at % count;
  useEffect(() => {
    if (paused || count < 2 || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setTimeout(() => go((shown + 1) % count), EVERY_MS);
    return () => clearTimeout(timer);
  }, [shown, count, paused]);
  return [shown, go];
}
