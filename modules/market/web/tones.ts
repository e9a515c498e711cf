import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** 待发布, 已发布, 已下线 */
export const API_TONES: Tones = { '1': 'accent', '2': 'ok', '3': 'idle' };
/** 待审批, 生效, 已拒绝, 已暂停, 已关闭, 已到期 */
export const SUBSCRIPTION_TONES: Tones = { '1': 'accent', '2': 'ok', '3': 'bad', '4': 'warn', '5': 'idle', '6': 'idle' };
