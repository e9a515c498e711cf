import { createStore, type StoreApi } from 'zustand';

const MAX_STEPS = 200;

interface Step<C> {
  readonly label: string;
  readonly gesture: string | null;
  /** the document before this step */
  readonly config: C;
}
/** State of one open document: content, last saved version, undo history. */
export interface Design<C> {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly config: C;
  /** canonical text of the saved document, to detect unsaved changes */
  readonly saved: string;
  readonly savedName: string;
  /** steps there were when the server got it */
  readonly savedSteps: number;
  readonly past: readonly Step<C>[];
  readonly future: readonly Step<C>[];
  /** adds an undo step; changes with the same `gesture` (typing a name, dragging a slider) merge into one. An equal config adds none. */
  change(label: string, config: C, gesture?: string): void;
  /** what the program itself adds to the last step (columns that were read anew): it goes back with that step */
  settle(config: C): void;
  undo(): void;
  redo(): void;
  rename(name: string): void;
  /** marks this version as saved */
  keep(version: number, text: string, name: string): void;
  /** replaces the document by another version, as one undoable step */
  take(label: string, config: C, version: number, saved: string): void;
  /** goes on from another version of the server; its name counts unless it was changed here */
  follow(version: number, name: string): void;
}

/** Zustand store of a designer whose documents are small enough for whole-document snapshots in the undo history. */
export const makeDesign = <C>(start: Pick<Design<C>, 'id' | 'name' | 'version' | 'config'>): StoreApi<Design<C>> =>
  createStore<Design<C>>((set) => ({
    ...start,
    saved: JSON.stringify(start.config),
    savedName: start.name,
    savedSteps: 0,
    past: [],
    future: [],
    change: (label, config, gesture) =>
      set((state) => {
        if (config === state.config) return state;
        const last = state.past.at(-1);
        if (gesture && last?.gesture === gesture && state.future.length === 0) return { config };
        return { config, past: [...state.past, { label, gesture: gesture ?? null, config: state.config }].slice(-MAX_STEPS), future: [] };
      }),
    settle: (config) => set({ config }),
    undo: () =>
      set((state) => {
        const step = state.past.at(-1);
        if (!step) return state;
        return {
          config: step.config,
          past: state.past.slice(0, -1),
          future: [...state.future, { ...step, gesture: null, config: state.config }],
        };
      }),
    redo: () =>
      set((state) => {
        const step = state.future.at(-1);
        if (!step) return state;
        return { config: step.config, past: [...state.past, { ...step, config: state.config }], future: state.future.slice(0, -1) };
      }),
    rename: (name) => set({ name }),
    keep: (version, saved, savedName) => set(({ past }) => ({ version, saved, savedName, savedSteps: past.length })),
    take: (label, config, version, saved) =>
      set((state) => ({
        config,
        version,
        saved,
        past: [...state.past, { label, gesture: null, config: state.config }].slice(-MAX_STEPS),
        future: [],
      })),
    follow: (version, savedName) => set((state) => ({ version, savedName, name: state.name === state.savedName ? savedName : state.name })),
  }));
