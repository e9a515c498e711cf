import type { Tones } from '#kit/web/dict/DictTag.tsx';

/** 待发布, 已发布, 已下线 */
export const API_TONES: Tones = { '1': 'accent', '2': 'ok', '3': 'idle' };
/** 待审批, 生效, 已拒绝, 已暂停, 已关闭, 已到期 */
export const SUBSCRIPTION_TONES: Tones = { '1': 'accent', '2': 'ok', '3': 'bad', '4': 'warn', '5': 'idle', '6': 'idle' };
/** 未扫描, 正常, 告警, 异常 */
export const STORE_TONES: Tones = { '0': 'idle', '1': 'ok', '2': 'warn', '3': 'bad' };
/** 草稿, 审核中, 已上架, 已下架 */
export const DRD_TONES: Tones = { '1': 'idle', '2': 'accent', '3': 'ok', '4': 'idle' };
/** 待审批, 生效, 已拒绝, 已撤回, 已结束 */
export const APPLY_TONES: Tones = { '1': 'accent', '2': 'ok', '3': 'bad', '4': 'idle', '5': 'idle' };
/** 无条件, 有条件, 不予共享 */
export const SHARE_TONES: Tones = { '1': 'ok', '2': 'line', '3': 'bad' };
/** 待处理, 处理中, 已满足, 已关闭 */
export const DEMAND_TONES: Tones = { '1': 'accent', '2': 'warn', '3': 'ok', '4': 'idle' };
