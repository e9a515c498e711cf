import type { UseQueryResult } from '@tanstack/react-query';
import { Checkbox, Form, Input, InputNumber, Segmented } from 'antd';
import { ComingSteps } from '#kit/web/parts/ComingSteps.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { ASKED_ACTIONS, MAX_DAYS } from '#modules/gate/contract/access-request.ts';
import { ACTION_LABELS } from '#modules/gate/contract/authorize.ts';
import type { api } from '../api.ts';

export type Action = (typeof ASKED_ACTIONS)[number];
/** What somebody asks for, besides the data. */
export interface RequestTerms {
  actions: Action[];
  days: number;
  reason: string;
}
const TERMS = [7, 30, 90];

/** True when it can be said who would decide. */
export const isWhole = ({ actions, days }: { actions: readonly Action[]; days: number | null }): boolean =>
  actions.length > 0 && days !== null && days >= 1 && days <= MAX_DAYS;

/** 权限, 期限, 用途 of a request, in a form. */
export const RequestTermsFields = () => (
  <>
    <Form.Item name="actions" label="权限" rules={[{ required: true, message: '请至少选择一项权限' }]}>
      <ActionChoice />
    </Form.Item>
    <Form.Item name="days" label="期限" rules={[{ required: true, message: '请选择期限' }]} extra="从通过时起算，到期自动收回">
      <Term />
    </Form.Item>
    <Form.Item name="reason" label="用途" rules={[{ required: true, whitespace: true, message: '请填写用途' }]}>
      <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} placeholder="做什么用，给谁看" />
    </Form.Item>
  </>
);

interface ActionChoiceProps {
  value?: Action[];
  onChange?: (value: Action[]) => void;
}
/** Takes nothing else from its field: a group of boxes must not be called required. */
const ActionChoice = ({ value, onChange }: ActionChoiceProps) => (
  <Checkbox.Group value={value} onChange={onChange} options={ASKED_ACTIONS.map((each) => ({ value: each, label: ACTION_LABELS[each] }))} />
);

interface TermProps {
  value?: number;
  onChange?: (value: number | null) => void;
}
/** So many days: usual ones, or a number. */
function Term({ value, onChange }: TermProps) {
  const isUsual = value !== undefined && TERMS.includes(value);
  return (
    <span className="ask-term">
      <Segmented
        aria-label="常用期限"
        value={isUsual ? value : 0}
        options={TERMS.map((days) => ({ value: days, label: `${days} 天` }))}
        onChange={(days) => onChange?.(days)}
      />
      <InputNumber
        aria-label="期限（天）"
        min={1}
        max={MAX_DAYS}
        precision={0}
        suffix="天"
        value={value ?? null}
        onChange={(days) => onChange?.(days)}
      />
    </span>
  );
}

type Steps = CallReply<typeof api.accessRequest.steps>;
interface DecidersProps {
  /** who decides about the request as it is filled in; not asked for while it is not whole */
  steps: Pick<UseQueryResult<Steps, Error>, 'data' | 'error' | 'fetchStatus' | 'isPending' | 'isPlaceholderData' | 'refetch'>;
}
/** 谁来审批: who would decide in turn. What is not known yet is not drawn as if nobody had to. */
export function Deciders({ steps }: DecidersProps) {
  return (
    <aside className="ask-steps" aria-label="谁来审批">
      <h3>谁来审批</h3>
      <KnownDeciders steps={steps} />
      <p className="muted">用途和之后的每次查询都会记入审计。</p>
    </aside>
  );
}

/** Where no process decides. */
const BY_GRANTERS = { id: 'granters', name: '在数据授权中处理', kind: 'task', people: ['数据授权人'], note: null } as const;

function KnownDeciders({ steps }: DecidersProps) {
  const { data, error, fetchStatus, isPending, isPlaceholderData } = steps;
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void steps.refetch()} />;
  if (fetchStatus === 'idle' && (isPending || isPlaceholderData)) return <p className="muted">选好权限和期限后显示。</p>;
  if (data === undefined) return <StateView kind="loading" shape="form" rows={3} />;
  return <ComingSteps steps={data ?? [BY_GRANTERS]} isBusy={isPlaceholderData} />;
}
