import { Form, Modal } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import type { RowCondition } from '../../contract/row-filter.ts';
import { api } from '../api.ts';
import { named, type Row } from './columns.tsx';
import { FieldChoice } from './FieldChoice.tsx';
import { RowFilterItem } from './RowFilterInput.tsx';

interface Values {
  fields: string[];
  rows: RowCondition[];
}

/** 授权范围: the fields and rows that an application gets; felt within a second. */
export function GrantDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<Values>();
  const [isBusy, setBusy] = useState(false);
  const refresh = useRefresh();
  const found = useCall(api.subscription.grantable, { params: { id: row.id } });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || !found.data || isBusy) return;
    const isAll = values.fields.length === found.data.outputs.length;
    setBusy(true);
    // errors are shown by the request layer
    const isDone = await api.subscription
      .grant({ params: { id: row.id }, body: { fields: isAll ? null : values.fields, rows: values.rows } }, { overlay: false })
      .then(() => true)
      .catch(() => false);
    setBusy(false);
    if (!isDone) return;
    toast.success('已调整授权范围');
    onClose();
    await refresh(api.subscription.page);
  };
  return (
    <Modal
      open
      title={`授权范围：${named(row)}`}
      width={720}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !found.data }}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {found.isError && <StateView kind="error" inline error={found.error} onRetry={() => void found.refetch()} />}
      {!found.isError && !found.data && <StateView kind="loading" rows={4} />}
      {found.data && (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ fields: row.fields ?? found.data.outputs.map(({ name }) => name), rows: row.rows ?? [] }}
        >
          {found.data.outputs.length > 0 && (
            <FieldChoice outputs={found.data.outputs} onAll={(names) => form.setFieldValue('fields', names)} />
          )}
          {found.data.columns.length > 0 ? (
            <RowFilterItem columns={found.data.columns} extra="取值按字段类型绑定，不能使用脱敏字段；保存后一秒内生效" />
          ) : (
            <p className="muted">脚本模式的API不能限定行范围</p>
          )}
        </Form>
      )}
    </Modal>
  );
}
