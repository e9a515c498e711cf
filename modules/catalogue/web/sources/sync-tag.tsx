import { Tag, type Tone } from '#kit/web/Tag.tsx';

export type SyncCode = '0' | '1' | '2' | '3';
const STATES: Record<SyncCode, readonly [label: string, tone: Tone]> = {
  '0': ['未同步', 'idle'],
  '1': ['同步中', 'accent'],
  '2': ['已同步', 'calm'],
  '3': ['同步失败', 'bad'],
};

/** 同步状态 of a source */
export const SyncTag = ({ state }: { state: SyncCode }) => <Tag tone={STATES[state][1]}>{STATES[state][0]}</Tag>;
