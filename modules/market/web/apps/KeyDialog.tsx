import { Form, InputNumber, Modal, Select } from 'antd';
import { useId } from 'react';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { SIGN_MODES, type SignMode } from '../../core/signing.ts';
import { api } from '../api.ts';
import type { MadeKey } from './NewKey.tsx';
import { MAX_DAYS } from '../../contract/term.ts';

interface Props {
  app: { id: string; appName: string };
  /** the key that is to be replaced; null for one more */
  old: { keyId: string; hint: string } | null;
  onMade: (made: MadeKey) => void;
  onClose: () => void;
}
const MAX_GRACE = 30;
const GRACE_DAYS = 7;
interface Values {
  days: number | null;
  signMode: SignMode;
  graceDays: number;
}
const signModes = Object.entries(SIGN_MODES).map(([value, label]) => ({ value, label }));

/** 生成密钥 and 轮换: until when it holds, how its calls prove who they are. */
export function KeyDialog({ app, old, onMade, onClose }: Props) {
  useReturnFocus();
  const id = useId();
  const [form] = Form.useForm<Values>();
  const create = useWrite(api.app.createKey, { overlay: false, onSuccess: onMade });
  const rotate = useWrite(api.app.rotateKey, { overlay: false, onSuccess: onMade });
  const isBusy = create.isPending || rotate.isPending;
  const make = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    const days = values.days ?? null;
    if (old) rotate.mutate({ params: { id: app.id, keyId: old.keyId }, body: { days, graceDays: values.graceDays } });
    else create.mutate({ params: { id: app.id }, body: { days, signMode: values.signMode } });
  };
  return (
    <Modal
      open
      title={old ? `轮换密钥 …${old.hint}…` : `为“${app.appName}”生成密钥`}
      okText={old ? '轮换' : '生成'}
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void make()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ days: null, signMode: 'none', graceDays: GRACE_DAYS }}>
        {old ? (
          <Form.Item
            name="graceDays"
            label="旧密钥保留天数"
            htmlFor={`${id}-grace`}
            extra="这段时间新旧密钥都可以调用，之后旧密钥到期；0 为立即到期"
            rules={[{ required: true, type: 'number', min: 0, max: MAX_GRACE, message: `保留天数应在 0 到 ${MAX_GRACE} 之间` }]}
          >
            <InputNumber id={`${id}-grace`} precision={0} style={{ width: '100%' }} />
          </Form.Item>
        ) : (
          <Form.Item
            name="signMode"
            label="认证方式"
            htmlFor={`${id}-mode`}
            extra="签名方式的密钥不随请求传输，每次调用用签名密钥计算签名；写法见调用示例"
          >
            <Select id={`${id}-mode`} options={signModes} />
          </Form.Item>
        )}
        <Form.Item
          name="days"
          label="有效天数"
          htmlFor={id}
          extra="不填则长期有效；到期后用它的调用被拒绝"
          rules={[{ type: 'number', min: 1, max: MAX_DAYS, message: `有效天数应在 1 到 ${MAX_DAYS} 之间` }]}
        >
          <InputNumber id={id} precision={0} placeholder="长期有效" style={{ width: '100%' }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
