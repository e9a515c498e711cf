import './account-option.css';
import type { AccountOption } from './use-accounts.ts';

/** One person in the list of a picker: name and account, the department in grey. */
export const AccountOptionText = ({ label, note }: Pick<AccountOption, 'label' | 'note'>) => (
  <span className="account-option">
    {label}
    {note && <small className="muted">{note}</small>}
  </span>
);
