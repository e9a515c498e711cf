import { useSyncExternalStore } from 'react';

/** Below it the panel lies over the list as a drawer. */
const WIDE = '(min-width: 1360px)';

const subscribe = (watcher: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', watcher);
  return () => query.removeEventListener('change', watcher);
};

/** True when a panel has room beside the list. */
export const useRoomBeside = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(WIDE).matches);
