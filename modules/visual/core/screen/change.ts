import { create, type Patches } from 'mutative';
import type { ScreenConfig } from '../../contract/screen-config.ts';

/** The document inside a command, which may write to it. */
export type ScreenDraft = ScreenConfig;
/** A command: what it does to the document. Every command of the editor is a function that answers one. */
export type Change = (draft: ScreenDraft) => void;

export interface Changed {
  readonly config: ScreenConfig;
  readonly patches: Patches;
  readonly inverse: Patches;
}

/** Runs commands on a document: the new document with the patches there and back. Without effect both lists are empty. */
export function run(config: ScreenConfig, ...changes: readonly Change[]): Changed {
  // filters nest without end, which is more than the types of drafts can follow
  const base: object = config;
  const [next, patches, inverse] = create(
    base,
    (draft) => {
      for (const change of changes) change(draft as ScreenConfig);
    },
    { enablePatches: true },
  );
  return { config: next as ScreenConfig, patches, inverse };
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
};

/** The one text of a document: equal documents have equal texts, whatever order their keys were written in. */
export const documentText = (config: ScreenConfig): string => JSON.stringify(sorted(config));
