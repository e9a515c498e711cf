import { Modal } from 'antd';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

interface Props {
  model: { readonly id: string; readonly modelName: string; readonly versionNo: number | null };
  onClose: () => void;
  onBuilt?: () => void;
}
/** 建模: says what becomes of the table, and of rows that are in the way, before it is made or changed. */
export function BuildDialog({ model, onClose, onBuilt }: Props) {
  const plan = useCall(api.model.plan, { params: { id: model.id } }, { staleTime: 0 });
  const build = useWrite(api.model.createTable, {
    refreshes: [api.model.page],
    onSuccess: ({ modelPhysicalTable, versionNo }) => {
      toast.success(`V${versionNo} 已生效，数据表 ${modelPhysicalTable}`);
      onBuilt?.();
      onClose();
    },
  });
  const problems = plan.data?.problems ?? [];
  return (
    <Modal
      open
      width={560}
      title={model.versionNo === null ? `建立“${model.modelName}”的数据表` : `更新“${model.modelName}”的数据表`}
      okText="建模"
      okButtonProps={{ loading: build.isPending, disabled: !plan.data || problems.length > 0 }}
      onOk={() => build.mutate({ params: { id: model.id } })}
      onCancel={onClose}
    >
      {plan.error && <StateView kind="error" inline error={plan.error} onRetry={() => void plan.refetch()} />}
      {!plan.data && !plan.error && <StateView kind="loading" rows={3} />}
      {plan.data && <PlanList steps={plan.data.steps} problems={problems} />}
    </Modal>
  );
}

/** What a plan does to the table, and what existing rows forbid. */
export function PlanList({ steps, problems }: { steps: readonly string[]; problems: readonly { message: string }[] }) {
  if (steps.length === 0 && problems.length === 0) return <p className="muted">数据表与模型一致，没有需要变更的内容</p>;
  return (
    <>
      {problems.length > 0 && (
        <ul className="md-plan bad" aria-label="无法执行的变更">
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      )}
      <ul className="md-plan" aria-label="数据表变更">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </>
  );
}
