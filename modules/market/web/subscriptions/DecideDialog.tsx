import { Form, Input, Modal } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { rowFilterText } from '../../core/row-grant.ts';
import { Fact } from '../Fact.tsx';
import { api } from '../api.ts';
import { PlanLine } from '../plans/plans.tsx';
import { named, type Row } from './columns.tsx';

const MAX = 500;
interface Props {
  row: Row;
  approved: boolean;
  onClose: () => void;
}

/** 同意 or 拒绝, with an opinion; a refusal says why. */
export function DecideDialog({ row, approved, onClose }: Props) {
  useReturnFocus();
  const [form] = Form.useForm<{ opinion?: string }>();
  const verb = approved ? '同意' : '拒绝';
  const decide = useWrite(api.subscription.decide, {
    overlay: false,
    onSuccess: () => {
      toast.success(`已${verb}`);
      onClose();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values && !decide.isPending) decide.mutate({ params: { id: row.id }, body: { approved, opinion: values.opinion ?? null } });
  };
  return (
    <Modal
      open
      title={`${verb}${named(row)}`}
      okText={verb}
      okButtonProps={{ danger: !approved }}
      cancelText={uiTexts.cancel}
      confirmLoading={decide.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <dl className="facts grid market-decided">
        <Fact title="申请用途" wide>
          {row.reason}
        </Fact>
        <Fact title="返回字段" wide>
          {row.fields === null ? '全部字段' : <span className="mono">{row.fields.join('、')}</span>}
        </Fact>
        <Fact title="行范围">{rowFilterText(row.rows)}</Fact>
        <Fact title="有效天数">
          {row.days} 天{approved && '，从同意时开始计算'}
        </Fact>
        {row.plan && (
          <Fact title="调用方案" wide>
            <PlanLine plan={row.plan} />
          </Fact>
        )}
      </dl>
      <Form form={form} layout="vertical">
        <Form.Item
          name="opinion"
          label={approved ? '意见' : '拒绝原因'}
          rules={approved ? [] : [{ required: true, whitespace: true, message: '请填写拒绝原因' }]}
        >
          <Input.TextArea maxLength={MAX} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
