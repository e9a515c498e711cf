import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

const RELOADED = 'data_ui_chunk_reload';

/** A part of an older version is gone after an update: load the application again, once. */
const withReload =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      const part = await load();
      sessionStorage.removeItem(RELOADED);
      return part;
    } catch (error) {
      if (sessionStorage.getItem(RELOADED) !== null) throw error;
      sessionStorage.setItem(RELOADED, '1');
      window.location.reload();
      return new Promise<never>(() => {}); // the page is about to go
    }
  };

/** A component that loads when it is first shown; stands inside a `<Suspense>`. */
export const lazyPart = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(withReload(load));
