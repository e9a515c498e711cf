import { createContext, use, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';

/** What a page shows right now, apart from itself: one table, one account, one board. */
export interface ObjectTitle {
  /** null = it has none that the reader may know */
  readonly name: string | null;
  /** it was deleted, or the reader may not know of it any more */
  readonly isGone: boolean;
}

/** What the parts of one page say; the last one counts. */
class Titles {
  readonly #said = new Map<string, ObjectTitle>();
  #listener: (() => void) | null = null;
  put(id: string, title: ObjectTitle): void {
    this.#said.delete(id);
    this.#said.set(id, title);
    this.#listener?.();
  }
  drop(id: string): void {
    this.#said.delete(id);
    this.#listener?.();
  }
  listen(listener: () => void): () => void {
    this.#listener = listener;
    return () => {
      this.#listener = null;
    };
  }
  current = (): ObjectTitle | null => [...this.#said.values()].at(-1) ?? null;
}
const TitlesContext = createContext<Titles | null>(null);

/**
 * Says which object this part of the page is about; tab, breadcrumb and window carry its name for as long as the part is there. Of several
 * the last one counts: the drawer over the list, the column over its table. Without a name (not read yet) nothing changes.
 */
export function useObjectTitle(name: string | null | undefined, { isGone = false }: { isGone?: boolean } = {}): void {
  const titles = use(TitlesContext);
  const id = useId();
  const known = name || null;
  useEffect(() => {
    if (titles === null || (known === null && !isGone)) return;
    titles.put(id, { name: known, isGone });
    return () => titles.drop(id);
  }, [titles, id, known, isGone]);
}

/** Hears what the page inside says about its object; null = it shows only itself. */
export function ObjectTitles({ onChange, children }: { onChange: (title: ObjectTitle | null) => void; children: ReactNode }) {
  const [titles] = useState(() => new Titles());
  const handleChange = useEffectEvent(() => onChange(titles.current()));
  // the effects of the page come before this one: a page that comes back to the front has said by now what it shows
  useEffect(() => {
    const stop = titles.listen(() => handleChange());
    handleChange();
    return stop;
  }, [titles]);
  return <TitlesContext value={titles}>{children}</TitlesContext>;
}
