import type { ReactNode } from 'react';
import { Missing } from '#kit/web/Tag.tsx';

/** Label above value, in a `dl.facts.grid`. */
export const Fact = ({ title, wide, children }: { title: string; wide?: true; children: ReactNode }) => (
  <div className={wide ? 'wide' : undefined}>
    <dt>{title}</dt>
    <dd>{children ?? <Missing />}</dd>
  </div>
);
