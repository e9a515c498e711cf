import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { Guide } from './Guide.tsx';
import { AccountInput, ContentsInput, ENTITY_NAMES, OriginsInput } from './inputs.tsx';
import { Secrets } from './Secrets.tsx';
import './apps.css';

type Row = RowOf<typeof api.embedApp>;
type Detail = CallReply<typeof api.embedApp.get>;

const options: EntityPageOptions<Row> = {
  label: '嵌入应用',
  nameField: 'appName',
  search: [
    { field: 'appName', label: '应用名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'appName', title: '应用名称', width: 180, sort: true },
    { field: 'status', title: '状态', width: 80, dict: 'sys_common_status' },
    {
      field: 'origins',
      title: '允许的来源',
      width: 280,
      render: ({ origins }) => <span className="mono cut">{origins.join('，')}</span>,
    },
    { field: 'resources', title: '可嵌入的内容', width: 110, render: ({ resources }) => `${resources.length} 项` },
    { field: 'accountName', title: '查看账号', width: 110, kind: 'person' },
    {
      field: 'isSubjectAllowed',
      title: '令牌指明账号',
      width: 110,
      render: ({ isSubjectAllowed }) => (isSubjectAllowed === '1' ? <Tag tone="warn">允许</Tag> : <Tag tone="line">不允许</Tag>),
    },
    { field: 'updateTime', title: '更新时间', width: 150, kind: 'time', sort: true },
    { field: 'remark', title: '备注', width: 200, hidden: true },
  ],
};
const fields: readonly FormField<InputOf<typeof api.embedApp>>[] = [
  { field: 'appName', label: '应用名称', placeholder: '例如 集团门户' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用后，嵌入的页面立即不能查看' },
  {
    field: 'origins',
    label: '允许的来源',
    wide: true,
    initial: [],
    hint: '嵌入方页面的协议、主机和端口，每行一个；其他来源的页面不能嵌入',
    render: (props) => <OriginsInput {...props} />,
  },
  {
    field: 'resources',
    label: '可嵌入的内容',
    wide: true,
    initial: [],
    hint: '已发布的看板和大屏，以及图表',
    render: (props, _, row) => <ContentsInput {...props} known={(row?.['contents'] as Detail['contents'] | undefined) ?? []} />,
  },
  {
    field: 'accountId',
    label: '查看账号',
    section: '权限',
    hint: '嵌入的页面以该账号的权限查看，行权限和脱敏照常生效',
    render: (props, _, row) => <AccountInput {...props} known={(row?.['accountName'] as string | null | undefined) ?? null} />,
  },
  {
    field: 'isSubjectAllowed',
    label: '允许令牌指明账号',
    widget: 'switch',
    initial: '0',
    hint: '打开后，嵌入方可以在令牌中写明每个查看者的账号；拥有全部权限的账号除外',
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];
const facts: readonly Fact<Detail>[] = [
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'accountName', title: '查看账号' },
  { field: 'isSubjectAllowed', title: '令牌指明账号', render: (row) => (row.isSubjectAllowed === '1' ? '允许' : '不允许') },
  { field: 'updateTime', title: '更新时间', kind: 'second' },
  {
    field: 'origins',
    title: '允许的来源',
    wide: true,
    render: ({ origins }) => <span className="mono embed-lines">{origins.join('\n')}</span>,
  },
  { field: 'remark', title: '备注', wide: true },
];

/** What may be embedded, with the ids that tokens name. */
const Contents = ({ contents }: { contents: Detail['contents'] }) => (
  <section className="embed-section" aria-label="可嵌入的内容">
    <h3>可嵌入的内容</h3>
    {contents.length === 0 && <p className="muted">还没有内容，请在修改中选择</p>}
    <ul className="embed-contents">
      {contents.map(({ key, entity, name }) => (
        <li key={key}>
          <Tag tone="line">{ENTITY_NAMES[entity]}</Tag>
          <span>{name ?? <span className="muted">已删除或无权查看</span>}</span>
          <span className="mono muted">{key}</span>
        </li>
      ))}
    </ul>
  </section>
);

/** 嵌入应用 */
export default function EmbedAppPage() {
  const list = useEntityPage(api.embedApp, options);
  const actions = (row: Row): RowAction[] => [
    { key: 'secrets', label: '密钥', call: api.embedApp.get, onClick: () => list.open({ kind: 'detail', id: row.id }) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.embedApp} label="嵌入应用" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} facts={facts} form={fields}>
        {(row: Detail) => (
          <>
            <Contents contents={row.contents} />
            <Secrets app={row} />
            <Guide app={row} />
          </>
        )}
      </DetailDrawer>
    </div>
  );
}
