import { Form, Modal } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS } from '#modules/gate/contract/access-request.ts';
import { api } from '../api.ts';
import { useSending } from '../tables/asking.ts';
import { RequestTermsFields, type RequestTerms } from '../tables/request-terms.tsx';
import '../tables/ask-access.css';

type Request = CallReply<typeof api.accessRequest.own>['data'][number];

/** A request that came back, corrected and submitted again. */
export default function AmendDialog({ request, onClose }: { request: Request; onClose: () => void }) {
  const { id, version, columnIds } = request;
  const [form] = Form.useForm<RequestTerms>();
  const update = useWrite(api.accessRequest.update, { overlay: false });
  const submit = useWrite(api.accessRequest.submit, {
    overlay: false,
    refreshes: [api.accessRequest.own, api.accessRequest.mine],
    onSuccess: () => toast.success('已重新提交'),
  });
  const send = useSending(async () => {
    const { actions, days, reason } = await form.validateFields();
    await update.mutateAsync({ params: { id }, body: { actions, days, reason, columnIds, version } });
    await submit.mutateAsync({ params: { id } });
    onClose();
  });
  return (
    <Modal
      open
      width={560}
      title={`修改申请：${request.tableName ?? request.sourceName}`}
      okText="重新提交"
      cancelText={uiTexts.cancel}
      confirmLoading={update.isPending || submit.isPending}
      onOk={send}
      onCancel={onClose}
    >
      <p className="muted">
        字段：{columnIds.length === 0 ? '全部字段' : request.columnNames.join('、')}。需要别的字段时，请撤销后重新申请。
      </p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          actions: ASKED_ACTIONS.filter((action) => request.actions.includes(action)),
          days: request.days ?? undefined,
          reason: request.purpose,
        }}
      >
        <RequestTermsFields />
      </Form>
    </Modal>
  );
}
