import { Form, Input, Modal } from 'antd';
import { AccountSelect } from '#modules/system/web/parts.ts';

interface HandBody {
  userId: string;
  message?: string | null;
}
interface HandDialogProps {
  kind: 'assignee' | 'delegate';
  message: string;
  isBusy: boolean;
  onOk: (body: HandBody) => void;
  onCancel: () => void;
}
const TEXT = {
  assignee: { title: '转办', note: '任务交给对方办理，不再回到您这里。' },
  delegate: { title: '委派', note: '对方填写意见后归还，由您决定。' },
} as const;

/** 转办 and 委派: to whom, with a word. */
export function HandDialog({ kind, message, isBusy, onOk, onCancel }: HandDialogProps) {
  const [form] = Form.useForm<HandBody>();
  const { title, note } = TEXT[kind];
  return (
    <Modal
      open
      title={title}
      okText={title}
      cancelText="取消"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void form.validateFields().then(onOk, () => undefined)}
      onCancel={onCancel}
    >
      <p className="muted">{note}</p>
      <Form form={form} layout="vertical" initialValues={{ message }}>
        <Form.Item name="userId" label="对方" rules={[{ required: true, message: '请选择账号' }]}>
          <AccountSelect present={null} />
        </Form.Item>
        <Form.Item name="message" label="说明">
          <Input.TextArea rows={2} maxLength={1000} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
