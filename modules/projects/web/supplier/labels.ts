import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** Colour means "look here": suspended and blacklisted suppliers, C and D grades. */
export const STATUS_TONES: Tones = { '1': 'idle', '2': 'calm', '3': 'accent', '4': 'warn', '5': 'bad' };
export const GRADE_TONES: Tones = { A: 'line', B: 'line', C: 'warn', D: 'bad' };
