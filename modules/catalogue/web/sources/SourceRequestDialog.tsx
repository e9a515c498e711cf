import { Form, Modal } from 'antd';
import { useRef } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { Deciders, isWhole, WishFields, type Wish } from '../tables/wish.tsx';
import '../tables/ask-access.css';

interface Props {
  sourceId: string;
  name: string;
  preset?: Pick<Wish, 'actions'>;
  onClose: () => void;
}
const INITIAL: Pick<Wish, 'actions' | 'days'> = { actions: ['preview', 'query'], days: 30 };

/** 申请权限 on a whole source: for how long, for what; and who decides about it. */
export default function SourceRequestDialog({ sourceId, name, preset, onClose }: Props) {
  const [form] = Form.useForm<Wish>();
  // the second click of a double click comes before the next render
  const isBusy = useRef(false);
  const initial = { ...INITIAL, ...preset };
  const actions = Form.useWatch('actions', form) ?? initial.actions;
  const days = Form.useWatch('days', form) ?? initial.days;
  const steps = useCall(
    api.accessRequest.stepsOfSource,
    { params: { sourceId }, body: { actions, days } },
    { enabled: isWhole({ actions, days }), keepPrevious: true },
  );
  const ask = useWrite(api.accessRequest.ofSource, {
    overlay: false,
    refreshes: [api.accessRequest.own],
    onSuccess: ({ flowStatus }) => {
      toast.success(flowStatus === '4' ? '申请已通过' : '申请已提交，处理后会收到消息');
      onClose();
    },
  });
  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const send = async () => ask.mutateAsync({ params: { sourceId }, body: await form.validateFields() });
    // errors are shown already: by the field, or by the request layer
    await send().catch(() => undefined);
    isBusy.current = false;
  };
  return (
    <Modal
      open
      width={820}
      title={`申请权限：数据源 ${name}`}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={ask.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <div className="ask-body">
        <Form form={form} layout="vertical" initialValues={initial} className="ask-wish">
          <p className="muted ask-from">申请整个数据源；只需要其中几张表时，请在表的页面申请，更容易通过。</p>
          <WishFields />
        </Form>
        <Deciders steps={steps} />
      </div>
    </Modal>
  );
}
