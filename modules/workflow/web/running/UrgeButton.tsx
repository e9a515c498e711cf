import { BellOutlined } from '@ant-design/icons';
import { Button, Input, Modal } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import type { ReplyOf } from '#kit/web/client.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Urged = ReplyOf<typeof api.running.urgeOverdue>;
const resultText = ({ instances, people, skipped, left }: Urged): string =>
  [
    instances > 0 ? `已催办 ${instances} 项，通知 ${people} 人` : '没有需要催办的流程',
    skipped > 0 && `${skipped} 项十分钟内已催办过`,
    left > 0 && `还有 ${left} 项，请再次催办`,
  ]
    .filter(Boolean)
    .join('；');

/** 催办逾期: everything overdue of the present filter. */
export function UrgeButton({ overdue, filter }: { overdue: number; filter: Readonly<Record<string, string | undefined>> }) {
  const [isOpen, setOpen] = useState(false);
  const [message, setMessage] = useState('');
  const urge = useWrite(api.running.urgeOverdue, {
    refreshes: [api.running.page, api.instance.detail],
    onSuccess: (urged) => {
      (urged.instances > 0 ? toast.success : toast.info)(resultText(urged));
      setOpen(false);
      setMessage('');
    },
  });
  return (
    <Can call={api.running.urgeOverdue}>
      <Button icon={<BellOutlined />} disabled={overdue === 0} onClick={() => setOpen(true)}>
        {overdue === 0 ? '催办逾期' : `催办逾期 ${overdue} 项`}
      </Button>
      <Modal
        open={isOpen}
        title={`催办当前筛选中逾期的 ${overdue} 项？`}
        okText={`催办 ${overdue} 项`}
        cancelText="取消"
        okButtonProps={{ loading: urge.isPending }}
        onOk={() => urge.mutate({ body: { ...filter, message: message.trim() || null } })}
        onCancel={() => setOpen(false)}
      >
        <p className="muted">每位办理人收到一条消息；十分钟内已催办过的任务不再催办。</p>
        <Input.TextArea
          aria-label="催办说明"
          rows={2}
          maxLength={200}
          placeholder="可以说明原因，例如 月底前需要办结"
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
      </Modal>
    </Can>
  );
}
