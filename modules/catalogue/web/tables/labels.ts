import type { TAG_COLORS } from '../../contract/governance.ts';
import { TIER_LABELS } from '#modules/sources/contract/table-kind.ts';
import type { Tone } from '#kit/web/Tag.tsx';

export const TIERS = Object.entries(TIER_LABELS).map(([value, label]) => ({ value, label }));
export const tierText = (tier: string | null): string | null =>
  tier === null ? null : (TIER_LABELS[tier as keyof typeof TIER_LABELS] ?? tier);

export const TAG_COLOR_LABELS: Record<(typeof TAG_COLORS)[number], string> = {
  blue: '蓝',
  green: '绿',
  orange: '橙',
  red: '红',
  purple: '紫',
  cyan: '青',
  gold: '金',
  gray: '灰',
};
/** Colours of tags are those of the product: nothing else stays readable in the dark. */
const TONES: Record<string, Tone> = {
  blue: 'accent',
  green: 'ok',
  orange: 'warn',
  red: 'bad',
  purple: 'violet',
  cyan: 'calm',
  gold: 'warn',
  gray: 'idle',
};
export const tagTone = (color: string): Tone => TONES[color] ?? 'idle';

/** What people call a table: its Chinese name, else the comment at the source, else its name there. */
export const titleOf = (table: {
  readonly cnName: string | null;
  readonly tableComment: string | null;
  readonly tableName: string;
}): string => table.cnName ?? table.tableComment ?? table.tableName;

/** What is the matter with a view that the source cannot open any more, and what to do about it. */
export function brokenText({ missingParts }: { readonly missingParts: readonly string[] }): string {
  const what =
    missingParts.length > 0 ? `它引用的 ${missingParts.join('、')} 已不存在或已失效` : '它引用的表或字段已不存在，或定义者没有权限';
  return `${what}。请联系数据库负责人修复视图或它引用的表，修复后重新同步即恢复。`;
}
