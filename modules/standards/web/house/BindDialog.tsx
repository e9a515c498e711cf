import { Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { ElementSelect } from '../element/ElementSelect.tsx';

interface Column {
  readonly columnId: string;
  readonly columnName: string;
  readonly columnLabel: string | null;
  readonly proposals: readonly { elementId: string; elementName: string }[];
}

/** Binds a column to an element by hand, found by name, code or synonym. */
export function BindDialog({ column, onClose }: { column: Column; onClose: () => void }) {
  const proposed = column.proposals[0];
  const [chosen, choose] = useState(proposed ? { id: proposed.elementId, name: proposed.elementName } : null);
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
      okButtonProps={{ disabled: chosen === null, loading: bind.isPending }}
      onOk={() => chosen && bind.mutate({ body: { columnId: column.columnId, elementId: chosen.id } })}
      onCancel={onClose}
    >
      <ElementSelect
        value={chosen?.id ?? null}
        name={chosen?.name ?? null}
        onChange={({ id, elementName }) => choose({ id, name: elementName })}
      />
    </Modal>
  );
}
