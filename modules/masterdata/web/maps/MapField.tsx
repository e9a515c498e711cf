import { useId, type ReactNode } from 'react';

/** A labelled control of the drawer of a mapping. */
export function MapField({ label, note, children }: { label: string; note?: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="md-prop">
      <label htmlFor={id}>
        {label} {note && <span className="muted">{note}</span>}
      </label>
      {children(id)}
    </div>
  );
}
