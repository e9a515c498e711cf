import { Form, Modal } from 'antd';
import type { AskedPick, Picks } from '#kit/contract/flow.ts';
import { PickField } from './PickField.tsx';

interface PicksDialogProps {
  asked: readonly AskedPick[];
  /** 提交, 同意: what goes on when everybody is picked */
  okText: string;
  isBusy: boolean;
  onOk: (picks: Picks) => void;
  onCancel: () => void;
}

/** 自选: who approves at the nodes that leave it to the person to say. */
export function PicksDialog({ asked, okText, isBusy, onOk, onCancel }: PicksDialogProps) {
  const [form] = Form.useForm<Picks>();
  return (
    <Modal
      open
      title="选择审批人"
      okText={okText}
      cancelText="取消"
      okButtonProps={{ loading: isBusy }}
      onOk={() => void form.validateFields().then(onOk, () => undefined)}
      onCancel={onCancel}
    >
      <p className="muted">以下节点的审批人由您选择。</p>
      <Form form={form} layout="vertical" initialValues={Object.fromEntries(asked.map(({ node, picked }) => [node, picked]))}>
        {asked.map((pick) => (
          <PickField key={pick.node} pick={pick} label={pick.name} />
        ))}
      </Form>
    </Modal>
  );
}
