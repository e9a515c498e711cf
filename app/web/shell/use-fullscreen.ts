import { useEffect, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';

/** `[isFull, toggle]`; a browser that cannot says so. */
export function useFullscreen(): [boolean, () => void] {
  const [isFull, setFull] = useState(() => document.fullscreenElement !== null);
  useEffect(() => {
    const handle = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', handle);
    return () => document.removeEventListener('fullscreenchange', handle);
  }, []);
  const toggle = () => {
    if (!document.fullscreenEnabled) return toast.warning(uiTexts.fullscreenUnsupported);
    const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => toast.warning(uiTexts.fullscreenUnsupported));
  };
  return [isFull, toggle];
}
