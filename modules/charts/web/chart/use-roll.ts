import { useEffect, useRef, useState } from 'react';

/** Milliseconds that digits run when a figure changes. */
const ROLL_MS = 600;

/** A figure that runs to its new value; jumps when `isStill`, at the first showing, and to and from gaps. */
export function useRoll(value: number | null, isStill: boolean): number | null {
  const [shown, setShown] = useState(value);
  const at = useRef(value);
  useEffect(() => {
    const from = at.current;
    if (value === null || from === null || isStill || from === value) {
      at.current = value;
      setShown(value);
      return;
    }
    const begin = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const part = Math.min(1, (now - begin) / ROLL_MS);
      const eased = 1 - (1 - part) ** 3;
      at.current = part === 1 ? value : from + (value - from) * eased;
      setShown(at.current);
      if (part < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, isStill]);
  return shown;
}
