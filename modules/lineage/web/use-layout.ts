import { useEffect, useMemo, useRef, useState } from 'react';
import { DAGRE_UP_TO, stacked, type LayoutInput, type Positions } from './stack.ts';

/** Where the cards are, and for which drawing that was found out: while a newer one is on its way the old places stay. */
export interface Layout {
  readonly of: LayoutInput;
  readonly positions: Positions;
}

/**
 * The places of the cards, null until the first answer. Up to DAGRE_UP_TO cards are laid out in a worker, where what was asked for earlier is
 * dropped; more are stacked at once, which is quicker than asking the worker.
 */
export function useLayout(input: LayoutInput | null): Layout | null {
  const [layered, setLayered] = useState<Layout | null>(null);
  const worker = useRef<Worker | null>(null);
  const asked = useRef<{ id: number; input: LayoutInput | null }>({ id: 0, input: null });
  const isLarge = input !== null && input.nodes.length > DAGRE_UP_TO;
  const large = useMemo(() => (input && isLarge ? { of: input, positions: stacked(input) } : null), [input, isLarge]);
  useEffect(() => {
    const made = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<{ id: number; positions: Positions }>) => {
      const { id, input: of } = asked.current;
      if (data.id === id && of) setLayered({ of, positions: data.positions });
    });
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, []);
  useEffect(() => {
    if (!input || isLarge) return;
    asked.current = { id: asked.current.id + 1, input };
    worker.current?.postMessage({ id: asked.current.id, input });
  }, [input, isLarge]);
  return large ?? layered;
}
