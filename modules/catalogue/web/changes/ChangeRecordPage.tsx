import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, SearchField } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { CHANGE_FIELDS, MANUAL_FIELDS } from '../../contract/change.ts';
import { api } from '../api.ts';
import { AckDialog } from './AckDialog.tsx';
import { allColumns, facts, type ChangeDetail, type ChangeRow } from './change-list.tsx';
import { ColumnPicker } from './ColumnPicker.tsx';
import { CompareDialog } from './CompareDialog.tsx';
import { RenameGuesses } from './RenameGuesses.tsx';
import { StatsStrip } from './StatsStrip.tsx';
import './changes.css';

type Input = InputOf<typeof api.change>;
const SEARCH: readonly SearchField[] = [
  { field: 'keyword', label: '对象', placeholder: '表名或字段名' },
  { field: 'sourceId', label: '数据源' },
  { field: 'changeKind', label: '变更类型', dict: 'metadata_change_kind' },
  { field: 'status', label: '状态', dict: 'metadata_change_status' },
  { field: 'objectType', label: '对象类型', dict: 'metadata_change_object' },
  { field: 'fieldName', label: '变更内容', dict: 'metadata_change_field' },
  { field: 'origin', label: '来源', dict: 'metadata_change_origin' },
  { field: 'beginTime', to: 'endTime', label: '时间' },
];
const OPTIONS: EntityPageOptions<ChangeRow> = {
  label: '变更记录',
  nameField: 'objectName',
  columns: allColumns,
  views: [
    { id: 'open', name: '待确认', values: { status: '0' } },
    { id: 'removed', name: '移除', values: { changeKind: 'removed' } },
    { id: 'renamed', name: '更名', values: { changeKind: 'renamed' } },
    { id: 'manual', name: '人工登记', values: { origin: 'manual' } },
  ],
};
const REMARK: FormField<Input> = { field: 'remark', label: '备注', widget: 'area', wide: true };
const FORM: readonly FormField<Input>[] = [
  { field: 'objectId', label: '字段', wide: true, when: 'new', render: (props) => <ColumnPicker {...props} /> },
  {
    field: 'fieldName',
    label: '变更内容',
    widget: 'select',
    options: MANUAL_FIELDS.map((value) => ({ value, label: CHANGE_FIELDS[value] ?? value })),
    hint: '登记不会修改元数据，旧值由系统自动带入',
  },
  { field: 'fieldNewValue', label: '新值', widget: 'area', wide: true },
  REMARK,
];

/** 变更记录: what syncs found and people registered, confirmed by those who answer for it. */
export default function ChangeRecordPage() {
  const sources = useCall(api.source.list, {}, { staleTime: 60_000 });
  const options = useMemo(() => {
    const choices = (sources.data ?? []).map((one) => ({ value: one.id, label: one.sourceName }));
    return { ...OPTIONS, search: SEARCH.map((field) => (field.field === 'sourceId' ? { ...field, options: choices } : field)) };
  }, [sources.data]);
  const list = useEntityPage(api.change, options);
  const can = useCan();
  const [acking, setAcking] = useState<readonly string[] | null>(null);
  const [comparing, setComparing] = useState<{ tableId: string; to: number } | null>(null);
  const { values, opened } = list.state;
  const editing = opened?.kind === 'edit' ? list.rows?.find((row) => row.id === opened.id) : undefined;
  const actions = (row: ChangeRow): RowAction[] => [
    ...(row.status === '0' ? [{ key: 'ack', label: '确认', call: api.change.ack, onClick: () => setAcking([row.id]) }] : []),
    ...(row.tableId !== null && row.changeVersion > 1
      ? [{ key: 'compare', label: '版本对比', onClick: () => setComparing({ tableId: row.tableId!, to: row.changeVersion }) }]
      : []),
  ];
  return (
    <div className="change-page">
      <StatsStrip sourceId={values['sourceId']} />
      <RenameGuesses sourceId={values['sourceId']} />
      <div className="panel list-page">
        <ListActions<ChangeRow> list={list} />
        <Narrowed list={list} />
        <EntityTable<ChangeRow>
          list={list}
          actions={actions}
          canRemove={(row) => row.origin === 'manual'}
          batch={[
            {
              key: 'ack',
              label: '确认',
              call: api.change.ack,
              onClick: (rows) => setAcking(rows.map((row) => row.id)),
            },
          ]}
        />
        <EntityForm
          api={api.change}
          label="变更记录"
          fields={editing?.origin === 'sync' ? [REMARK] : FORM}
          opened={opened}
          onClose={() => list.open(null)}
        />
        <DetailDrawer<ChangeRow>
          list={list}
          facts={facts}
          form={FORM.map(({ field, label }) => ({ field, label }))}
          actions={(row: ChangeDetail) =>
            row.canAck &&
            can(api.change.ack) && (
              <Button type="primary" onClick={() => setAcking([row.id])}>
                确认变更
              </Button>
            )
          }
        />
      </div>
      {acking && (
        <AckDialog
          ids={acking}
          onClose={(done) => {
            setAcking(null);
            if (done) list.select([]);
          }}
        />
      )}
      {comparing && <CompareDialog {...comparing} onClose={() => setComparing(null)} />}
    </div>
  );
}

/** Says that the list shows one table or one run only, with the way back to all. */
function Narrowed({ list }: { list: ReturnType<typeof useEntityPage<typeof api.change>> }) {
  const { tableId, runId, ...rest } = list.state.values;
  const table = useCall(api.table.get, { params: { id: tableId ?? '' } }, { enabled: tableId !== undefined });
  if (tableId === undefined && runId === undefined) return null;
  const name =
    list.rows?.find((row) => row.tableName !== null)?.tableName ?? (table.data ? `${table.data.schemaName}.${table.data.tableName}` : '');
  return (
    <div className="change-narrowed" role="status">
      <span>
        {tableId === undefined ? (
          '只显示一次同步发现的变更'
        ) : (
          <>
            只显示数据表 <span className="mono">{name}</span> 的变更
          </>
        )}
      </span>
      <Button type="link" size="small" onClick={() => list.update({ values: rest, page: 1 })}>
        显示全部
      </Button>
    </div>
  );
}
