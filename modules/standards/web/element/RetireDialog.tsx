import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

/** Asks why before an element is retired. */
export function RetireDialog({ row, onClose }: { row: { id: string; elementName: string }; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const retire = useWrite(api.standardElement.retire, {
    onSuccess: () => {
      toast.success('已废止');
      onClose();
    },
  });
  return (
    <Modal
      open
      title={`废止“${row.elementName}”？`}
      okText="废止"
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: retire.isPending }}
      onOk={() => retire.mutate({ params: { id: row.id }, body: { reason } })}
      onCancel={onClose}
    >
      <p>废止后不再作为标准使用，已发布的版本保留。</p>
      <Input.TextArea
        aria-label="废止原因"
        placeholder="废止原因"
        maxLength={500}
        rows={3}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
