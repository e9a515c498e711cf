import type { StoreApi } from 'zustand';
import type { Design } from './store.ts';

/** A document as the server has it. */
export interface StoredDocument<C> {
  readonly config: C;
  readonly version: number;
  readonly name: string;
}

/** A document that is open in a designer, as far as saving, comparing and going back to a version take it. */
export interface OpenDocument<C> {
  now(): StoredDocument<C>;
  isDirty(): boolean;
  /** what the server had when this work began; null when that is not known any more */
  base(): C | null;
  /** the server has this now */
  keep(stored: StoredDocument<C>): void;
  /** takes a config in place of what is here, as one step that can be undone; `over` = it goes on from this version of the server */
  take(label: string, config: C, over?: StoredDocument<C>): void;
  /** the server has the same content as before under a newer version, maybe under another name: work goes on from there */
  follow?(stored: StoredDocument<C>): void;
}

/** The document of a designer whose state is a `Design`. */
export const openDesign = <C>(store: StoreApi<Design<C>>): OpenDocument<C> => ({
  now: () => store.getState(),
  isDirty: () => isChanged(store.getState()),
  base: () => JSON.parse(store.getState().saved) as C,
  keep: ({ version, config, name }) => store.getState().keep(version, JSON.stringify(config), name),
  take(label, config, over) {
    const { version, saved } = store.getState();
    store.getState().take(label, config, over?.version ?? version, over ? JSON.stringify(over.config) : saved);
    if (over) store.getState().follow(over.version, over.name);
  },
  follow: ({ version, name }) => store.getState().follow(version, name),
});

/** True while something of the document or its name is not on the server. */
export const isChanged = <C>({ config, saved, name, savedName }: Design<C>): boolean =>
  name !== savedName || JSON.stringify(config) !== saved;

/** Steps that are not on the server, at least one while anything is not. */
export const unsavedSteps = <C>(design: Design<C>): number =>
  isChanged(design) ? Math.max(1, Math.abs(design.past.length - design.savedSteps)) : 0;
