import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Props {
  id?: string;
  label?: string;
  modelId: string;
  value: string | null;
  onChange: (id: string | null) => void;
  onBlur?: () => void;
}
/** A record of another model, found by typing. */
export function ReferenceSelect({ id, label, modelId, value, onChange, onBlur }: Props) {
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const params = { modelId };
  const found = useCall(api.data.options, { params, query: keyword === '' ? {} : { keyword } }, { keepPrevious: true, staleTime: 30_000 });
  const isUnknown = value !== null && value !== '' && found.data !== undefined && !found.data.some((one) => one.value === value);
  const named = useCall(api.data.options, { params, query: { ids: value ?? '' } }, { enabled: isUnknown, staleTime: 300_000 });
  return (
    <Select<string>
      id={id}
      aria-label={label}
      className="fill-wide"
      allowClear
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      placeholder="输入名称搜索"
      notFoundContent={found.error ? found.error.message : '没有匹配的记录'}
      value={value || undefined}
      options={[...(found.data ?? []), ...(isUnknown ? (named.data ?? []) : [])]}
      onChange={(next?: string) => onChange(next ?? null)}
      onBlur={onBlur}
    />
  );
}
