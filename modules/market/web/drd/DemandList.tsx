import { DatePicker, Form, Input, Modal, Radio } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction } from '#kit/web/table/types.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { DEMAND_TONES } from '../tones.ts';
import { DeptSelect } from './DeptSelect.tsx';

type Row = CallReply<typeof api.drdUse.demands>['data'][number];
const rows = { page: api.drdUse.demands };
const options: EntityPageOptions<Row> = {
  label: '数据需求',
  nameField: 'demandTitle',
  details: false,
  views: [{ id: 'mine', name: '我提出的', values: { mine: '1' } }],
  search: [{ field: 'state', label: '状态', dict: 'market_drd_demand' }],
  columns: [
    { field: 'demandTitle', title: '需求', width: 200 },
    { field: 'demandDesc', title: '说明', width: 260 },
    { field: 'state', title: '状态', width: 90, dict: 'market_drd_demand', tones: DEMAND_TONES, priority: 1 },
    { field: 'author', title: '提出人', width: 96, kind: 'person' },
    { field: 'createTime', title: '提出时间', width: 140, kind: 'time' },
    { field: 'expectDate', title: '期望日期', width: 110, kind: 'day' },
    { field: 'handleDeptName', title: '处理部门', width: 130 },
    { field: 'handler', title: '处理人', width: 96, kind: 'person' },
    { field: 'result', title: '处理结果', width: 200 },
    { field: 'resName', title: '对应资源', width: 160, priority: 4 },
  ],
};

/** 数据需求: what is missing in the directory. */
export function DemandList() {
  const list = useEntityPage(rows, options);
  const [handling, setHandling] = useState<Row | null>(null);
  const actions = (row: Row): RowAction[] =>
    row.mayHandle ? [{ key: 'handle', label: '处理', call: api.drdUse.handleDemand, onClick: () => setHandling(row) }] : [];
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} actions={actions} />
      {handling && <HandleDialog row={handling} onClose={() => setHandling(null)} />}
    </div>
  );
}

const STATES = [
  { value: '2', label: '受理' },
  { value: '3', label: '已满足' },
  { value: '4', label: '关闭' },
] as const;
function HandleDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<{ state: '2' | '3' | '4'; handleDept?: string | null; result?: string }>();
  const state = Form.useWatch('state', form) ?? '2';
  const handle = useWrite(api.drdUse.handleDemand, {
    overlay: false,
    refreshes: [api.drdUse.demands],
    onSuccess: () => {
      toast.success('已处理');
      onClose();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (values && !handle.isPending) handle.mutate({ params: { id: row.id }, body: values });
  };
  return (
    <Modal
      open
      title={`处理需求“${row.demandTitle}”`}
      okText="保存"
      cancelText={uiTexts.cancel}
      confirmLoading={handle.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <p>{row.demandDesc}</p>
      <Form form={form} layout="vertical" initialValues={{ state: '2', handleDept: row.handleDept }}>
        <Form.Item name="state" label="处理">
          <Radio.Group options={[...STATES]} optionType="button" />
        </Form.Item>
        <Form.Item name="handleDept" label="处理部门">
          <DeptSelect />
        </Form.Item>
        <Form.Item
          name="result"
          label="处理结果"
          rules={state === '2' ? [] : [{ required: true, whitespace: true, message: '请填写处理结果' }]}
        >
          <Input.TextArea maxLength={1000} autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** 提需求 */
export function DemandDialog({ onClose }: { onClose: () => void }) {
  useReturnFocus();
  const [form] = Form.useForm<{ demandTitle: string; demandDesc: string; expectDate?: Dayjs | null; handleDept?: string | null }>();
  const make = useWrite(api.drdUse.createDemand, {
    overlay: false,
    refreshes: [api.drdUse.demands],
    onSuccess: () => {
      toast.success('已提出需求，在“数据需求”查看处理情况');
      onClose();
    },
  });
  const send = async () => {
    const values = await form.validateFields().catch(() => null);
    if (!values || make.isPending) return;
    make.mutate({ body: { ...values, expectDate: values.expectDate?.format('YYYY-MM-DD') ?? null } });
  };
  return (
    <Modal
      open
      title="提数据需求"
      okText="提交"
      cancelText={uiTexts.cancel}
      confirmLoading={make.isPending}
      onOk={() => void send()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical">
        <Form.Item name="demandTitle" label="需求标题" rules={[{ required: true, whitespace: true, message: '请填写需求标题' }]}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="demandDesc" label="需求说明" rules={[{ required: true, whitespace: true, message: '请填写需求说明' }]}>
          <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 3, maxRows: 8 }} />
        </Form.Item>
        <Form.Item name="expectDate" label="期望日期">
          <DatePicker style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="handleDept" label="处理部门">
          <DeptSelect />
        </Form.Item>
      </Form>
    </Modal>
  );
}
