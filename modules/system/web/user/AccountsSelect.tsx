import { Select } from 'antd';
import { AccountOptionText } from './AccountOptionText.tsx';
import { useAccounts, type AccountOption } from './use-accounts.ts';

interface AccountsSelectProps {
  id?: string | undefined;
  label?: string;
  /** a field of a form gives these two */
  value?: readonly string[] | null | undefined;
  onChange?: ((ids: string[]) => void) | undefined;
  disabled?: boolean | undefined;
  /** offers the accounts of this department only */
  deptId?: string | undefined;
  /** accounts that are not offered */
  without?: readonly string[];
  placeholder?: string;
  className?: string;
  status?: 'error' | undefined;
}

/** Chooses several enabled accounts. */
export function AccountsSelect({ label, value, deptId, without = [], placeholder, ...props }: AccountsSelectProps) {
  const { options, picker } = useAccounts(value ?? [], deptId);
  return (
    <Select<string[], AccountOption>
      aria-label={label}
      mode="multiple"
      {...picker}
      placeholder={placeholder ?? picker.placeholder}
      {...props}
      value={[...(value ?? [])]}
      options={options.filter((option) => !without.includes(option.value))}
      optionRender={({ data }) => <AccountOptionText {...data} />}
    />
  );
}
