import type { ReactNode } from 'react';

export interface FieldProps {
  id: string;
  label: string;
  isRequired?: boolean;
  hint?: ReactNode;
  /** over both columns of the form, or at the left of a pair */
  place?: 'wide' | 'left' | undefined;
  /** why the rule cannot be saved as it stands here */
  problem?: string | undefined;
  children: ReactNode;
}
/** A labelled input of the form of a rule, with its hint or what is wrong with it. */
export function Field({ id, label, isRequired = false, hint, place, problem, children }: FieldProps) {
  const names = ['quality-field', place, problem && 'wrong'].filter(Boolean).join(' ');
  return (
    <div className={names}>
      <label htmlFor={id}>
        {label}
        {isRequired && <b aria-hidden>*</b>}
      </label>
      {children}
      {problem ? <small role="alert">{problem}</small> : hint && <small>{hint}</small>}
    </div>
  );
}
