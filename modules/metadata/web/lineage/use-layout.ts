import { useEffect, useRef, useState } from 'react';
import type { LayoutInput, Positions } from './layout.ts';

/** Positions of the cards, laid out in a worker; null until the first answer. What was asked for earlier is dropped. */
export function useLayout(input: LayoutInput | null): Positions | null {
  const [positions, setPositions] = useState<Positions | null>(null);
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    const made = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<{ id: number; positions: Positions }>) => {
      if (data.id === asked.current) setPositions(data.positions);
    });
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, []);
  useEffect(() => {
    if (!input) return;
    asked.current += 1;
    worker.current?.postMessage({ id: asked.current, input });
  }, [input]);
  return positions;
}
