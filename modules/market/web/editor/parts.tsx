import { CheckCircleFilled, DownOutlined, ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';

interface FieldProps {
  id: string;
  label: string;
  isRequired?: boolean;
  hint?: ReactNode;
  problem?: string | undefined;
  wide?: boolean;
  children: ReactNode;
}
/** A labelled input; what is wrong with it stands below it. */
export const Field = ({ id, label, isRequired = false, hint, problem, wide = false, children }: FieldProps) => (
  <div className={wide ? 'market-field wide' : 'market-field'}>
    <label htmlFor={id}>
      {label}
      {isRequired && (
        <b aria-hidden className="form-mark">
          *
        </b>
      )}
    </label>
    {children}
    <Problem text={problem} />
    {!problem && hint && <small>{hint}</small>}
  </div>
);

export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <small className="market-bad" role="alert">
      {text}
    </small>
  ) : null;

interface SectionProps {
  number: number;
  title: string;
  summary: ReactNode;
  state: 'open' | 'done' | 'bad';
  isOpen: boolean;
  onToggle: () => void;
  extra?: ReactNode;
  children: ReactNode;
}
/** A step of the editor: its head says what was chosen, and folds. */
export function Section({ number, title, summary, state, isOpen, onToggle, extra, children }: SectionProps) {
  return (
    <section className="market-step" aria-label={title}>
      <header>
        <button type="button" aria-expanded={isOpen} onClick={onToggle}>
          <Mark state={state} number={number} />
          <b>{title}</b>
          <span className="muted cut">{summary}</span>
          <DownOutlined className={isOpen ? 'fold open' : 'fold'} />
        </button>
        {isOpen && extra}
      </header>
      {isOpen && <div className="market-step-body">{children}</div>}
    </section>
  );
}

function Mark({ state, number }: { state: SectionProps['state']; number: number }) {
  if (state === 'done') return <CheckCircleFilled className="market-mark done" aria-label="已填写" />;
  if (state === 'bad') return <ExclamationCircleFilled className="market-mark bad" aria-label="需要修改" />;
  return (
    <i className="market-mark" aria-hidden>
      {number}
    </i>
  );
}

/** antd's red frame. */
export const statusOf = (problem: string | undefined) => (problem ? ('error' as const) : undefined);
