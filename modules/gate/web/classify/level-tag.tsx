import { Missing, Tag, type Tone } from '#kit/web/Tag.tsx';
import { LEVEL_LABELS } from '../../contract/classify.ts';

/** Colour means: look here. What anybody may see is an attribute like others. */
const TONES: Record<string, Tone> = { L1: 'line', L2: 'line', L3: 'warn', L4: 'bad' };

/** L3 敏感 */
export function LevelTag({ level }: { level: string | null }) {
  if (level === null || !(level in LEVEL_LABELS)) return <Missing />;
  return (
    <Tag tone={TONES[level] ?? 'line'} dot={false}>
      {level} {LEVEL_LABELS[level as keyof typeof LEVEL_LABELS]}
    </Tag>
  );
}
export const LEVELS = Object.entries(LEVEL_LABELS).map(([value, label]) => ({ value, label: `${value} ${label}` }));
