import { Modal } from 'antd';
import { useMemo, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { PlanSelect, useOffered } from './plans.tsx';

const ENABLED = '1';
const MANY = 200;

/** 调用方案 of an API: with which ones it may be subscribed to. */
export function OfferDialog({ api: of, onClose }: { api: { id: string; apiName: string; apiVersion: string }; onClose: () => void }) {
  useReturnFocus();
  const plans = useCall(api.plan.page, { query: { status: ENABLED, pageSize: MANY } });
  const offered = useOffered(of.id, { disabled: true });
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const save = useWrite(api.plan.offer, {
    overlay: false,
    onSuccess: () => {
      toast.success('已保存调用方案');
      onClose();
    },
  });
  // one that was disabled stays offered until somebody takes it away
  const choices = useMemo(() => {
    const known = plans.data?.data ?? [];
    return [...known, ...(offered.data ?? []).filter(({ id }) => known.every((plan) => plan.id !== id))];
  }, [plans.data, offered.data]);
  const planIds = chosen ?? offered.data?.map(({ id }) => id);
  const error = plans.error ?? offered.error;
  const send = () => {
    if (planIds && !save.isPending) save.mutate({ params: { apiId: of.id }, body: { planIds: [...planIds] } });
  };
  return (
    <Modal
      open
      title={`调用方案：${of.apiName} ${of.apiVersion}`}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={save.isPending}
      okButtonProps={{ disabled: !planIds || !plans.data }}
      onOk={send}
      onCancel={onClose}
    >
      <p className="muted">提供方案后，新的订阅和续期须选用其中一个；现有订阅不变。提供自动通过的方案即表示同意按它订阅。</p>
      {error && <StateView kind="error" inline error={error} onRetry={() => void Promise.all([plans.refetch(), offered.refetch()])} />}
      {!error && !(plans.data && planIds) && <StateView kind="loading" rows={2} />}
      {plans.data && planIds && (
        <PlanSelect
          mode="multiple"
          aria-label="调用方案"
          placeholder="不提供方案，订阅不受方案限制"
          notFoundContent="没有启用的方案，先在“调用方案”新增"
          plans={choices}
          value={planIds}
          onChange={(ids) => setChosen(ids as string[])}
        />
      )}
    </Modal>
  );
}
