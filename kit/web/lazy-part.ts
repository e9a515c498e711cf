import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { toast } from './toast.ts';
import { uiTexts } from './ui-texts.ts';

const RELOADED = 'data_ui_chunk_reload';
const RETRY_MS = 3_000;

/** Browser functions needed by the loader, replaceable in tests. */
interface Surroundings {
  isServerThere: () => Promise<boolean>;
  pause: () => Promise<void>;
  reload: () => void;
}

const browser: Surroundings = {
  isServerThere: () =>
    fetch('/icon.svg', { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => answer.ok,
      () => false,
    ),
  pause: () => new Promise((resolve) => setTimeout(resolve, RETRY_MS)),
  reload: () => window.location.reload(),
};

/**
 * Loads a code chunk. Offline, it waits for the connection instead of reloading into the browser's error page. A missing chunk on a
 * reachable server means a new deployment: the application is reloaded once.
 */
export async function loadPart<T>(load: () => Promise<T>, around: Surroundings = browser): Promise<T> {
  for (let hasTold = false; ;) {
    try {
      const part = await load();
      sessionStorage.removeItem(RELOADED);
      return part;
    } catch (error) {
      if (await around.isServerThere()) {
        if (sessionStorage.getItem(RELOADED) !== null) throw error;
        sessionStorage.setItem(RELOADED, '1');
        around.reload();
        return new Promise<never>(() => {}); // the page is about to go
      }
    }
    if (!hasTold) toast.error(uiTexts.requestError);
    hasTold = true;
    await around.pause();
  }
}

/** `React.lazy` with the error handling of `loadPart`; render it inside a `<Suspense>`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(() => loadPart(load));
