import type { ReactNode } from 'react';

/** Meaning of the colours: calm = normal state, line = attribute, the others = exceptions that need attention. */
export type Tone = 'calm' | 'line' | 'idle' | 'ok' | 'warn' | 'bad' | 'accent' | 'violet';

/** States carry a dot, attributes do not. */
export function Tag({ tone = 'idle', dot = tone !== 'line', children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
  return (
    <span className={tone === 'idle' ? 'tag' : `tag tag-${tone}`}>
      {dot && <i />}
      {children}
    </span>
  );
}

/** Placeholder for a missing value. */
export const Missing = () => <span className="none">—</span>;
