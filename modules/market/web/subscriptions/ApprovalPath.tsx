import { Form } from 'antd';
import { ComingSteps } from '#kit/web/parts/ComingSteps.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { CallError } from '#kit/web/send.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { Plan } from '../../core/plan.ts';
import type { RowCondition } from '../../contract/row-filter.ts';
import { api } from '../api.ts';
import { MAX_DAYS } from '../../contract/term.ts';

interface Props {
  apiId: string;
  /** how many fields the API answers; 0 = only its answer tells */
  fieldCount: number;
  /** what the API is offered with; one has to be chosen */
  plans: readonly Plan[];
}
/** 审批路径: who would decide about the request as it is filled in. */
export function ApprovalPath({ apiId, fieldCount, plans }: Props) {
  const appId = Form.useWatch<string | undefined>('appId');
  const planId = Form.useWatch<string | undefined>('planId');
  const days = Form.useWatch<number | null | undefined>('days');
  const fields = Form.useWatch<string[] | undefined>('fields');
  const rows = Form.useWatch<RowCondition[] | undefined>('rows');
  const hasPlans = plans.length > 0;
  // a term that is too long is told at its field
  const most = plans.find(({ id }) => id === planId)?.maxDays ?? MAX_DAYS;
  const isAll = fieldCount === 0 || fields?.length === fieldCount;
  const isWhole = (isAll || Boolean(fields?.length)) && (!hasPlans || Boolean(planId));
  const body = {
    apiId,
    appId: appId ?? null,
    planId: planId ?? null,
    days: Math.min(Math.max(Math.trunc(days ?? 1), 1), most),
    fields: isAll ? null : (fields ?? null),
    rows: (rows ?? []).filter(isFilled),
  };
  const path = useCall(api.subscription.steps, { body }, { enabled: isWhole, keepPrevious: true });
  return (
    <section className="market-deciders" aria-label="审批路径">
      <h3>审批路径</h3>
      <KnownPath path={path} isWhole={isWhole} hasPlans={hasPlans} />
    </section>
  );
}

/** A condition that has all its parts; one that is being filled in narrows nothing yet. */
const isFilled = ({ columnName, values, whereType }: RowCondition): boolean =>
  columnName !== '' && values.every((value) => value.trim() !== '') && (values.length > 0 || whereType === '10' || whereType === '11');

type Path = ReturnType<typeof useCall<typeof api.subscription.steps>>;
function KnownPath({ path, isWhole, hasPlans }: { path: Path; isWhole: boolean; hasPlans: boolean }) {
  if (!isWhole) return <p className="muted">{hasPlans ? '选好调用方案和返回字段后显示由谁审批' : '选好返回字段后显示由谁审批'}</p>;
  // a value that is still being typed
  if (path.error instanceof CallError && path.error.key === 'input.invalid') return <p className="muted">条件填写完整后显示由谁审批</p>;
  if (path.error) return <StateView kind="error" inline error={path.error} onRetry={() => void path.refetch()} />;
  if (!path.data) return <StateView kind="loading" shape="form" rows={2} />;
  const { decidedBy, steps } = path.data;
  if (decidedBy === 'plan') return <p>所选方案自动通过，提交后立即生效</p>;
  return <ComingSteps steps={steps} isBusy={path.isPlaceholderData} />;
}
