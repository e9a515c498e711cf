import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** Failure asks to be looked at, success is the normal state. */
export const RESULT_TONES: Tones = { '1': 'calm', '0': 'bad' };
