import { session } from '#kit/web/session.ts';
import { loaderOf } from './loaders.ts';
import { windowPageKey } from './window-pages.ts';

/** Before anything is loaded: asks for the data of a viewer, which otherwise wait for the program. */
export function prefetchData(): void {
  const { token, lock } = session.get();
  if (token === null || lock === 'locked') return;
  const key = windowPageKey(window.location.pathname);
  if (key === null) return;
  void loaderOf(key)
    ?.ahead?.(window.location)
    .catch(() => undefined);
}
