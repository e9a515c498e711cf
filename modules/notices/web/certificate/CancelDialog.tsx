import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { api } from '../api.ts';

/** Asks why a certificate is cancelled. */
export function CancelDialog({ certificate, onClose }: { certificate: { id: string; certName: string }; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const cancel = useWrite(api.certificate.cancel, {
    overlay: false,
    refreshes: [api.certificate.page, api.certificate.stats],
    onSuccess: () => {
      toast.success('已注销');
      onClose();
    },
  });
  const text = reason.trim();
  const handleOk = useOnce(cancel.isPending, () => cancel.mutate({ params: { id: certificate.id }, body: { reason: text } }));
  return (
    <Modal
      open
      title={`注销证书“${certificate.certName}”`}
      okText="注销"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: text === '' }}
      confirmLoading={cancel.isPending}
      onOk={handleOk}
      onCancel={onClose}
    >
      <p className="muted">注销后不能续期，也不再提醒；证书和扫描件仍可查询。</p>
      <label htmlFor="cancel-reason">注销原因</label>
      <Input.TextArea
        id="cancel-reason"
        autoFocus
        maxLength={200}
        showCount
        autoSize={{ minRows: 3, maxRows: 6 }}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  );
}
