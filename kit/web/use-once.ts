import { useEffect, useRef } from 'react';

/**
 * Guards against double clicks: ignores further calls until `busy` has gone back to false, since the second click arrives before the button
 * renders as busy.
 */
export function useOnce<A extends unknown[]>(busy: boolean, act: (...given: A) => unknown): (...given: A) => void {
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!busy) hasBegun.current = false;
  }, [busy]);
  return (...given) => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    act(...given);
  };
}
