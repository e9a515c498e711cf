import { Form, Input, InputNumber, Modal, Select, type FormInstance } from 'antd';
import { useEffect, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { serverProblems } from '#kit/web/form/schema-rules.ts';
import { CallError } from '#kit/web/send.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import type { RowCondition } from '../../contract/row-filter.ts';
import type { Plan } from '../../core/plan.ts';
import { api } from '../api.ts';
import { PlanItem, useOffered } from '../plans/plans.tsx';
import { ApprovalPath } from './ApprovalPath.tsx';
import { FieldChoice } from './FieldChoice.tsx';
import { RowFilterItem } from './RowFilterInput.tsx';
import { MAX_DAYS } from '../../contract/term.ts';

interface Values {
  appId: string;
  apiId: string;
  days: number;
  reason: string;
  fields: string[];
  rows: RowCondition[];
  planId?: string;
}
const IN_FORCE = '2';
const MANY = 200;
const DAYS = 180;
const MAX_REASON = 500;
const required = (message: string) => [{ required: true, message }];
/** What is said when a request was sent: who decides about it. */
export function sentText({ status, flowStatus }: { status: string; flowStatus: string | null }): string {
  if (status === IN_FORCE) return '申请已自动通过，可以立即调用';
  return flowStatus === null ? '已提交申请，等待负责人审批' : '已提交申请，按流程审批';
}

/** Sends a request; what the server refuses stands at its field. */
function useApply(form: FormInstance<Values>, onSent: () => void) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const send = async (fieldCount: number) => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    setBusy(true);
    // scripts tell their fields by their answer only: all of them
    const fields = fieldCount === 0 || values.fields.length === fieldCount ? null : values.fields;
    try {
      const sent = await api.subscription.create({ body: { ...values, fields } }, { quiet: true, overlay: false });
      toast.success(sentText(sent));
      onSent();
      await refresh(api.subscription.page, api.square.page, api.square.get);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const problems = serverProblems(error.detail);
      form.setFields(problems.map(({ field, message }) => ({ name: field as keyof Values, errors: [message] })));
      if (problems.length === 0) toast.error(error.message);
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}

/** 申请订阅: an application asks for a released API or service; `apiId` where it is chosen already. */
export function ApplyDialog({ apiId, onClose }: { apiId?: string; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const { send, isBusy } = useApply(form, onClose);
  const chosen = Form.useWatch('apiId', form) ?? apiId;
  const found = useCall(api.square.get, { params: { id: chosen ?? '' } }, { enabled: Boolean(chosen) });
  const picked = found.data?.id === chosen ? found.data : undefined;
  const outputs = picked?.outputs;
  const offered = useOffered(chosen ?? null);
  const plans = offered.data;
  useEffect(() => {
    form.setFieldValue('planId', undefined);
  }, [chosen, form]);
  useEffect(() => {
    if (outputs) form.setFieldsValue({ fields: outputs.map(({ name }) => name), rows: [] });
  }, [outputs, form]);
  return (
    <Modal
      open
      title="申请订阅"
      width={720}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: Boolean(chosen) && !(picked && plans) }}
      onOk={() => void send(outputs?.length ?? 0)}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ days: DAYS, fields: [], rows: [], ...(apiId && { apiId }) }}>
        <AppItem />
        <ApiItem />
        {picked && picked.outputs.length > 0 && (
          <FieldChoice outputs={picked.outputs} onAll={(names) => form.setFieldValue('fields', names)} />
        )}
        {picked && picked.filterable.length > 0 && (
          <RowFilterItem columns={picked.filterable} extra="不加条件为全部行；范围越小越容易通过" />
        )}
        {offered.isError && <StateView kind="error" inline error={offered.error} onRetry={() => void offered.refetch()} />}
        <TermItems plans={plans ?? []} />
        {picked && plans && <ApprovalPath apiId={picked.id} fieldCount={picked.outputs.length} plans={plans} />}
      </Form>
    </Modal>
  );
}

function ApiItem() {
  const apis = useCall(api.square.page, { query: { pageSize: MANY, order: 'apiName' } });
  return (
    <Form.Item name="apiId" label="数据API或服务" rules={required('请选择数据API或服务')}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择已发布的数据API或服务"
        loading={apis.isPending && !apis.error}
        notFoundContent={apis.error?.message ?? '没有已发布的数据API和服务'}
        options={apis.data?.data.map((one) => ({ value: one.id, label: `${one.apiName} ${one.apiVersion} ${one.apiUrl}` }))}
      />
    </Form.Item>
  );
}

function AppItem() {
  const apps = useCall(api.square.apps);
  return (
    <Form.Item name="appId" label="使用的应用" rules={required('请选择应用')}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择应用"
        loading={apps.isPending && !apps.error}
        notFoundContent={apps.error?.message ?? '没有启用的应用，先在“应用与密钥”新增'}
        options={apps.data?.map(({ id, appName }) => ({ value: id, label: appName }))}
      />
    </Form.Item>
  );
}

/** By which plan, for how long, and what for. */
export const TermItems = ({ plans, from = '从同意时开始计算' }: { plans: readonly Plan[]; from?: string }) => (
  <>
    <PlanItem plans={plans} />
    <DaysItem plans={plans} from={from} />
    <Form.Item
      name="reason"
      label="申请用途"
      extra="审批人据此判断；申请人不能审批自己的申请"
      rules={[{ required: true, whitespace: true, message: '请填写申请用途' }]}
    >
      <Input.TextArea maxLength={MAX_REASON} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
    </Form.Item>
  </>
);

/** A plan may say how long a term is at most. */
function DaysItem({ plans, from }: { plans: readonly Plan[]; from: string }) {
  const planId = Form.useWatch<string | undefined>('planId');
  const taken = plans.find(({ id }) => id === planId);
  const most = taken?.maxDays ?? MAX_DAYS;
  const message = taken?.maxDays === most ? `方案“${taken.planName}”的有效天数最长 ${most} 天` : `有效天数应在 1 到 ${MAX_DAYS} 之间`;
  return (
    <Form.Item
      name="days"
      label="有效天数"
      extra={`${from}，到期前30天、7天、1天提醒`}
      dependencies={['planId']}
      rules={[...required('请填写有效天数'), { type: 'number', min: 1, max: most, message }]}
    >
      <InputNumber precision={0} style={{ width: '100%' }} />
    </Form.Item>
  );
}
