import { Form, Input, Modal, Radio } from 'antd';
import { useState } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Awaited = ReplyOf<typeof api.instance.events>[number];
const KINDS: Readonly<Record<Awaited['kind'], string>> = { message: '消息', signal: '信号', receive: '接收任务' };
const keyOf = ({ kind, name }: Awaited): string => `${kind} ${name}`;
const labelOf = ({ kind, name, nodeName }: Awaited): string =>
  kind === 'receive' ? `${nodeName}（${KINDS[kind]}）` : `${nodeName}（${KINDS[kind]} ${name}）`;

interface TriggerDialogProps {
  row: { readonly id: string; readonly title: string };
  refresh: () => Promise<void>;
  onClose: () => void;
}
/** 触发事件: lets an event happen that the process waits for, when no other system tells of it. */
export function TriggerDialog({ row, refresh, onClose }: TriggerDialogProps) {
  const events = useCall(api.instance.events, { params: { id: row.id } });
  if (events.data && events.data.length > 0) return <TriggerForm row={row} events={events.data} refresh={refresh} onClose={onClose} />;
  return (
    <Modal open title={`触发“${row.title}”的事件`} footer={null} onCancel={onClose}>
      {events.error && <StateView kind="error" inline error={events.error} onRetry={() => void events.refetch()} />}
      {!events.error && !events.data && <StateView kind="loading" rows={3} />}
      {events.data && <StateView kind="empty" inline what="流程没有等待消息、信号或接收任务" />}
    </Modal>
  );
}

function TriggerForm({ row, events, refresh, onClose }: TriggerDialogProps & { events: readonly Awaited[] }) {
  const [chosen, setChosen] = useState(events.length === 1 && events[0] ? keyOf(events[0]) : '');
  const [reason, setReason] = useState('');
  const trigger = useWrite(api.instance.trigger);
  const event = events.find((one) => keyOf(one) === chosen);
  const handleOk = async () => {
    if (!event) return;
    try {
      await trigger.mutateAsync({ params: { id: row.id }, body: { kind: event.kind, name: event.name, reason } });
      toast.success('事件已触发');
      onClose();
      await refresh();
    } catch {
      // told by the kit; the dialog stays open
    }
  };
  return (
    <Modal
      open
      title={`触发“${row.title}”的事件`}
      okText="触发"
      cancelText="取消"
      okButtonProps={{ disabled: !event || reason.trim() === '', loading: trigger.isPending }}
      onOk={() => void handleOk()}
      onCancel={onClose}
    >
      <p className="muted">流程在等待这些事件，触发后会继续往下走，不能收回。</p>
      <Form layout="vertical">
        <Form.Item label="事件" required>
          <Radio.Group
            aria-label="事件"
            vertical
            value={chosen}
            options={events.map((one) => ({ value: keyOf(one), label: labelOf(one) }))}
            onChange={({ target }) => setChosen(target.value as string)}
          />
        </Form.Item>
        <Form.Item label="原因" htmlFor="trigger-reason" required>
          <Input.TextArea
            id="trigger-reason"
            rows={2}
            maxLength={200}
            showCount
            placeholder="写入审批记录，所有参与人可见"
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
