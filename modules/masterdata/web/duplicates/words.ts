import type { Preset, Survival } from '../../contract/match.ts';
import { SURVIVAL } from '../../core/match/index.ts';

export const SURVIVAL_WORDS: Readonly<Record<Survival, string>> = SURVIVAL;
export const PRESET_WORDS: Readonly<Record<Preset, readonly [label: string, auto: number, review: number, hint: string]>> = {
  strict: ['严格', 0.95, 0.8, '宁可漏掉，不要误判'],
  balanced: ['均衡', 0.92, 0.7, '多数情况合适'],
  loose: ['宽松', 0.9, 0.6, '宁可多看，不要漏掉'],
};
export const KIND_WORDS: Readonly<Record<string, string>> = {
  company: '单位名称',
  creditCode: '统一社会信用代码',
  idCard: '身份证号',
  code: '编码',
  phone: '电话',
  person: '姓名',
  address: '地址',
  text: '文本',
  exact: '代码值',
  number: '数值',
  date: '日期',
};
/** A, B, C … by place in the group. */
export const letterOf = (at: number): string => String.fromCodePoint(65 + (at % 26));
export const scoreText = (score: number | null): string => (score === null ? '***' : score.toFixed(2));
