import type { ReactNode } from 'react';

interface LoginFieldProps {
  /** also the id of the input */
  name: string;
  label: string;
  error: string | undefined;
  hint?: string;
  children: ReactNode;
}

/** Label above input, below it what is wrong. */
export function LoginField({ name, label, error, hint, children }: LoginFieldProps) {
  return (
    <div className="login-field">
      <label htmlFor={name}>{label}</label>
      {children}
      {error ? (
        <div id={`${name}-note`} role="alert" className="login-field-note problem">
          {error}
        </div>
      ) : (
        hint && <div className="login-field-note">{hint}</div>
      )}
    </div>
  );
}
