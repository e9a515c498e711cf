import { apply, type Patches } from 'mutative';
import * as z from 'zod';
import type { ScreenConfig } from '../contract/screen-config.ts';
import type { Changed } from './change.ts';

/** One step back: what was done, and the selection around it. */
export interface Entry {
  readonly label: string;
  readonly patches: Patches;
  readonly inverse: Patches;
  /** changes of one gesture are one step: a drag of a slider, the letters of a name */
  readonly gesture: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
export interface History {
  readonly past: readonly Entry[];
  readonly future: readonly Entry[];
}
export const EMPTY_HISTORY: History = { past: [], future: [] };
export const MAX_ENTRIES = 200;

export interface Step {
  readonly label: string;
  readonly gesture?: string | null;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const pathOf = (path: unknown): string => JSON.stringify(path);
const onlyReplaces = (patches: Patches): boolean => patches.every(({ op }) => op === 'replace');

/** Later values of the same places stand in for earlier ones; anything else is simply done in turn. */
function joined(first: Patches, second: Patches): Patches {
  if (!onlyReplaces(first) || !onlyReplaces(second)) return [...first, ...second];
  const later = new Set(second.map(({ path }) => pathOf(path)));
  return [...first.filter(({ path }) => !later.has(pathOf(path))), ...second];
}
/** Going back: the newer steps first, but the oldest value of a place is the one that counts. */
function joinedBack(newer: Patches, older: Patches): Patches {
  return joined(newer, older);
}

/** Remembers a change; what was undone before can no longer be redone. Changes without effect are not remembered. */
export function recorded(history: History, { patches, inverse }: Changed, { label, gesture = null, before, after }: Step): History {
  if (patches.length === 0) return history;
  const last = history.past.at(-1);
  if (gesture !== null && last?.gesture === gesture && history.future.length === 0) {
    const entry = { ...last, patches: joined(last.patches, patches), inverse: joinedBack(inverse, last.inverse), after };
    return { past: [...history.past.slice(0, -1), entry], future: [] };
  }
  const entry = { label, patches, inverse, gesture, before, after };
  return { past: [...history.past, entry].slice(-MAX_ENTRIES), future: [] };
}

const applied = (config: ScreenConfig, patches: Patches): ScreenConfig => apply(config as object, patches) as ScreenConfig;

export interface Stepped {
  readonly config: ScreenConfig;
  readonly history: History;
  readonly selection: readonly string[];
  readonly label: string;
}

/** The last change taken back; null when there is none. */
export function undone(history: History, config: ScreenConfig): Stepped | null {
  const entry = history.past.at(-1);
  if (!entry) return null;
  return {
    config: applied(config, entry.inverse),
    history: { past: history.past.slice(0, -1), future: [...history.future, entry] },
    selection: entry.before,
    label: entry.label,
  };
}

/** The last change that was taken back done again; null when there is none. */
export function redone(history: History, config: ScreenConfig): Stepped | null {
  const entry = history.future.at(-1);
  if (!entry) return null;
  return {
    config: applied(config, entry.patches),
    history: { past: [...history.past, { ...entry, gesture: null }], future: history.future.slice(0, -1) },
    selection: entry.after,
    label: entry.label,
  };
}

const StoredPatches = z.array(
  z.object({ op: z.enum(['add', 'remove', 'replace']), path: z.array(z.union([z.string(), z.number()])), value: z.unknown().optional() }),
);
const StoredEntry = z.object({
  label: z.string(),
  patches: StoredPatches,
  inverse: StoredPatches,
  before: z.array(z.string()),
  after: z.array(z.string()),
});
const StoredHistory = z.object({ past: z.array(StoredEntry).max(MAX_ENTRIES), future: z.array(StoredEntry).max(MAX_ENTRIES) });

/** The history for the browser's storage; the oldest steps go when it would be longer than `most` characters. */
export function historyText(history: History, most: number): string {
  let { past } = history;
  for (;;) {
    const text = JSON.stringify({ past, future: history.future });
    if (text.length <= most || past.length === 0) return text.length <= most ? text : JSON.stringify(EMPTY_HISTORY);
    past = past.slice(Math.ceil(past.length / 4));
  }
}

/** The history that was kept; an empty one when the text is damaged. A gesture does not go on after a reload. */
export function historyFrom(text: string): History {
  try {
    const found = StoredHistory.safeParse(JSON.parse(text));
    if (!found.success) return EMPTY_HISTORY;
    const entries = (list: readonly z.output<typeof StoredEntry>[]): Entry[] =>
      list.map((one) => ({ ...one, patches: one.patches as Patches, inverse: one.inverse as Patches, gesture: null }));
    return { past: entries(found.data.past), future: entries(found.data.future) };
  } catch {
    return EMPTY_HISTORY;
  }
}
