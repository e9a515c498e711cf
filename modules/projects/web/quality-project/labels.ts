import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** Tones of prj_award_stage: on the way is blue, won is green, lost is grey. */
export const STAGE_TONES: Tones = { '1': 'accent', '2': 'accent', '3': 'accent', '4': 'accent', '5': 'ok', '6': 'idle' };
