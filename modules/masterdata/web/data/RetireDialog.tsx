import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import type { DataDetail } from '../../contract/data.ts';
import { api } from '../api.ts';

/** Takes a record out of use, or back into it, with a reason for its history. */
export function RetireDialog({ row, title, onClose }: { row: DataDetail; title: string; onClose: () => void }) {
  const isActive = row.status === '1';
  const verb = isActive ? '禁用' : '恢复';
  const [reason, setReason] = useState('');
  const id = useId();
  const run = useWrite(isActive ? api.data.retire : api.data.restore, {
    refreshes: [api.data.page],
    onSuccess: ({ flow }) => {
      toast.success(flow ? '已提交审核，通过后生效' : `已${verb}`);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={`${verb}“${title}”`}
      okText={verb}
      okButtonProps={{ danger: isActive, loading: run.isPending }}
      onOk={() =>
        run.mutate({ params: { modelId: row.modelId, id: row.id }, body: { version: row.version, reason: reason.trim() || null } })
      }
      onCancel={onClose}
    >
      <p>{isActive ? '禁用后记录与历史保留，不能再修改，可以恢复。' : '恢复后可以继续修改。'}</p>
      <div className="md-prop">
        <label htmlFor={id}>原因</label>
        <Input
          id={id}
          maxLength={200}
          placeholder="选填，记入变更历史"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Modal>
  );
}
