import { DatePicker, Form, Input, Modal, type FormInstance } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useRefresh } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import type { Row } from './columns.tsx';

const MAX_REASON = 200;
interface Values {
  offlineTime: Dayjs;
  reason: string;
}

/** 预告下线: subscribers are told of the day before it comes. */
export function RetireDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const after = async (work: () => Promise<string>) => {
    if (isBusy) return;
    setBusy(true);
    // errors are shown by the request layer
    const done = await work().catch(() => null);
    setBusy(false);
    if (done === null) return;
    toast.success(done);
    onClose();
    await refresh(api.dataApi.page, api.dataApi.get);
  };
  const announce = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values) return;
    const body = { offlineTime: values.offlineTime.toISOString(), reason: values.reason };
    await after(async () => {
      const { told } = await api.retirement.announce({ params: { id: row.id }, body }, { overlay: false });
      return `已预告下线，通知 ${told} 人`;
    });
  };
  const withdraw = () =>
    after(async () => {
      await api.retirement.withdraw({ params: { id: row.id } }, { overlay: false });
      return '已取消下线预告';
    });
  const isAnnounced = row.offlineTime !== null;
  return (
    <Modal
      open
      title={`预告下线“${row.apiName}”${row.apiVersion}`}
      okText={isAnnounced ? '修改预告' : '预告下线'}
      cancelText={isAnnounced ? '取消预告' : uiTexts.cancel}
      confirmLoading={isBusy}
      onOk={() => void announce()}
      onCancel={onClose}
      cancelButtonProps={isAnnounced ? { danger: true, onClick: () => void withdraw() } : {}}
    >
      <p className="muted">订阅的应用立即收到通知，到期前30天、7天、1天再次提醒；返回头 Deprecation 和 Sunset 告知调用方，到时自动下线。</p>
      <EndForm form={form} row={row} />
    </Modal>
  );
}

const EndForm = ({ form, row }: { form: FormInstance<Values>; row: Row }) => (
  <Form
    form={form}
    layout="vertical"
    initialValues={{ offlineTime: row.offlineTime ? dayjs(row.offlineTime) : undefined, reason: row.offlineReason ?? '' }}
  >
    <Form.Item name="offlineTime" label="下线时间" rules={[{ required: true, message: '请选择下线时间' }]}>
      <DatePicker
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        disabledDate={(day) => day.isBefore(dayjs(), 'day')}
        style={{ width: '100%' }}
      />
    </Form.Item>
    <Form.Item name="reason" label="下线说明" rules={[{ required: true, whitespace: true, message: '请填写下线说明' }]}>
      <Input.TextArea maxLength={MAX_REASON} showCount autoSize={{ minRows: 2, maxRows: 5 }} placeholder="例如 由 v2.0.0 替代" />
    </Form.Item>
  </Form>
);
