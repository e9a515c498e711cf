import { Form, Input, Modal, Radio } from 'antd';
import { AccountsSelect } from '#modules/system/web/parts.ts';

interface SignBody {
  order: 'before' | 'after' | 'beside';
  userIds: string[];
  message?: string | null;
}
interface SignDialogProps {
  /** nobody is asked to approve what they asked for */
  starterId: string;
  message: string;
  isBusy: boolean;
  onOk: (body: SignBody) => void;
  onCancel: () => void;
}
const ORDERS = [
  { value: 'before', label: '前加签', note: '他们先审批，全部同意后任务回到您这里。' },
  { value: 'after', label: '后加签', note: '您同意之后由他们审批，全部同意后进入下一节点。' },
  { value: 'beside', label: '并行加签', note: '您和他们同时审批，全部同意后进入下一节点。' },
] as const;

/** 加签: who else decides, and when. */
export function SignDialog({ starterId, message, isBusy, onOk, onCancel }: SignDialogProps) {
  const [form] = Form.useForm<SignBody>();
  const order = Form.useWatch('order', form) ?? 'before';
  return (
    <Modal
      open
      title="加签"
      okText="加签"
      cancelText="取消"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void form.validateFields().then(onOk, () => undefined)}
      onCancel={onCancel}
    >
      <Form form={form} layout="vertical" initialValues={{ order: 'before', userIds: [], message }}>
        <Form.Item name="order" label="方式" extra={ORDERS.find(({ value }) => value === order)?.note}>
          <Radio.Group optionType="button" options={ORDERS.map(({ value, label }) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="userIds" label="加签给" rules={[{ required: true, message: '请选择加签的人' }]}>
          <AccountsSelect label="加签给" without={[starterId]} />
        </Form.Item>
        <Form.Item name="message" label="说明">
          <Input.TextArea rows={2} maxLength={500} placeholder="希望他们看什么" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
