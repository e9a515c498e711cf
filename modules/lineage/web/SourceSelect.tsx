import { Select } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';

/** A data source to choose. */
export function SourceSelect({
  value,
  onChange,
  width = '100%',
}: {
  value: string | null;
  onChange: (id: string | null) => void;
  width?: number | string;
}) {
  const { data, isFetching } = useCall(api.source.list, {}, { staleTime: 60_000 });
  return (
    <Select
      aria-label="数据源"
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="请选择数据源"
      loading={isFetching}
      value={value ?? undefined}
      options={(data ?? []).map((source) => ({ value: source.id, label: source.sourceName }))}
      style={{ width }}
      onChange={(id: string) => onChange(id)}
    />
  );
}
