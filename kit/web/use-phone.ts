import { useSyncExternalStore } from 'react';

/** breakpoint below which tables become cards and filters move into a sheet; the style sheets use the same */
const PHONE = '(max-width: 767px)';

const subscribe = (watcher: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
};

/** True when the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
