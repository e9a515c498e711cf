import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** Tones of how rules and batches ended: what could not run looks like no failure. */
export const STATE_TONES: Tones = { pass: 'calm', warn: 'warn', fail: 'bad', error: 'violet', skip: 'idle' };
export const RUN_TONES: Tones = { waiting: 'idle', running: 'accent', done: 'calm', error: 'violet', cancelled: 'idle' };
/** Tones of issues: what waits for somebody stands out. */
export const ISSUE_TONES: Tones = { '1': 'bad', '2': 'accent', '3': 'warn', '4': 'calm', '5': 'idle', '6': 'idle' };
