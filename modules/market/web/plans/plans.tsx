import { Form, Radio, Select } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { count } from '#kit/web/format.ts';
import { useCan } from '#kit/web/can.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { planBounds, type Plan } from '../../core/plan.ts';
import { api } from '../api.ts';
import { DescribedTable } from '../PlainTable.tsx';
import './plans.css';

const DISABLED = '0';
/** where it is told, whether it can still be taken */
export type ChosenPlan = Plan & { readonly status?: '0' | '1' };
export const APPROVALS = { manual: '人工审批', auto: '自动通过' } as const;
export const ApprovalTag = ({ approval }: Pick<Plan, 'approval'>) => <Tag tone="line">{APPROVALS[approval]}</Tag>;
const boundsText = (plan: Plan): string => planBounds(plan).join('，') || '不限次数和流量';

/** The plans that an API may be subscribed to with; those of a service are none. With `disabled`, also those that nobody can take any more. */
export const useOffered = (apiId: string | null, { disabled = false }: { disabled?: boolean } = {}) => {
  const can = useCan();
  const args = { params: { apiId: apiId ?? '' }, query: { disabled: disabled ? ('1' as const) : ('0' as const) } };
  return useCall(api.plan.offered, args, { enabled: apiId !== null && can(api.plan.offered) });
};

/** A plan with what it allows, in one line. */
export const PlanLine = ({ plan }: { plan: Plan | null }) =>
  plan && (
    <>
      {plan.planName} <span className="muted">{boundsText(plan)}</span>
    </>
  );

/** A plan to choose: what it allows, and whether somebody has to agree. */
const Choice = ({ plan }: { plan: ChosenPlan }) => (
  <span className="plan-choice">
    <b>{plan.planName}</b> <ApprovalTag approval={plan.approval} />
    {plan.status === DISABLED && <Tag tone="warn">已禁用</Tag>}
    <small className="muted">{boundsText(plan)}</small>
  </span>
);

/** 调用方案 of a form, as `planId`: one has to be taken where an API is offered with plans, and none can be elsewhere. */
export function PlanItem({ plans }: { plans: readonly Plan[] }) {
  if (plans.length === 0) return null;
  return (
    <Form.Item name="planId" label="调用方案" rules={[{ required: true, message: '请选择调用方案' }]}>
      <Radio.Group className="plan-choices" options={plans.map((plan) => ({ value: plan.id, label: <Choice plan={plan} /> }))} />
    </Form.Item>
  );
}

/** A select of plans; what each allows stands in its second line. */
export const PlanSelect = ({ plans, ...rest }: { plans: readonly ChosenPlan[] } & Parameters<typeof Select>[0]) => (
  <Select
    showSearch={{ optionFilterProp: 'title' }}
    style={{ width: '100%' }}
    optionLabelProp="title"
    {...rest}
    options={plans.map((plan) => ({ value: plan.id, title: plan.planName, label: <Choice plan={plan} /> }))}
  />
);

const bound = (value: number | null) => (value === null ? null : count(value));
/** 调用方案 of an API, in its details; nothing where it is offered without. */
export function OfferedPlans({ apiId }: { apiId: string }) {
  const { data, error, refetch } = useOffered(apiId);
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <DescribedTable
      title="调用方案"
      note="每个订阅选用一个，— 表示不限"
      label="调用方案列表"
      rows={data}
      keyOf={({ id }) => id}
      columns={[
        { title: '方案', cell: ({ planName }) => planName },
        { title: '审批', cell: ApprovalTag },
        { title: '每秒次数', cell: ({ rate }) => bound(rate) },
        { title: '突发次数', cell: ({ burst }) => bound(burst) },
        { title: '并发数', cell: ({ concurrency }) => bound(concurrency) },
        { title: '每日次数', cell: ({ dayQuota }) => bound(dayQuota) },
        { title: '每月次数', cell: ({ monthQuota }) => bound(monthQuota) },
        { title: '每月流量（MB）', cell: ({ monthMegabytes }) => bound(monthMegabytes) },
        { title: '最长天数', cell: ({ maxDays }) => bound(maxDays) },
      ]}
    />
  );
}
