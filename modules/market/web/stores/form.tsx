import { InputNumber, Select } from 'antd';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';

const MB = 1024 * 1024;
/** 容量 in MB, kept in bytes. */
const Capacity = ({ id, value, onChange, disabled }: FieldProps) => (
  <InputNumber
    id={id}
    style={{ width: '100%' }}
    min={1}
    precision={0}
    disabled={disabled}
    suffix="MB"
    placeholder="不限"
    value={typeof value === 'number' ? Math.max(1, Math.round(value / MB)) : null}
    onChange={(mb) => onChange?.(mb === null ? null : mb * MB)}
  />
);
const MANY = 200;
function SourceSelect({ id, value, onChange, disabled }: FieldProps) {
  const { data, isPending, error } = useCall(api.source.page, { query: { pageSize: MANY } });
  return (
    <Select
      id={id}
      allowClear
      disabled={disabled}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="不选为平台自身的数据库或文件"
      loading={isPending && !error}
      notFoundContent={error?.message ?? '没有可用的数据源'}
      value={(value as string | null) ?? undefined}
      onChange={(next: string | undefined) => onChange?.(next ?? null)}
      options={data?.data.map((row) => ({ value: row.id, label: row.sourceName }))}
    />
  );
}

export const storeFields: readonly FormField<InputOf<typeof api.store>>[] = [
  { field: 'storeName', label: '存储名称', placeholder: '例如 经营数据仓库' },
  { field: 'storeType', label: '存储类型', dict: 'market_store_type', fixedOnEdit: true },
  { field: 'sourceId', label: '数据源', fixedOnEdit: true, render: (props) => <SourceSelect {...props} /> },
  { field: 'ownerId', label: '负责人', hint: '状态变化时收到通知', render: (props) => <AccountSelect {...props} /> },
  { field: 'capacityBytes', label: '容量', render: (props) => <Capacity {...props} /> },
  { field: 'warnPercent', label: '告警阈值（%）', widget: 'number', initial: 80 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用后不再采样，也不参与检索' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
