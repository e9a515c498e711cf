import { Form, Modal } from 'antd';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { useSending, whenAsked } from '../tables/asking.ts';
import { Deciders, isWhole, RequestTermsFields, type RequestTerms } from '../tables/request-terms.tsx';
import '../tables/ask-access.css';

interface Props {
  sourceId: string;
  name: string;
  preset?: Pick<RequestTerms, 'actions'>;
  onClose: () => void;
}
const INITIAL: Pick<RequestTerms, 'actions' | 'days'> = { actions: ['preview', 'query'], days: 30 };

/** 申请权限 on a whole source: for how long, for what; and who decides about it. */
export default function SourceRequestDialog({ sourceId, name, preset, onClose }: Props) {
  const [form] = Form.useForm<RequestTerms>();
  const initial = { ...INITIAL, ...preset };
  const actions = Form.useWatch('actions', form) ?? initial.actions;
  const days = Form.useWatch('days', form) ?? initial.days;
  const steps = useCall(
    api.accessRequest.stepsOfSource,
    { params: { sourceId }, body: { actions, days } },
    { enabled: isWhole({ actions, days }), keepPrevious: true },
  );
  const ask = useWrite(api.accessRequest.ofSource, whenAsked(onClose));
  const submit = useSending(async () => ask.mutateAsync({ params: { sourceId }, body: await form.validateFields() }));
  return (
    <Modal
      open
      width={820}
      title={`申请权限：数据源 ${name}`}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={ask.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="ask-body">
        <Form form={form} layout="vertical" initialValues={initial} className="ask-wish">
          <p className="muted ask-from">申请整个数据源；只需要其中几张表时，请在表的页面申请，更容易通过。</p>
          <RequestTermsFields />
        </Form>
        <Deciders steps={steps} />
      </div>
    </Modal>
  );
}
