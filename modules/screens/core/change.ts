import { create, isDraft, type Patches } from 'mutative';
import type { ScreenConfig } from '../contract/screen-config.ts';
import { recognizeDrafts } from './tree.ts';

recognizeDrafts(isDraft);

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
