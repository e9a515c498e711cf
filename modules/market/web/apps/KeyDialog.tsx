import { Form, InputNumber, Modal } from 'antd';
import { useId } from 'react';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Props {
  app: { id: string; appName: string };
  onMade: (apiKey: string) => void;
  onClose: () => void;
}
const MOST_DAYS = 3650;

/** 生成密钥: until when it holds. */
export function KeyDialog({ app, onMade, onClose }: Props) {
  useReturnFocus();
  const id = useId();
  const [form] = Form.useForm<{ days: number | null }>();
  const create = useWrite(api.app.createKey, { overlay: false, onSuccess: ({ apiKey }) => onMade(apiKey) });
  const make = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values && !create.isPending) create.mutate({ params: { id: app.id }, body: { days: values.days ?? null } });
  };
  return (
    <Modal
      open
      title={`为“${app.appName}”生成密钥`}
      okText="生成"
      cancelText={uiTexts.cancel}
      confirmLoading={create.isPending}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ days: null }}>
        <Form.Item
          name="days"
          label="有效天数"
          htmlFor={id}
          extra="不填则长期有效；到期后用它的调用被拒绝"
          rules={[{ type: 'number', min: 1, max: MOST_DAYS, message: `有效天数应在 1 到 ${MOST_DAYS} 之间` }]}
        >
          <InputNumber id={id} precision={0} placeholder="长期有效" style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
