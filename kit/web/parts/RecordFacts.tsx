import type { ReactNode } from 'react';
import { Missing } from '../Tag.tsx';

/** A text of a stored record, whatever an older version of the record held in its place. */
export const textOf = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

/** Names and values of a record inside its approval. */
export const RecordFacts = ({ facts }: { facts: readonly { readonly name: string; readonly value: ReactNode }[] }) => (
  <dl>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value ?? <Missing />}</dd>
      </div>
    ))}
  </dl>
);
