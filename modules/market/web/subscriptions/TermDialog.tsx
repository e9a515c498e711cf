import { Form, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { useOffered } from '../plans/plans.tsx';
import { sentText, TermItems } from './ApplyDialog.tsx';
import { named, type Row } from './columns.tsx';

const CALLS = { renew: api.subscription.renew, submit: api.subscription.submit } as const;
const TITLES = { renew: '续期', submit: '重新提交' } as const;

/** 续期, or 重新提交 of what its approval sent back: a term and what it is for. */
export function TermDialog({ row, kind, onClose }: { row: Row; kind: keyof typeof CALLS; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<{ days: number; reason: string; planId?: string }>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const offered = useOffered(row.apiId);
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    // where no plan is offered any more none is taken
    const body = { ...values, planId: values.planId ?? null };
    setBusy(true);
    // errors are shown by the request layer
    const sent = await CALLS[kind]({ params: { id: row.id }, body }, { overlay: false }).catch(() => null);
    setBusy(false);
    if (!sent) return;
    toast.success(sentText(sent));
    onClose();
    await refresh(api.subscription.page, api.square.page);
  };
  return (
    <Modal
      open
      title={`${TITLES[kind]}${named(row)}`}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !offered.data }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {kind === 'renew' && <p className="muted">返回字段、行范围和密钥不变。</p>}
      {offered.isError && <StateView kind="error" inline error={offered.error} onRetry={() => void offered.refetch()} />}
      {!offered.isError && !offered.data && <StateView kind="loading" rows={3} />}
      {offered.data && (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ days: row.days, reason: row.reason, planId: offered.data.find(({ id }) => id === row.planId)?.id }}
        >
          <TermItems plans={offered.data} {...(kind === 'renew' && { from: '接着原来的期限计算' })} />
        </Form>
      )}
    </Modal>
  );
}
