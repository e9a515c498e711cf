import { DatePicker, Form, Modal } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useRefresh } from '#kit/web/use-call.ts';
import type { Round } from '../../contract/task.ts';
import { api } from '../api.ts';

/** Asks for a later end of a round. */
export function PostponeDialog({ taskId, round, onClose }: { taskId: string; round: Round; onClose: () => void }) {
  const [end, setEnd] = useState<Dayjs | null>(() => dayjs(round.end).add(1, 'day'));
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const save = async () => {
    if (!end) return;
    setBusy(true);
    try {
      await api.task.postpone({ params: { id: taskId }, body: { roundId: round.id, end: end.toISOString() } });
      toast.success('已延期');
      await refresh(api.task.progress, api.task.people, api.task.page);
      onClose();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title="延长截止时间"
      okText="延期"
      confirmLoading={isBusy}
      okButtonProps={{ disabled: end === null }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="新的截止时间" required>
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            value={end}
            disabledDate={(day: Dayjs) => day.isBefore(dayjs(round.end).startOf('day'))}
            onChange={setEnd}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
