import { useId, type ReactNode } from 'react';
import { Link } from 'react-router';
import './parts.css';

interface PanelProps {
  title: ReactNode;
  /** scope or time of what is shown, in grey after the title */
  note?: ReactNode;
  /** switches inside the head */
  tabs?: ReactNode;
  /** the one way on at the right edge */
  link?: { text: string; to: string };
  /** instead of a link: buttons or a select */
  actions?: ReactNode;
  /** space around the content; rows of `PanelRow` bring their own */
  padded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A card with a header of 44 px; a landmark region named by its title. */
export function Panel({ title, note, tabs, link, actions, padded = false, className, children }: PanelProps) {
  const id = useId();
  return (
    <section className={['panel', className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <header className="panel-head">
        <h2 id={id}>{title}</h2>
        {note && <span className="muted">{note}</span>}
        {tabs}
        <span className="grow" />
        {actions}
        {link && (
          <Link className="panel-more" to={link.to}>
            {link.text}
          </Link>
        )}
      </header>
      {padded ? <div className="panel-body">{children}</div> : children}
    </section>
  );
}

/** A row of a panel: 36 px, or 48 px with a second line. */
export function PanelRow({ second, children }: { second?: ReactNode; children: ReactNode }) {
  if (!second) return <div className="panel-line">{children}</div>;
  return (
    <div className="panel-line two">
      <div>{children}</div>
      <small>{second}</small>
    </div>
  );
}
