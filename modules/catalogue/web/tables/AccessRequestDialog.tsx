import { Form, Modal, Segmented, Table } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { api } from '../api.ts';
import { useSending, whenAsked } from './asking.ts';
import { Deciders, isWhole, RequestTermsFields, type Action, type RequestTerms } from './request-terms.tsx';
import './ask-access.css';

interface Props {
  tableId: string;
  /** what is asked for at first: names of columns, none for the whole table */
  preset: { readonly columns: readonly string[]; readonly actions: readonly Action[] };
  /** where the request came up, in words */
  from?: string;
  onClose: () => void;
}
const MAX_ROWS = 320;

/** 申请权限: what of a table, for how long, for what; and who decides about it. */
export function AccessRequestDialog({ tableId, preset, from, onClose }: Props) {
  const [form] = Form.useForm<RequestTerms>();
  const [columns, setColumns] = useState<readonly string[]>(preset.columns);
  const table = useCall(api.table.get, { params: { id: tableId } });
  const ask = useWrite(api.accessRequest.ofTable, whenAsked(onClose));
  const submit = useSending(async () => {
    const { actions, days, reason } = await form.validateFields();
    await ask.mutateAsync({ params: { tableId }, body: { columns: [...columns], actions, days, reason } });
  });
  const initial = { actions: [...preset.actions], days: 30 };
  const actions = Form.useWatch('actions', form) ?? initial.actions;
  const days = Form.useWatch('days', form) ?? initial.days;
  return (
    <Modal
      open
      width={920}
      title={<Title table={table.data} />}
      okText="提交申请"
      cancelText={uiTexts.cancel}
      confirmLoading={ask.isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <div className="ask-body">
        <Form form={form} layout="vertical" initialValues={initial} className="ask-wish">
          {from !== undefined && <p className="muted ask-from">来自 {from}</p>}
          <Form.Item label="字段" extra={columns.length === 0 ? '没有勾选字段：申请整张表' : `已勾选 ${columns.length} 个字段`}>
            <ColumnChoice table={table} chosen={columns} first={preset.columns} onChange={setColumns} />
          </Form.Item>
          <RequestTermsFields />
        </Form>
        <TableDeciders tableId={tableId} columns={columns} actions={actions} days={days} />
      </div>
    </Modal>
  );
}

interface Named {
  readonly cnName: string | null;
  readonly tableComment: string | null;
  readonly schemaName: string;
  readonly tableName: string;
}
const Title = ({ table }: { table: Named | undefined }) => (
  <span className="ask-title">
    申请权限{table && `：${table.cnName ?? table.tableComment ?? table.tableName}`}
    {table && (
      <span className="mono muted">
        {table.schemaName}.{table.tableName}
      </span>
    )}
  </span>
);

interface ColumnChoiceProps {
  table: ReturnType<typeof useCall<typeof api.table.get>>;
  chosen: readonly string[];
  /** columns that come first */
  first: readonly string[];
  onChange: (columns: readonly string[]) => void;
}
function ColumnChoice({ table, chosen, first, onChange }: ColumnChoiceProps) {
  const [isAll, setAll] = useState(first.length === 0);
  if (table.error) return <StateView kind="error" inline error={table.error} onRetry={() => void table.refetch()} />;
  if (!table.data) return <StateView kind="loading" rows={4} />;
  const every = table.data.columns;
  const shown = isAll ? every : every.filter(({ columnName }) => first.includes(columnName) || chosen.includes(columnName));
  return (
    <>
      {first.length > 0 && (
        <Segmented
          size="small"
          aria-label="字段范围"
          className="ask-range"
          value={isAll ? 'all' : 'used'}
          options={[
            { value: 'used', label: `已选 ${first.length}` },
            { value: 'all', label: `全部 ${every.length}` },
          ]}
          onChange={(value) => setAll(value === 'all')}
        />
      )}
      <Table
        size="small"
        rowKey="columnName"
        pagination={false}
        scroll={{ y: MAX_ROWS / 2 }}
        dataSource={shown}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (keys) => onChange(keys.map(String)),
          getCheckboxProps: ({ columnName }) => ({ 'aria-label': `申请字段 ${columnName}` }) as object,
        }}
        columns={[
          {
            title: '字段',
            key: 'name',
            render: (_, { columnName, cnName, columnComment }) => (
              <span className="ask-column">
                {cnName ?? columnComment ?? columnName} <code className="mono muted">{columnName}</code>
              </span>
            ),
          },
          { title: '分级', key: 'level', width: 110, render: (_, { level }) => <LevelTag level={level} /> },
          { title: '您看到的', key: 'seen', width: 90, render: (_, { seen }) => <Seen shown={seen.shown} /> },
        ]}
      />
    </>
  );
}
const SEEN = { clear: ['ok', '原值'], masked: ['warn', '已脱敏'], hidden: ['idle', '不可见'] } as const;
const Seen = ({ shown }: { shown: keyof typeof SEEN }) => <Tag tone={SEEN[shown][0]}>{SEEN[shown][1]}</Tag>;

interface DecidersProps {
  tableId: string;
  columns: readonly string[];
  actions: readonly Action[];
  days: number | null;
}
/** The steps that this very request would go through. */
function TableDeciders({ tableId, columns, actions, days }: DecidersProps) {
  const body = { columns: [...columns], actions: [...actions], days: days ?? 1 };
  const steps = useCall(
    api.accessRequest.steps,
    { params: { tableId }, body },
    { enabled: isWhole({ actions, days }), keepPrevious: true },
  );
  return <Deciders steps={steps} />;
}
