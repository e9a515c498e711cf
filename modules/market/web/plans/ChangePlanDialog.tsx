import { Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { named, type Row } from '../subscriptions/columns.tsx';
import { PlanLine, PlanSelect, useOffered } from './plans.tsx';

interface Props {
  row: Row;
  onChanged: () => void;
  onClose: () => void;
}
/** 更换方案 of a subscription; the key stays. */
export function ChangePlanDialog({ row, onChanged, onClose }: Props) {
  useReturnFocus();
  const offered = useOffered(row.apiId);
  const [planId, setPlanId] = useState(row.planId);
  const change = useWrite(api.plan.assign, {
    overlay: false,
    refreshes: [api.subscription.page],
    onSuccess: () => {
      toast.success('已更换调用方案');
      // what stands behind shows the row as it was
      onChanged();
    },
  });
  // one that is not offered any more cannot be chosen again
  const taken = offered.data?.find(({ id }) => id === planId);
  const isTooShort = planId !== row.planId && typeof taken?.maxDays === 'number' && row.days > taken.maxDays;
  return (
    <Modal
      open
      title={`更换方案：${named(row)}`}
      okText="更换"
      cancelText={uiTexts.cancel}
      confirmLoading={change.isPending}
      okButtonProps={{ disabled: !offered.data || planId === row.planId || isTooShort }}
      onOk={() => change.mutate({ params: { id: row.id }, body: { planId } })}
      onCancel={onClose}
    >
      <p>
        现用方案：{row.plan ? <PlanLine plan={row.plan} /> : '无'}
        <br />
        <span className="muted">保存后一秒内生效，密钥和到期时间不变。</span>
      </p>
      {offered.isError && <StateView kind="error" inline error={offered.error} onRetry={() => void offered.refetch()} />}
      {!offered.isError && !offered.data && <StateView kind="loading" rows={2} />}
      {offered.data && (
        <PlanSelect
          allowClear
          aria-label="调用方案"
          placeholder="不使用方案"
          notFoundContent="该API没有提供方案"
          plans={offered.data}
          value={taken?.id}
          status={isTooShort ? 'error' : undefined}
          onChange={(id) => setPlanId((id as string | undefined) ?? null)}
        />
      )}
      {isTooShort && (
        <p role="alert" className="market-bad">
          方案“{taken.planName}”的有效天数最长 {taken.maxDays} 天，这个订阅有效 {row.days} 天，请选择其他方案
        </p>
      )}
    </Modal>
  );
}
