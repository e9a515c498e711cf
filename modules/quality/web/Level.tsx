import { Missing } from '#kit/web/Tag.tsx';

const BARS = [1, 2, 3];

/** Severity of a rule as filled bars with its word: readable without colour. */
export function Level({ id, name }: { id: string; name: string | null | undefined }) {
  if (!name) return <Missing />;
  return (
    <span className={`quality-level level-${id}`}>
      <span aria-hidden>
        {BARS.map((bar) => (
          <i key={bar} className={bar <= Number(id) ? 'on' : ''} />
        ))}
      </span>
      {name}
    </span>
  );
}
