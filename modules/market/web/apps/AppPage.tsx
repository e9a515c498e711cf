import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCan } from '#kit/web/can.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { Keys } from './Keys.tsx';
import { Subscribed } from './Subscribed.tsx';
import { AppUsage } from '../statistics/UsageTab.tsx';
import '../market.css';

type Row = RowOf<typeof api.app>;
type Detail = CallReply<typeof api.app.get>;

const options: EntityPageOptions<Row> = {
  label: '应用',
  nameField: 'appName',
  search: [
    { field: 'appName', label: '应用名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'appName', title: '应用名称', width: 200, sort: true },
    { field: 'status', title: '状态', width: 80, dict: 'sys_common_status' },
    {
      field: 'ipWhitelist',
      title: '允许的地址',
      width: 220,
      render: (row, own) => (row.ipWhitelist ? <span className="mono cut">{own}</span> : <span className="muted">不限</span>),
    },
    { field: 'remark', title: '备注', width: 220 },
    { field: 'createTime', title: '创建时间', width: 150, kind: 'time', sort: true },
    { field: 'updateTime', title: '更新时间', width: 150, kind: 'time', sort: true, hidden: true },
  ],
};
const fields: readonly FormField<InputOf<typeof api.app>>[] = [
  { field: 'appName', label: '应用名称', placeholder: '例如 经营分析平台' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用后它的所有密钥立即不能调用' },
  {
    field: 'ipWhitelist',
    label: '允许的地址',
    wide: true,
    placeholder: '10.1.2.3,10.1.0.0/16',
    hint: '地址或网段，多个用逗号分隔；不填则任何地址都可以调用',
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
const facts: readonly Fact<Detail>[] = [
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'createTime', title: '创建时间', kind: 'second' },
  {
    field: 'ipWhitelist',
    title: '允许的地址',
    wide: true,
    render: (row) => (row.ipWhitelist ? <span className="mono">{row.ipWhitelist}</span> : '不限'),
  },
  { field: 'remark', title: '备注', wide: true },
];

/** 应用与密钥 */
export default function AppPage() {
  const list = useEntityPage(api.app, options);
  const can = useCan();
  const actions = (row: Row): RowAction[] => [
    { key: 'keys', label: '密钥', call: api.app.get, onClick: () => list.open({ kind: 'detail', id: row.id }) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.app} label="应用" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} facts={facts} form={fields}>
        {(row: Detail) => (
          <>
            <Keys app={row} />
            <AppUsage id={row.id} />
            {can(api.subscription.page) && <Subscribed appId={row.id} />}
          </>
        )}
      </DetailDrawer>
    </div>
  );
}
