import { Form, Input, Modal, Radio, Select } from 'antd';

interface ReturnBody {
  to: string;
  mode: 'again' | 'direct';
  message: string;
}
interface ReturnDialogProps {
  nodes: readonly { readonly id: string; readonly name: string }[];
  /** what was already written as opinion */
  message: string;
  isBusy: boolean;
  onOk: (body: ReturnBody) => void;
  onCancel: () => void;
}

/** 退回: where to, how it comes again, and why. */
export function ReturnDialog({ nodes, message, isBusy, onOk, onCancel }: ReturnDialogProps) {
  const [form] = Form.useForm<ReturnBody>();
  return (
    <Modal
      open
      title="退回"
      okText="退回"
      cancelText="取消"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void form.validateFields().then(onOk, () => undefined)}
      onCancel={onCancel}
    >
      <Form form={form} layout="vertical" initialValues={{ to: 'start', mode: 'again', message }}>
        <Form.Item name="to" label="退回到">
          <Select options={[{ value: 'start', label: '发起人' }, ...nodes.map(({ id, name }) => ({ value: id, label: name }))]} />
        </Form.Item>
        <Form.Item name="mode" label="重新提交后">
          <Radio.Group
            options={[
              { value: 'again', label: '重新逐级审批' },
              { value: 'direct', label: '直接回到我' },
            ]}
          />
        </Form.Item>
        <Form.Item name="message" label="退回原因" rules={[{ required: true, whitespace: true, message: '请填写退回原因' }]}>
          <Input.TextArea rows={3} maxLength={1000} showCount />
        </Form.Item>
      </Form>
    </Modal>
  );
}
