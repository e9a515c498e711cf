import { Form, Input, Modal } from 'antd';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { SHARE_TONES } from '../tones.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = { '1': '库表', '2': '接口', '3': '文件', '4': '数据集', '5': '看板' };
export const typesText = (types: readonly string[]): string => types.map((type) => TYPE_NAMES[type] ?? type).join('、') || '未挂接';
const SHARES: Readonly<Record<string, string>> = { '1': '无条件', '2': '有条件', '3': '不予共享' };
export const ShareTag = ({ value }: { value: string }) => <Tag tone={SHARE_TONES[value] ?? 'idle'}>{SHARES[value]}</Tag>;
export const FreqText = ({ value }: { value: string }) => <DictTag code="market_drd_freq" value={value} />;

const MAX = 500;
interface SayProps {
  title: string;
  label: string;
  okText: string;
  isRequired?: boolean;
  danger?: boolean;
  isBusy: boolean;
  onSend: (text: string | null) => void;
  onClose: () => void;
}
/** One text that goes with a decision: an opinion, a reason, an answer. */
export function SayDialog({ title, label, okText, isRequired = false, danger = false, isBusy, onSend, onClose }: SayProps) {
  useReturnFocus();
  const [form] = Form.useForm<{ text?: string }>();
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values && !isBusy) onSend(values.text?.trim() || null);
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger }}
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical">
        <Form.Item name="text" label={label} rules={isRequired ? [{ required: true, whitespace: true, message: `请填写${label}` }] : []}>
          <Input.TextArea maxLength={MAX} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
