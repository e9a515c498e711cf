import type { Tones } from '#kit/web/dict/DictTag.tsx';

export const KIND_TONES: Tones = { added: 'ok', removed: 'bad', changed: 'accent', renamed: 'violet' };
export const STATUS_TONES: Tones = { '0': 'warn', '1': 'calm' };

/** Lineage of what a change bears on. */
export const lineageOf = (tableId: string, column: string | null): string =>
  `/metadata/datablood?tableId=${tableId}${column ? `&column=${encodeURIComponent(column)}` : ''}`;
