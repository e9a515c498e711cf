import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { toast } from './toast.ts';
import { words } from './words.ts';

const RELOADED = 'data_ui_chunk_reload';
const RETRY_MS = 3_000;

/** What loading needs from the browser. */
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
 * Loads a part of the program. Without a connection it waits for one: a reload would end on the browser's own error page.
 * A part that is missing on a server that answers belongs to an older version: load the application again, once.
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
    if (!hasTold) toast.error(words.requestError);
    hasTold = true;
    await around.pause();
  }
}

/** A component that loads when it is first shown; stands inside a `<Suspense>`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(() => loadPart(load));
