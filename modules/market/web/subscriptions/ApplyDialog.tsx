import { Checkbox, Form, Input, InputNumber, Modal, Select, type FormInstance } from 'antd';
import { useId, useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import { serverProblems } from '#kit/web/form/schema-rules.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { outputNames } from './outputs.ts';

interface Values {
  appId: string;
  apiId: string;
  days: number;
  reason: string;
  fields: string[];
}
const MANY = 200;
const DAYS = 180;
const MOST_DAYS = 3650;
const MOST_REASON = 500;
const required = (message: string) => [{ required: true, message }];

/** Sends a request; what the server refuses stands at its field. */
function useApply(form: FormInstance<Values>, onSent: () => void) {
  const refresh = useRefresh();
  const [isBusy, setBusy] = useState(false);
  const send = async (fieldCount: number) => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    setBusy(true);
    const fields = values.fields.length === fieldCount ? null : values.fields;
    try {
      await api.subscription.create({ body: { ...values, fields } }, { quiet: true, overlay: false });
      toast.success('已提交申请，等待API负责人审批');
      onSent();
      await refresh(api.subscription.page);
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

/** 申请订阅: an application asks for a published API. */
export function ApplyDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const { send, isBusy } = useApply(form, onClose);
  const apis = useCall(api.dataApi.page, { query: { status: '2', pageSize: MANY } });
  const chosen = Form.useWatch('apiId', form);
  const picked = apis.data?.data.find(({ id }) => id === chosen);
  const outputs = picked ? outputNames(picked) : [];
  return (
    <Modal
      open
      title="申请订阅"
      width={640}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void send(outputs.length)}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ days: DAYS, fields: [] }}>
        <AppItem />
        <Form.Item name="apiId" label="数据API" rules={required('请选择数据API')}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择已发布的数据API"
            loading={apis.isPending && !apis.error}
            notFoundContent={apis.error?.message ?? '没有已发布的数据API'}
            options={apis.data?.data.map((one) => ({ value: one.id, label: `${one.apiName} ${one.apiVersion} ${one.apiUrl}` }))}
            onChange={(id: string) => {
              const next = apis.data?.data.find((one) => one.id === id);
              form.setFieldValue('fields', next ? outputNames(next).map(({ value }) => value) : []);
            }}
          />
        </Form.Item>
        {picked && <FieldsItem names={outputs} onAll={(on) => form.setFieldValue('fields', on ? outputs.map(({ value }) => value) : [])} />}
        <TermItems />
      </Form>
    </Modal>
  );
}

function AppItem() {
  const apps = useCall(api.app.page, { query: { status: '1', pageSize: MANY } });
  return (
    <Form.Item name="appId" label="使用的应用" rules={required('请选择应用')}>
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        placeholder="请选择应用"
        loading={apps.isPending && !apps.error}
        notFoundContent={apps.error?.message ?? '没有启用的应用，先在“应用与密钥”新增'}
        options={apps.data?.data.map(({ id, appName }) => ({ value: id, label: appName }))}
      />
    </Form.Item>
  );
}

/** For how long, and what for. */
const TermItems = () => (
  <>
    <Form.Item
      name="days"
      label="有效天数"
      extra="从同意时开始计算"
      rules={[...required('请填写有效天数'), { type: 'number', min: 1, max: MOST_DAYS, message: `有效天数应在 1 到 ${MOST_DAYS} 之间` }]}
    >
      <InputNumber precision={0} style={{ width: '100%' }} />
    </Form.Item>
    <Form.Item
      name="reason"
      label="申请用途"
      extra="审批人据此判断；申请人不能审批自己的申请"
      rules={[{ required: true, whitespace: true, message: '请填写申请用途' }]}
    >
      <Input.TextArea maxLength={MOST_REASON} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
    </Form.Item>
  </>
);

interface FieldsProps {
  names: readonly { value: string; label: string }[];
  onAll: (on: boolean) => void;
}
/** 返回字段: only what is needed is asked for. */
function FieldsItem({ names, onAll }: FieldsProps) {
  const id = useId();
  const chosen = Form.useWatch<string[] | undefined>('fields') ?? [];
  const isAll = chosen.length === names.length;
  return (
    <>
      <div className="market-choose-all">
        <span id={id}>返回字段</span>
        <span className="muted">
          已选 {chosen.length} / {names.length}
        </span>
        <span className="grow" />
        <Checkbox checked={isAll} indeterminate={!isAll && chosen.length > 0} onChange={(event) => onAll(event.target.checked)}>
          全部
        </Checkbox>
      </div>
      <Form.Item name="fields" rules={[{ type: 'array', min: 1, message: '请至少选择一个返回字段' }]}>
        <Checkbox.Group className="market-choices" aria-labelledby={id} options={[...names]} />
      </Form.Item>
    </>
  );
}
