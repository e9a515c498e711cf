import { useCallback, useState } from 'react';

interface Box {
  width: number;
  height: number;
}

/** Content-box size of an element, tracked by ResizeObserver: `const [ref, box] = useBox()`. */
export function useBox(): readonly [(element: HTMLElement | null) => (() => void) | undefined, Box | null] {
  const [box, setBox] = useState<Box | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const measure = () => setBox({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, box];
}
