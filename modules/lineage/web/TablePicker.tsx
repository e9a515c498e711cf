import { Select } from 'antd';
import { useDeferredValue, useState, type ReactNode } from 'react';
import { useCall } from '#kit/web/use-call.ts';
import { api } from './api.ts';

export interface Picked {
  readonly tableId: string;
  readonly column: string | null;
  readonly name: string;
}
interface Props {
  value?: string | null;
  /** what stands there when the value is not among the hits */
  label?: ReactNode;
  placeholder?: string;
  /** also offers columns */
  withColumns?: boolean;
  autoFocus?: boolean;
  onPick: (picked: Picked) => void;
  width?: number | string;
  ariaLabel?: string;
}

/** Finds a table, or one of its columns, by name or comment. */
export function TablePicker({ value, label, placeholder, withColumns, autoFocus, onPick, width = 320, ariaLabel = '搜索表' }: Props) {
  const [keyword, setKeyword] = useState('');
  const wanted = useDeferredValue(keyword.trim());
  const { data, isFetching } = useCall(api.lineage.find, { query: { keyword: wanted } }, { keepPrevious: true, staleTime: 30_000 });
  const line = (name: ReactNode, comment: string | null, source: string) => (
    <span className="lin-option">
      <span className="mono cut">{name}</span>
      <em>{[comment, source].filter(Boolean).join('　')}</em>
    </span>
  );
  const groups = [
    {
      label: wanted ? '表' : '最近采集到血缘的表',
      title: '表',
      options: (data?.tables ?? []).map((table) => ({
        value: table.id,
        label: line(table.name, table.comment, table.sourceName),
        name: table.name,
      })),
    },
    ...(withColumns && (data?.columns.length ?? 0) > 0
      ? [
          {
            label: '字段',
            title: '字段',
            options: (data?.columns ?? []).map((column) => ({
              value: `${column.id} ${column.columnName}`,
              label: line(`${column.name}.${column.columnName}`, column.columnComment, column.sourceName),
              name: column.name,
            })),
          },
        ]
      : []),
  ];
  const isListed = groups.some((group) => group.options.some((option) => option.value === value));
  if (value && label && !isListed)
    groups.unshift({ label: '当前', title: '当前', options: [{ value, label: line(label, null, ''), name: '' }] });
  return (
    <Select
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      aria-label={ariaLabel}
      autoFocus={autoFocus}
      value={value ?? undefined}
      labelRender={({ value: shown }) => {
        const option = groups.flatMap((group) => group.options).find((one) => one.value === shown);
        return <span className="mono">{option?.name || label}</span>;
      }}
      placeholder={placeholder ?? (withColumns ? '输入表名、字段名或中文名' : '输入表名或中文名')}
      loading={isFetching}
      notFoundContent={wanted && !isFetching ? '没有找到，请换个关键字' : '正在搜索'}
      options={groups}
      style={{ width }}
      popupMatchSelectWidth={460}
      onChange={(chosen: string) => {
        const [tableId = '', column = null] = chosen.split(' ');
        const option = groups.flatMap((group) => group.options).find((one) => one.value === chosen);
        onPick({ tableId, column, name: option?.name ?? '' });
      }}
    />
  );
}
