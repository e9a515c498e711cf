import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** Tones of prj_ip_status: in force is calm, what is open is blue, what has ended is grey. */
export const IP_TONES: Tones = { '1': 'idle', '2': 'accent', '3': 'accent', '4': 'calm', '5': 'bad', '6': 'idle', '7': 'ok' };
