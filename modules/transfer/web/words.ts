import type { Tone } from '#kit/web/Tag.tsx';
import type { TransferKind } from '../contract/file.ts';
import type { Doing, Match, TransferRow } from '../contract/transfer.ts';

export const KIND_WORDS: Readonly<Record<TransferKind, string>> = { dataset: '数据集', chart: '图表', board: '看板', screen: '大屏' };
export const DOING_WORDS: Readonly<Record<Doing, string>> = { new: '新增', replace: '替换', use: '使用已有', skip: '跳过' };
export const BY_WORDS: Readonly<Record<Match['by'], string>> = { origin: '上次导入', id: '原内容', code: '系统内容', name: '同名' };
export const STATES: Readonly<Record<TransferRow['state'], { text: string; tone: Tone }>> = {
  new: { text: '新增', tone: 'ok' },
  changed: { text: '更新', tone: 'accent' },
  same: { text: '无变化', tone: 'calm' },
  used: { text: '使用已有', tone: 'line' },
  skipped: { text: '跳过', tone: 'line' },
  wrong: { text: '不能导入', tone: 'bad' },
};
export const sizeText = (bytes: number): string => (bytes < 1024 ? `${bytes} B` : `${Math.round(bytes / 1024)} KB`);
