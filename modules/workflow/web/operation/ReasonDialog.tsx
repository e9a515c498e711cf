import { Input, Modal } from 'antd';
import { useState } from 'react';

interface ReasonDialogProps {
  title: string;
  note: string;
  okText: string;
  /** does it; rejects when it could not be done, which the kit has told */
  onOk: (reason: string) => Promise<unknown>;
  onClose: () => void;
}
/** Asks why before something is done that cannot be taken back. */
export function ReasonDialog({ title, note, okText, onOk, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [isBusy, setBusy] = useState(false);
  const handleOk = async () => {
    setBusy(true);
    try {
      await onOk(reason);
      onClose();
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: isBusy }}
      cancelText="取消"
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <p className="muted">{note}</p>
      <Input.TextArea
        aria-label="原因"
        autoFocus
        rows={3}
        maxLength={200}
        showCount
        placeholder="请填写原因"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
