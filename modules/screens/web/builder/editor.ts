import { createContext, use } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { ScreenConfig } from '../../contract/screen-config.ts';
import { documentText } from '#kit/core/document-text.ts';
import { run, type Change } from '../../core/change.ts';
import { EMPTY_HISTORY, recorded, redone, undone, type Entry, type History, type Stepped } from '../../core/history.ts';
import { picked } from '../../core/selection.ts';

export interface View {
  /** pixels of the window for one of the screen */
  readonly zoom: number;
  /** where the corner of the screen stands in the canvas */
  readonly x: number;
  readonly y: number;
}
export const MIN_ZOOM = 0.05;
export const MAX_ZOOM = 8;

export type InspectorTab = 'node' | 'style' | 'data' | 'action' | 'screen';

export interface EditorState {
  readonly config: ScreenConfig;
  readonly history: History;
  /** the step after which the document was saved; 'unknown' when it is none of those that are remembered */
  readonly savedAt: Entry | null | 'unknown';
  /** what the server had when this work began, null when that is not known any more */
  readonly saved: ScreenConfig | null;
  readonly name: string;
  readonly savedName: string;
  /** version of the stored draft that this work started from */
  readonly version: number;
  readonly selection: readonly string[];
  /** group that a double click opened */
  readonly entered: string | null;
  readonly view: View;
  readonly isSnapping: boolean;
  readonly tab: InspectorTab;
  /** node whose text is typed on the canvas */
  readonly typing: string | null;
  /** node whose name is typed in the list of layers */
  readonly renaming: string | null;
}

/** What the server has: the document, its name and its version. */
export interface Stored {
  readonly config: ScreenConfig;
  readonly name: string;
  readonly version: number;
}

export interface ChangeHow {
  /** changes with the same word, without a pause or another change between them, are one step */
  readonly gesture?: string;
  /** what is chosen afterwards; what was chosen stays unless given */
  readonly select?: readonly string[];
}

const GESTURE_MS = 1500;
const CHARACTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** A key that no other node of any screen has. */
export const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => CHARACTERS[byte % CHARACTERS.length]).join('');

const sameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one, i) => one === b[i]);

/** The state of one open screen and everything that changes it. */
export class Editor {
  readonly id: string;
  readonly store: StoreApi<EditorState>;
  #turn = 0;
  #last = 0;

  constructor(id: string, stored: Stored) {
    this.id = id;
    this.store = createStore<EditorState>(() => ({
      config: stored.config,
      saved: stored.config,
      name: stored.name,
      savedName: stored.name,
      version: stored.version,
      history: EMPTY_HISTORY,
      savedAt: null,
      selection: [],
      entered: null,
      view: { zoom: 0.5, x: 40, y: 40 },
      isSnapping: true,
      tab: 'node',
      typing: null,
      renaming: null,
    }));
  }

  get state(): EditorState {
    return this.store.getState();
  }

  /** Runs commands as one step that can be taken back. Answers whether anything changed. */
  change(label: string, changes: Change | readonly Change[], { gesture, select }: ChangeHow = {}): boolean {
    const { config, history, selection, entered } = this.state;
    const changed = run(config, ...(typeof changes === 'function' ? [changes] : changes));
    const now = performance.now();
    if (now - this.#last > GESTURE_MS) this.#turn++;
    this.#last = now;
    if (changed.patches.length === 0) {
      if (select) this.select(select);
      return false;
    }
    const { nodes } = changed.config;
    const wanted = (select ?? selection).filter((id) => nodes[id]);
    const after = sameList(wanted, selection) ? selection : wanted;
    const step = { label, gesture: gesture ? `${gesture}#${this.#turn}` : null, before: selection, after };
    this.store.setState({
      config: changed.config,
      history: recorded(history, changed, step),
      selection: after,
      entered: entered !== null && nodes[entered] ? entered : null,
    });
    return true;
  }

  /** The next change begins a new step, whatever its gesture is called. */
  endGesture(): void {
    this.#turn++;
  }

  undo(): void {
    this.#step(undone(this.state.history, this.state.config));
  }
  redo(): void {
    this.#step(redone(this.state.history, this.state.config));
  }
  #step(to: Stepped | null): void {
    if (!to) return;
    this.endGesture();
    const { nodes } = to.config;
    const { entered } = this.state;
    this.store.setState({
      config: to.config,
      history: to.history,
      selection: to.selection.filter((id) => nodes[id]),
      entered: entered !== null && nodes[entered] ? entered : null,
      typing: null,
    });
  }

  select(ids: readonly string[], entered?: string | null): void {
    const { selection, entered: before } = this.state;
    const next = entered === undefined ? before : entered;
    if (sameList(ids, selection) && next === before) return;
    this.endGesture();
    this.store.setState({ selection: ids, entered: next, typing: null });
  }
  /** Chooses a node as a click on it does. */
  pick(hit: string): void {
    const { config, entered } = this.state;
    const stays = entered !== null && picked(config.nodes, hit, entered) !== picked(config.nodes, hit, null);
    this.select([picked(config.nodes, hit, stays ? entered : null)], stays ? entered : null);
  }

  set(values: Partial<Pick<EditorState, 'view' | 'isSnapping' | 'tab' | 'typing' | 'renaming' | 'name'>>): void {
    this.store.setState(values);
  }

  /** The server has this document now, under this version. */
  keep(config: ScreenConfig, name: string, version: number): void {
    const { history } = this.state;
    // work that went on during the save is not saved
    const savedAt = this.state.config === config ? (history.past.at(-1) ?? null) : 'unknown';
    this.store.setState({ savedAt, saved: config, savedName: name, version });
  }
  /** Takes a kept draft with its steps in place of the document. */
  restore(config: ScreenConfig, history: History, name: string): void {
    const isSaved = documentText(config) === documentText(this.state.config);
    this.store.setState({ config, history, name, savedAt: isSaved ? (history.past.at(-1) ?? null) : 'unknown', selection: [] });
  }
  /** Starts again from what the server has. */
  load({ config, name, version }: Stored): void {
    this.store.setState({
      config,
      saved: config,
      name,
      savedName: name,
      version,
      history: EMPTY_HISTORY,
      savedAt: null,
      selection: [],
      entered: null,
      typing: null,
      renaming: null,
    });
  }
}

/** True while something of the document or its name is not on the server. */
export const isDirty = ({ history, savedAt, name, savedName }: EditorState): boolean =>
  name !== savedName || savedAt === 'unknown' || (history.past.at(-1) ?? null) !== savedAt;

/** Steps that are not on the server, at least one while anything is not. */
export function unsavedSteps(state: EditorState): number {
  if (!isDirty(state)) return 0;
  const { history, savedAt } = state;
  const at = savedAt === 'unknown' ? -1 : history.past.findIndex((step) => step === savedAt);
  return Math.max(1, history.past.length - 1 - at);
}

export const EditorContext = createContext<Editor | null>(null);
/** The editor around this component. */
export function useEditor(): Editor {
  const editor = use(EditorContext);
  if (!editor) throw new Error('no screen editor around this component');
  return editor;
}
/** One part of the state; the component is drawn again when this part changes. */
export const useEditorState = <T>(pick: (state: EditorState) => T): T => useStore(useEditor().store, pick);
