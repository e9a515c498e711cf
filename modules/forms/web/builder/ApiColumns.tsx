import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { PropRow } from '#kit/web/designer/props/PropRow.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { lookups } from '../api.ts';
import type { Columns } from './OptionsEditor.tsx';

interface Props {
  value: Columns & { apiId: string };
  onChange: (changes: Partial<Columns & { apiId: string }>) => void;
}
/** A released data API as source of options: what of its answer is kept and read, and which parameter gets the value of the field above. */
export function ApiColumns({ value, onChange }: Props) {
  const [keyword, setKeyword] = useState('');
  const typed = useDeferredValue(keyword);
  const query = { status: '2' as const, pageSize: 100, ...(typed !== '' && { apiName: typed }) };
  const apis = useCall(lookups.dataApi.page, { query }, { staleTime: 30_000, keepPrevious: true });
  const chosen = useCall(lookups.dataApi.get, { params: { id: value.apiId } }, { enabled: value.apiId !== '', staleTime: 30_000 });
  const found = (apis.data?.data ?? []).map(({ id, apiName, apiVersion }) => ({ value: id, label: `${apiName} ${apiVersion}` }));
  const isListed = found.some((one) => one.value === value.apiId);
  const options =
    chosen.data && !isListed ? [{ value: value.apiId, label: `${chosen.data.apiName} ${chosen.data.apiVersion}` }, ...found] : found;
  const outputs = (chosen.data?.resParams ?? []).map(({ fieldName, fieldAliasName, fieldComment }) => {
    const name = fieldAliasName || fieldName;
    return { value: name, label: fieldComment ? `${name} ${fieldComment}` : name };
  });
  const params = (chosen.data?.reqParams ?? []).map(({ paramName, paramComment }) => ({
    value: paramName,
    label: paramComment ? `${paramName} ${paramComment}` : paramName,
  }));
  const row = (key: keyof Columns, label: string, among: typeof outputs) => (
    <PropRow label={label}>
      <Select
        size="small"
        aria-label={label}
        allowClear={key === 'filterColumn'}
        loading={chosen.isLoading}
        options={among}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择"
        value={value[key] || undefined}
        onChange={(next: string | undefined) => onChange({ [key]: next })}
      />
    </PropRow>
  );
  return (
    <>
      <PropRow label="数据API">
        <Select
          size="small"
          aria-label="数据API"
          loading={apis.isLoading}
          options={options}
          showSearch={{ filterOption: false, onSearch: setKeyword }}
          placeholder="选择已发布的API"
          notFoundContent={apis.error ? apis.error.message : '没有已发布的API'}
          value={value.apiId || undefined}
          onChange={(apiId: string) => onChange({ apiId, valueColumn: '', labelColumn: '', filterColumn: undefined })}
        />
      </PropRow>
      {row('valueColumn', '保存的值', outputs)}
      {row('labelColumn', '显示的文字', outputs)}
      {row('filterColumn', '上级值传入', params)}
      <p className="designer-note">按填报人自己的数据权限调用，取第一页（按API的最多条数）作为选项</p>
    </>
  );
}
