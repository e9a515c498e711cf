import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { api } from '../api.ts';

interface TerminateDialogProps {
  row: { readonly id: string; readonly title: string };
  refresh: () => Promise<void>;
  onClose: () => void;
}
/** 终止, with the reason that the starter reads. */
export function TerminateDialog({ row, refresh, onClose }: TerminateDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const handleEnd = async () => {
    setBusy(true);
    try {
      await api.instance.terminate({ params: { id: row.id }, body: { reason } });
      toast.success('流程已终止');
      onClose();
      await refresh();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`终止“${row.title}”？`}
      okText="终止"
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: isBusy }}
      cancelText="取消"
      onOk={() => void handleEnd()}
      onCancel={onClose}
    >
      <p className="muted">终止后不能恢复，记录的状态变为不通过，发起人会收到消息。</p>
      <Input.TextArea
        aria-label="终止原因"
        autoFocus
        rows={3}
        maxLength={200}
        showCount
        placeholder="请填写终止原因"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
