import { Form, Input, Modal, Select } from 'antd';
import type { ReplyOf } from '#kit/web/client.ts';
import { toast } from '#kit/web/dialog.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';
import { api } from '../api.ts';

type Standing = ReplyOf<typeof api.running.standing>;
type Task = Standing['tasks'][number];
interface HandOverDialogProps {
  id: string;
  title: string;
  tasks: readonly Task[];
  /** what the panel has proposed */
  proposal?: { readonly taskId: string; readonly userId: string; readonly name: string } | undefined;
  onClose: () => void;
}
interface Values {
  taskId: string;
  userId: string;
  reason: string;
}

/** 移交: one of the open tasks to somebody else, with a reason that both read. */
export function HandOverDialog({ id, title, tasks, proposal, onClose }: HandOverDialogProps) {
  const [form] = Form.useForm<Values>();
  const handOver = useWrite(api.running.handOver, {
    refreshes: [api.running.page, api.running.counts],
    onSuccess: ({ receiver }) => {
      toast.success(`已移交给${receiver}`);
      onClose();
    },
  });
  const first = proposal?.taskId ?? (tasks.length === 1 ? tasks[0]?.taskId : undefined);
  return (
    <Modal
      open
      title={`移交“${title}”的任务`}
      okText="移交"
      cancelText="取消"
      okButtonProps={{ loading: handOver.isPending }}
      onOk={() =>
        void form.validateFields().then(
          (body) => handOver.mutate({ params: { id }, body }),
          () => undefined,
        )
      }
      onCancel={onClose}
    >
      <p className="muted">任务改由对方办理，期限不变；原办理人和对方都会收到消息，审批记录写明原因。</p>
      <Form form={form} layout="vertical" initialValues={{ taskId: first, userId: proposal?.userId, reason: '' }}>
        <Form.Item name="taskId" label="任务" rules={[{ required: true, message: '请选择任务' }]}>
          <Select
            options={tasks.map(({ taskId, name, people }) => ({ value: taskId, label: `${name}：${people.join('、') || '待签收'}` }))}
          />
        </Form.Item>
        <Form.Item name="userId" label="移交给" rules={[{ required: true, message: '请选择账号' }]}>
          <AccountSelect present={proposal ? { id: proposal.userId, name: proposal.name } : null} />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input.TextArea rows={2} maxLength={200} showCount placeholder="例如 请假未设代理人" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
