import { useEffect, useState } from 'react';

export interface Scroll {
  readonly box: HTMLDivElement | null;
  readonly setBox: (box: HTMLDivElement | null) => void;
  readonly top: number;
  readonly height: number;
  readonly onScroll: () => void;
}

/** How far a column is scrolled, and how much of it can be seen. */
export function useScroll(): Scroll {
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const [at, setAt] = useState({ top: 0, height: 600 });
  useEffect(() => {
    if (!box) return undefined;
    const observer = new ResizeObserver(() => setAt({ top: box.scrollTop, height: box.clientHeight }));
    observer.observe(box);
    return () => observer.disconnect();
  }, [box]);
  return { box, setBox, ...at, onScroll: () => box && setAt({ top: box.scrollTop, height: box.clientHeight }) };
}

/** Brings a line of a column into view. */
export function scrollTo(box: HTMLDivElement | null, y: number | undefined, size: number): void {
  if (!box || y === undefined) return;
  if (y < box.scrollTop) box.scrollTop = y;
  else if (y + size > box.scrollTop + box.clientHeight) box.scrollTop = y + size - box.clientHeight;
}
