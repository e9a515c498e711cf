import * as z from 'zod';
import { readText, writeText } from '#kit/web/storage.ts';
import type { ScreenConfig } from '../../../contract/screen-config.ts';
import { isNewerScreen, readScreen } from '../../../core/read-screen.ts';
import { documentText } from '#kit/core/document-text.ts';
import { historyFrom, historyText, type History } from '../../../core/history.ts';

const PREFIX = 'data_ui_screen_draft:';
/** Browsers keep five million characters in all; the document comes first, steps as far as there is room. */
const MAX_STEPS = 1_500_000;
const LIFE_MS = 14 * 86_400_000;

const Stored = z.object({
  version: z.number(),
  name: z.string(),
  isDirty: z.boolean(),
  at: z.number(),
  config: z.string(),
  history: z.string(),
});
/** Work on a screen that this browser keeps until it is saved, with the steps that led to it. */
export interface LocalDraft {
  /** version of the stored draft that it started from */
  readonly version: number;
  readonly name: string;
  readonly isDirty: boolean;
  readonly at: number;
  readonly config: ScreenConfig;
  readonly history: History;
}

export function storeDraft(id: string, kept: LocalDraft): void {
  const { config, history, ...rest } = kept;
  writeText(PREFIX + id, JSON.stringify({ ...rest, config: documentText(config), history: historyText(history, MAX_STEPS) }));
}
export const removeDraft = (id: string): void => writeText(PREFIX + id, null);

/** What was kept of a screen; null when there is nothing, or nothing that can be read. */
export function storedDraft(id: string): LocalDraft | null {
  try {
    const found = Stored.safeParse(JSON.parse(readText(PREFIX + id) ?? 'null'));
    if (!found.success) return null;
    const { config, history, ...rest } = found.data;
    const document: unknown = JSON.parse(config);
    if (isNewerScreen(document)) return null;
    return { ...rest, config: readScreen(document), history: historyFrom(history) };
  } catch {
    return null;
  }
}

/** Throws away what was kept of screens that nobody came back to. */
export function forgetOld(now: number): void {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const at = /"at":(\d+)/.exec(readText(key)?.slice(0, 400) ?? '')?.[1];
    if (!at || now - Number(at) > LIFE_MS) writeText(key, null);
  }
}
