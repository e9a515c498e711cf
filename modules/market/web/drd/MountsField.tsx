import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { FieldProps } from '#kit/web/form/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { DocumentUpload } from '#modules/files/web/index.ts';
import type { DrdMount, DrdType } from '../../contract/drd.ts';
import { api } from '../api.ts';

const TYPES: { value: DrdType; label: string }[] = [
  { value: '1', label: '库表' },
  { value: '2', label: 'API' },
  { value: '3', label: '文件' },
  { value: '4', label: '数据集' },
  { value: '5', label: '看板' },
];
const MAX = 10;

/** 挂接: what stands behind a resource, each found by its name. */
export function MountsField({ value, onChange, disabled }: FieldProps) {
  const mounts = (value as DrdMount[] | null) ?? [];
  const set = (at: number, mount: DrdMount) => onChange?.(mounts.map((one, i) => (i === at ? mount : one)));
  return (
    <div className="drd-mount-lines">
      {mounts.map((mount, i) => (
        <div key={`${i}.${mount.mountType}`} className="drd-mount-line">
          <Select
            aria-label="挂接类型"
            disabled={disabled}
            value={mount.mountType}
            options={TYPES}
            onChange={(mountType: DrdType) => set(i, { mountType, refId: '' })}
          />
          {mount.mountType === '3' ? (
            <DocumentUpload
              limit={1}
              value={mount.refId}
              disabled={disabled ?? false}
              onChange={(names) => set(i, { ...mount, refId: names })}
            />
          ) : (
            <Mountable mount={mount} disabled={disabled ?? false} onPick={(refId) => set(i, { ...mount, refId })} />
          )}
          <Button
            type="text"
            aria-label="移除挂接"
            icon={<DeleteOutlined />}
            disabled={disabled}
            onClick={() => onChange?.(mounts.filter((_, at) => at !== i))}
          />
        </div>
      ))}
      <span>
        <Button
          icon={<PlusOutlined />}
          disabled={disabled || mounts.length >= MAX}
          onClick={() => onChange?.([...mounts, { mountType: '1', refId: '' }])}
        >
          添加挂接
        </Button>
      </span>
    </div>
  );
}

function Mountable({ mount, disabled, onPick }: { mount: DrdMount; disabled: boolean; onPick: (refId: string) => void }) {
  const [keyword, setKeyword] = useState('');
  const { mountType, refId } = mount;
  const found = useCall(api.drd.mountables, { query: { mountType, keyword } }, { keepPrevious: true });
  const present = useCall(api.drd.mountables, { query: { mountType, refId } }, { enabled: refId !== '' });
  const rows = [...(present.data ?? []), ...(found.data ?? []).filter((one) => one.refId !== refId)];
  return (
    <Select
      aria-label="挂接对象"
      disabled={disabled}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="按名称搜索"
      loading={found.isFetching}
      notFoundContent={found.error?.message ?? '没有找到可以挂接的对象'}
      value={refId === '' ? undefined : refId}
      options={rows.map((row) => ({ value: row.refId, label: row.detail ? `${row.name}（${row.detail}）` : row.name }))}
      onChange={onPick}
    />
  );
}
