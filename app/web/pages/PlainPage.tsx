import type { ReactNode } from 'react';

/** One statement, one reason, and the ways on: for pages that have nothing else to show. */
export function PlainPage({ code, title, children, actions }: { code?: string; title: string; children: ReactNode; actions: ReactNode }) {
  return (
    <div className="plain-page">
      {code && <div className="plain-code">{code}</div>}
      <h1>{title}</h1>
      <div className="plain-text">{children}</div>
      <div className="plain-actions">{actions}</div>
    </div>
  );
}
