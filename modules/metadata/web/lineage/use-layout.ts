import { useEffect, useMemo, useRef, useState } from 'react';
import { DAGRE_UP_TO, stacked, type LayoutInput, type Positions } from './stack.ts';

/**
 * Positions of the cards, null until the first answer. Up to DAGRE_UP_TO cards are laid out in a worker, where what was asked for earlier is
 * dropped; more are stacked at once, which is quicker than asking the worker.
 */
export function useLayout(input: LayoutInput | null): Positions | null {
  const [layered, setLayered] = useState<Positions | null>(null);
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  const isLarge = input !== null && input.nodes.length > DAGRE_UP_TO;
  const large = useMemo(() => (input && isLarge ? stacked(input) : null), [input, isLarge]);
  useEffect(() => {
    const made = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<{ id: number; positions: Positions }>) => {
      if (data.id === asked.current) setLayered(data.positions);
    });
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, []);
  useEffect(() => {
    if (!input || isLarge) return;
    asked.current += 1;
    worker.current?.postMessage({ id: asked.current, input });
  }, [input, isLarge]);
  return large ?? layered;
}
