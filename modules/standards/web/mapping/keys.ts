import type { KeyboardEvent } from 'react';
import type { Item } from './layout.ts';
import type { Mapping } from './use-mapping.ts';

/** What keys of the page move and do. */
export interface Keys {
  readonly mapping: Mapping;
  /** those that are shown, and all of the set */
  readonly items: readonly Item[];
  readonly all: readonly Item[];
  /** the item that Enter would link to */
  readonly goal: string | undefined;
  readonly focusValues: () => void;
  readonly focusItems: () => void;
  /** rows that a page key moves by */
  readonly page: number;
}

const isTyping = ({ target }: KeyboardEvent): boolean => target instanceof HTMLInputElement && target.type !== 'checkbox';
const isWithin = ({ target }: KeyboardEvent, list: string): boolean =>
  target instanceof Element && target.closest(`[data-list="${list}"]`) !== null;

/** How far a key moves; null for keys that do not. */
function distanceOf(key: string, page: number): number | null {
  const far = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
  return key in far ? far[key as keyof typeof far] : null;
}

function moveItem({ mapping, items, goal }: Keys, by: number): void {
  const at = items.findIndex(({ id }) => id === (mapping.target ?? goal));
  const next = items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))];
  if (next) mapping.setTarget(next.id);
}

/** Keys that do something with the chosen value; true when there was something to do. */
function act(event: KeyboardEvent, { mapping, all, goal, focusValues }: Keys): boolean {
  const { value } = mapping;
  if (!value || value.isMasked || mapping.isBusy) return false;
  if (value.status === '1') {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return false;
    mapping.cancel();
    return true;
  }
  const best = mapping.target ?? goal;
  if (event.key === 'Enter' && best) {
    // what is not in force stays chosen, the panel says why it cannot be mapped
    if (all.find(({ id }) => id === best)?.state !== 'inForce') return true;
    mapping.accept(best);
    focusValues();
    return true;
  }
  const candidate = /^[1-3]$/.test(event.key) ? value.candidates[Number(event.key) - 1] : undefined;
  const refused = value.candidates.find(({ id }) => id === best);
  if (candidate) mapping.setTarget(candidate.id);
  else if (event.key === ' ' && value.proposed) mapping.toggle(value.id);
  else if (event.key.toLowerCase() === 'x' && refused) mapping.reject(refused.id);
  else return false;
  return true;
}

/**
 * ↑ ↓, page keys, Home and End choose a value, or an item when the focus is at the right; → goes there, ← and Escape come back. Enter links the
 * value to the best candidate or to what was chosen, Delete unlinks it, 1 to 3 choose a candidate, X refuses it, the space bar ticks the proposal.
 * Ctrl+Z takes the last of it back.
 */
export function handleKey(event: KeyboardEvent, keys: Keys): void {
  const { mapping, focusItems, focusValues, page } = keys;
  if (isTyping(event)) {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    event.preventDefault();
    if (isWithin(event, 'items')) focusItems();
    else focusValues();
    return;
  }
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
    event.preventDefault();
    if (!mapping.isBusy) void mapping.undo();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLButtonElement) return;
  const atItems = isWithin(event, 'items');
  const by = distanceOf(event.key, page);
  if (by !== null) {
    event.preventDefault();
    if (atItems) moveItem(keys, by);
    else mapping.step(by);
    return;
  }
  const leaves = atItems ? ['ArrowLeft', 'Escape'].includes(event.key) : event.key === 'ArrowRight';
  if (leaves) (atItems ? focusValues : focusItems)();
  if (leaves || act(event, keys)) event.preventDefault();
}
