import type { ReactNode } from 'react';

/** calm = normal state, line = attribute, the others = exceptions that ask to be looked at. */
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

/** What stands where there is no value. */
export const Missing = () => <span className="none">—</span>;
