import { Select } from 'antd';
import type { FieldProps } from '#kit/web/form/types.ts';
import { AccountOptionText } from './AccountOptionText.tsx';
import { useAccounts, type AccountOption } from './use-accounts.ts';

interface AccountSelectProps extends FieldProps {
  /** the present account with its name, which shows at once and also when the account is disabled by now */
  present?: { readonly id: string; readonly name: string } | null;
  /** name of the control where no label stands beside it */
  label?: string;
  placeholder?: string;
  /** the account itself, for those who also need its name */
  onPick?: (account: { readonly id: string; readonly name: string } | null) => void;
}

/** Chooses one enabled account. */
export function AccountSelect({ id, value, onChange, onPick, disabled, present = null, label, placeholder }: AccountSelectProps) {
  const chosen = (value as string | null | undefined) ?? null;
  const { options, picker } = useAccounts(chosen === null ? [] : [chosen]);
  const isPresent = present !== null && present.id === chosen;
  const others = options.filter((option) => !isPresent || option.value !== present.id);
  const shown = isPresent ? [{ value: present.id, label: present.name, nickname: present.name, note: '' }, ...others] : options;
  return (
    <Select<string, AccountOption>
      id={id}
      aria-label={label}
      disabled={disabled}
      allowClear
      {...picker}
      placeholder={placeholder ?? picker.placeholder}
      value={chosen ?? undefined}
      onChange={(next: string | undefined) => {
        onChange?.(next ?? null);
        const account = shown.find((option) => option.value === next);
        onPick?.(account ? { id: account.value, name: account.nickname } : null);
      }}
      options={shown}
      optionRender={({ data }) => <AccountOptionText {...data} />}
    />
  );
}
