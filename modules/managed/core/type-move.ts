import type { ColumnType } from './types.ts';

/** Nothing to do; every value fits; some values may not fit; another type altogether. */
export type TypeMove = 'same' | 'wider' | 'narrower' | 'other';

/** What it means for the values of a column when its type changes. */
export function moveOf(from: ColumnType, to: ColumnType): TypeMove {
  if (from.kind === 'text' && to.kind === 'text')
    return from.length === to.length ? 'same' : from.length < to.length ? 'wider' : 'narrower';
  if (from.kind === 'text' && to.kind === 'long') return 'wider';
  if (from.kind === 'long' && to.kind === 'text') return 'narrower';
  if (from.kind === 'number' && to.kind === 'number') {
    if (from.digits === to.digits && from.scale === to.scale) return 'same';
    return to.scale >= from.scale && to.digits - to.scale >= from.digits - from.scale ? 'wider' : 'narrower';
  }
  return from.kind === to.kind ? 'same' : 'other';
}
