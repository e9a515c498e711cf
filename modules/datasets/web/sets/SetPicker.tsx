import { Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';

interface Props {
  value: string | null;
  onChange: (id: string | null) => void;
  disabled?: boolean;
  allowClear?: boolean;
  id?: string;
  size?: 'small' | 'middle';
}

/** Chooses a data set among those that the caller sees, by name and folder. */
export function SetPicker({ value, onChange, disabled, allowClear, id, size }: Props) {
  const sets = useCall(api.dataSet.list, { query: value ? { id: value } : {} }, { staleTime: 30_000, keepPrevious: true });
  const groups = new Map<string, { value: string; label: string; note: string }[]>();
  for (const set of sets.data ?? []) {
    const name = set.folderName ?? '未分组';
    const entry = {
      value: set.id,
      label: set.setName,
      note: set.sourceName ?? (set.setKind === 'file' ? '上传文件' : '平台数据'),
    };
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  // one that was deleted, or that is no longer this account's to see, has no name here
  const isGone = Boolean(value && sets.data && !sets.isPlaceholderData && !sets.data.some((set) => set.id === value));
  return (
    <Select
      id={id}
      size={size}
      aria-label="数据集"
      placeholder="选择数据集"
      popupMatchSelectWidth={300}
      className="set-picker"
      style={{ width: '100%' }}
      value={value ?? undefined}
      disabled={disabled}
      allowClear={allowClear}
      loading={sets.isLoading}
      status={sets.error || isGone ? 'error' : undefined}
      notFoundContent={sets.error ? sets.error.message : sets.isLoading ? '正在读取…' : '没有可以使用的数据集'}
      showSearch={{ optionFilterProp: 'label' }}
      options={[
        ...(isGone ? [{ value: value!, label: '数据集不可用', disabled: true }] : []),
        ...[...groups].map(([label, options]) => ({ label, title: label, options })),
      ]}
      optionRender={(option) => (
        <span className="set-option" title={String(option.label)}>
          {option.label}
          <em
            style={{
              float: 'right',
              marginInlineStart: 12,
              fontStyle: 'normal',
              color: 'var(--c-ink3)',
            }}
          >
            {(option.data as { note?: string }).note}
          </em>
        </span>
      )}
      onChange={(next: string | undefined) => onChange(next ?? null)}
    />
  );
}
