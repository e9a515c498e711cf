import { useSyncExternalStore } from 'react';

/** below this width tables become cards and the query moves into a sheet; the style sheets say the same */
const PHONE = '(max-width: 767px)';

const subscribe = (watcher: () => void) => {
  const query = matchMedia(PHONE);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
};

/** Whether the window is as narrow as a phone. */
export const usePhone = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(PHONE).matches);
