import { Modal, Select } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Column {
  readonly columnId: string;
  readonly columnName: string;
  readonly columnLabel: string | null;
  readonly proposals: readonly { elementId: string }[];
}

/** Binds a column to an element by hand, found by name, code or synonym. */
export function BindDialog({ column, onClose }: { column: Column; onClose: () => void }) {
  const [keyword, setKeyword] = useState('');
  const [elementId, setElementId] = useState<string | null>(column.proposals[0]?.elementId ?? null);
  const query = { state: 'inForce' as const, pageSize: 50, ...(keyword && { keyword }) };
  const elements = useCall(api.standardElement.page, { query }, { keepPrevious: true });
  const bind = useWrite(api.house.bind, {
    refreshes: [api.house.table, api.binding.page, api.binding.proposals],
    onSuccess: () => {
      toast.success('已绑定');
      onClose();
    },
  });
  return (
    <Modal
      open
      title={`绑定数据元：${column.columnLabel ?? column.columnName}`}
      okText="绑定"
      okButtonProps={{ disabled: elementId === null, loading: bind.isPending }}
      onOk={() => elementId !== null && bind.mutate({ body: { columnId: column.columnId, elementId } })}
      onCancel={onClose}
    >
      <Select
        aria-label="数据元"
        placeholder="搜索名称、标识符或别名"
        style={{ width: '100%' }}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        loading={elements.isFetching}
        notFoundContent={elements.error ? '没有读出来，请重试' : '没有生效的数据元'}
        value={elementId}
        onChange={setElementId}
        options={(elements.data?.data ?? []).map((one) => ({ value: one.id, label: `${one.elementName}（${one.elementCode}）` }))}
      />
    </Modal>
  );
}
