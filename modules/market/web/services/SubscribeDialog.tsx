import { Form, Input, InputNumber, Modal, Select } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from './api.ts';

interface Values {
  appId: string;
  days: number;
  reason: string;
}
const MANY = 200;
const DAYS = 180;
const MOST_DAYS = 3650;
const MOST_REASON = 500;

/** 申请订阅: an application asks for a released service. */
export function SubscribeDialog({ service, onClose }: { service: { id: string; serviceName: string }; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const apps = useCall(api.app.page, { query: { status: '1', pageSize: MANY } });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || isBusy) return;
    setBusy(true);
    try {
      // errors are shown by the request layer
      await api.subscription.create({ body: { ...values, apiId: service.id } }, { overlay: false });
      toast.success('已提交申请，等待服务负责人审批');
      onClose();
      await refresh(api.subscription.page);
    } catch {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`订阅“${service.serviceName}”`}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ days: DAYS }}>
        <Form.Item name="appId" label="使用的应用" rules={[{ required: true, message: '请选择应用' }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="请选择应用"
            loading={apps.isPending && !apps.error}
            notFoundContent={apps.error?.message ?? '没有启用的应用，先在“应用与密钥”新增'}
            options={apps.data?.data.map(({ id, appName }) => ({ value: id, label: appName }))}
          />
        </Form.Item>
        <Form.Item name="days" label="有效天数" extra="从同意时开始计算" rules={[{ required: true, message: '请填写有效天数' }]}>
          <InputNumber precision={0} min={1} max={MOST_DAYS} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="reason" label="申请用途" rules={[{ required: true, whitespace: true, message: '请填写申请用途' }]}>
          <Input.TextArea maxLength={MOST_REASON} showCount autoSize={{ minRows: 3, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
