import { Select } from 'antd';
import { useState } from 'react';
import type * as z from 'zod';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { Element } from '../../contract/element.ts';
import { api } from '../api.ts';

type Row = z.output<typeof Element>;
interface Props {
  /** the id of the element that is chosen, null = none */
  value: string | null;
  /** its name, for as long as it is not among those that were found */
  name: string | null;
  /** what stands behind the code of an element */
  detail?: (element: Row) => string;
  onChange: (element: Row) => void;
}

/** An element in force, found by its name, code or a synonym. */
export function ElementSelect({ value, name, detail, onChange }: Props) {
  const [keyword, setKeyword] = useState('');
  const query = { state: 'inForce' as const, pageSize: 50, ...(keyword && { keyword }) };
  const { data, error, isFetching, refetch } = useCall(api.standardElement.page, { query }, { keepPrevious: true });
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  const rows = data?.data ?? [];
  const found = rows.map((row) => ({
    value: row.id,
    label: `${row.elementName}（${row.elementCode}${detail ? `，${detail(row)}` : ''}）`,
  }));
  const isFound = value === null || found.some((option) => option.value === value);
  return (
    <Select
      aria-label="数据元"
      placeholder="搜索名称、标识符或别名"
      style={{ width: '100%' }}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      notFoundContent={isFetching ? '正在读取' : '没有生效的数据元'}
      labelRender={({ label }) => (isFound ? label : (name ?? ''))}
      value={value}
      onChange={(id) => {
        const row = rows.find((one) => one.id === id);
        if (row) onChange(row);
      }}
      options={found}
    />
  );
}
