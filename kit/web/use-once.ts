import { useEffect, useRef } from 'react';

/**
 * Lets the first of several clicks through until what it began has ended: the second click of a double click comes before the button
 * shows that it is busy.
 */
export function useOnce(busy: boolean, act: () => unknown): () => void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!busy) hasBegun.current = false;
  }, [busy]);
  return () => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    act();
  };
}
