import type { Tones } from '#kit/web/dict/DictTag.tsx';

export const STATE_TONES: Tones = {
  waiting: 'idle',
  running: 'accent',
  done: 'calm',
  failed: 'bad',
  timeout: 'bad',
  cancelled: 'idle',
  skipped: 'idle',
};
