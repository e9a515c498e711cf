import { Checkbox, Form, Input, Modal, Select } from 'antd';
import { useRef } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { TimeInput } from '#kit/web/form/calendars.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { ASKED_ACTIONS } from '#modules/gate/contract/access-request.ts';
import { ACTION_LABELS } from '#modules/gate/contract/authorize.ts';
import { api } from '../api.ts';

interface Props {
  tableId: string;
  /** what the caller has already */
  held: readonly string[];
  /** the column that it is about at first */
  column?: { readonly id: string; readonly level: string | null };
  onClose: () => void;
}
interface Values {
  actions: (typeof ASKED_ACTIONS)[number][];
  columnIds?: string[];
  purpose: string;
  endTime?: string | null;
}

/** 申请权限: what of a table, for what, until when. */
export function AccessRequestDialog({ tableId, held, column, onClose }: Props) {
  const [form] = Form.useForm<Values>();
  // the second click of a double click comes before the next render
  const isBusy = useRef(false);
  const table = useCall(api.table.get, { params: { id: tableId } });
  const ask = useWrite(api.accessRequest.create, {
    overlay: false,
    onSuccess: () => {
      toast.success('申请已提交，处理后会收到消息');
      onClose();
    },
  });
  const submit = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    const send = async () => {
      const { actions, columnIds = [], purpose, endTime = null } = await form.validateFields();
      await ask.mutateAsync({ body: { tableId, columnIds, actions, purpose, endTime } });
    };
    // errors are shown already: by the field, or by the request layer
    await send().catch(() => undefined);
    isBusy.current = false;
  };
  const missing = ASKED_ACTIONS.filter((action) => !held.includes(action));
  // of a sensitive column that one may query already, it is the clear values that are missed
  const isHidden = (column?.level === 'L3' || column?.level === 'L4') && held.includes('query') && missing.includes('unmask');
  const actions = isHidden ? (['unmask'] as const) : missing.slice(0, 1);
  return (
    <Modal
      open
      width={560}
      title="申请权限"
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={ask.isPending}
      onOk={() => void submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ actions, columnIds: column ? [column.id] : [] }}>
        <Form.Item name="actions" label="动作" rules={[{ required: true, message: '请至少选择一个动作' }]}>
          <Checkbox.Group options={ASKED_ACTIONS.map((value) => ({ value, label: ACTION_LABELS[value] }))} />
        </Form.Item>
        <Form.Item name="columnIds" label="字段" extra="不选为整张表">
          <Select
            mode="multiple"
            allowClear
            optionFilterProp="label"
            placeholder="整张表"
            options={(table.data?.columns ?? []).map((column) => ({
              value: column.id,
              label: [column.columnName, column.cnName ?? column.columnComment].filter(Boolean).join('　'),
            }))}
          />
        </Form.Item>
        <Form.Item name="purpose" label="用途" rules={[{ required: true, whitespace: true, message: '请填写用途' }]}>
          <Input.TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} placeholder="做什么用，给谁看" />
        </Form.Item>
        <Form.Item name="endTime" label="有效期至" extra="不填为长期有效">
          <TimeInput placeholder="长期" />
        </Form.Item>
      </Form>
    </Modal>
  );
}
