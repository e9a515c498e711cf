import { Input, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { TriggerDialog } from './TriggerDialog.tsx';
import { InstanceList, type InstanceRow } from './InstanceList.tsx';

interface Opened {
  row: InstanceRow;
  refresh: () => Promise<void>;
}
/** 运行中的流程: what administrators may hold, let go on, move or end. */
export default function RunningPage() {
  const [ending, setEnding] = useState<Opened | null>(null);
  const [triggering, setTriggering] = useState<Opened | null>(null);
  const [moving, setMoving] = useState<Opened | null>(null);
  const actions = (row: InstanceRow, refresh: () => Promise<void>): RowAction[] => {
    const isSuspended = row.suspensionState === '2';
    const call = isSuspended ? api.instance.activate : api.instance.suspend;
    return [
      {
        key: 'suspension',
        label: isSuspended ? '激活' : '挂起',
        call,
        onClick: () =>
          void call({ params: { id: row.id } }).then(
            async () => {
              toast.success(isSuspended ? '流程已激活' : '流程已挂起');
              await refresh();
            },
            () => undefined,
          ),
      },
      { key: 'move', label: '移动', call: api.instance.move, onClick: () => setMoving({ row, refresh }) },
      { key: 'trigger', label: '触发事件', call: api.instance.trigger, onClick: () => setTriggering({ row, refresh }) },
      { key: 'terminate', label: '终止', call: api.instance.terminate, danger: true, onClick: () => setEnding({ row, refresh }) },
    ];
  };
  return (
    <InstanceList which="running" actions={actions}>
      {moving && <MoveDialog {...moving} onClose={() => setMoving(null)} />}
      {triggering && <TriggerDialog {...triggering} onClose={() => setTriggering(null)} />}
      {ending && <TerminateDialog {...ending} onClose={() => setEnding(null)} />}
    </InstanceList>
  );
}

interface TerminateDialogProps {
  row: InstanceRow;
  refresh: () => Promise<void>;
  onClose: () => void;
}
function TerminateDialog({ row, refresh, onClose }: TerminateDialogProps) {
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
