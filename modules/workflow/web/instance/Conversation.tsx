import { BellOutlined, CommentOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Form, Input, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useSession } from '#kit/web/session.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { DocumentUpload } from '#modules/files/web/index.ts';
import { AccountsSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';
import { FILE_TYPES } from './RecordFields.tsx';

type Detail = ReplyOf<typeof api.instance.detail>;

/** 催办, 批注 and 打印 of an approval, behind what is given. */
export function Conversation({ detail, children }: { detail: Detail; children?: ReactNode }) {
  const me = useSession((state) => state.user?.id);
  const [open, setOpen] = useState<'urge' | 'comment' | null>(null);
  const waits = detail.waiting.some(({ kind, isPending }) => kind !== 'submit' && !isPending);
  return (
    <div className="flow-tools">
      {children}
      {me === detail.starterId && waits && (
        <Button type="text" size="small" icon={<BellOutlined />} onClick={() => setOpen('urge')}>
          催办
        </Button>
      )}
      <Button type="text" size="small" icon={<CommentOutlined />} onClick={() => setOpen('comment')}>
        批注
      </Button>
      <Button type="text" size="small" icon={<PrinterOutlined />} onClick={printApproval}>
        打印
      </Button>
      {open === 'urge' && <UrgeDialog id={detail.id} onClose={() => setOpen(null)} />}
      {open === 'comment' && <CommentDialog id={detail.id} onClose={() => setOpen(null)} />}
    </div>
  );
}

/** Prints the approval alone: the style sheet leaves out the page around it while the class is set. */
function printApproval(): void {
  document.body.classList.add('printing-flow');
  window.addEventListener('afterprint', () => document.body.classList.remove('printing-flow'), { once: true });
  window.print();
}

interface DialogProps {
  id: string;
  onClose: () => void;
}
function UrgeDialog({ id, onClose }: DialogProps) {
  const [message, setMessage] = useState('');
  const urge = useWrite(api.instance.urge, {
    onSuccess: ({ people }) => {
      toast.success(`已催办 ${people} 人`);
      onClose();
    },
  });
  return (
    <Modal
      open
      title="催办"
      okText="催办"
      cancelText="取消"
      okButtonProps={{ loading: urge.isPending }}
      onOk={() => urge.mutate({ params: { id }, body: { message: message.trim() || null } })}
      onCancel={onClose}
    >
      <p className="muted">待办理的人会收到消息，十分钟内只能催办一次。</p>
      <Input.TextArea
        aria-label="催办说明"
        rows={2}
        maxLength={200}
        placeholder="可以说明原因，例如 明天投标要用"
        value={message}
        onChange={(event) => setMessage(event.target.value)}
      />
    </Modal>
  );
}

interface CommentBody {
  text: string;
  userIds: string[];
  files?: string | null;
}
function CommentDialog({ id, onClose }: DialogProps) {
  const [form] = Form.useForm<CommentBody>();
  const comment = useWrite(api.instance.comment, {
    onSuccess: () => {
      toast.success('已批注');
      onClose();
    },
  });
  return (
    <Modal
      open
      title="批注"
      okText="发送"
      cancelText="取消"
      okButtonProps={{ loading: comment.isPending }}
      onOk={() =>
        void form.validateFields().then(
          (body) => comment.mutate({ params: { id }, body }),
          () => undefined,
        )
      }
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ text: '', userIds: [] }}>
        <Form.Item name="text" label="内容" rules={[{ required: true, whitespace: true, message: '请填写批注' }]}>
          <Input.TextArea rows={3} maxLength={1000} showCount />
        </Form.Item>
        <Form.Item name="userIds" label="提醒谁看" extra="他们会收到消息，并可以查看这个流程">
          <AccountsSelect label="提醒谁看" />
        </Form.Item>
        <Form.Item name="files" label="附件">
          <DocumentUpload types={FILE_TYPES} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
