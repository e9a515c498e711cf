import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import type { RowAction, TreeOption } from '#kit/web/table/types.ts';
import { buildTree, type Node } from '#kit/web/tree/tree-data.ts';
import { TreeTable } from '#kit/web/tree/TreeTable.tsx';
import { useEntityTree } from '#kit/web/tree/use-entity-tree.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { AccountSelect } from '#modules/system/web/parts.ts';

type Row = CallReply<typeof api.domain.tree>[number];
const parentOf = (row: Row) => row.parentId;

const options = {
  rows: api.domain.tree,
  parentOf,
  label: '主题域',
  nameField: 'domainName' as const,
  search: [
    { field: 'domainName', label: '主题域名称' },
    { field: 'domainCode', label: '主题域编码' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'domainName' as const, title: '主题域', width: 280 },
    { field: 'domainCode' as const, title: '编码', kind: 'mono' as const, width: 150 },
    { field: 'ownerName' as const, title: '负责人', width: 120, render: (row: Row) => <PersonText bare name={row.ownerName} /> },
    {
      field: 'tableCount' as const,
      title: '数据表',
      kind: 'number' as const,
      width: 90,
      render: (row: Row) =>
        row.tableCount === 0 ? '0' : <Link to={`/metadata/datasearch?types=table&domainId=${row.id}`}>{count(row.tableCount)}</Link>,
    },
    { field: 'sort' as const, title: '排序', kind: 'number' as const, width: 80 },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'createTime' as const, title: '创建时间', kind: 'time' as const, width: 150 },
  ],
};
const facts: readonly Fact<Row>[] = [...options.columns, { field: 'remark', title: '备注', wide: true }];

/** Places where a domain can stand: anywhere but below itself. */
function places(rows: readonly Row[], without: string | undefined): TreeOption[] {
  const of = (nodes: readonly Node<Row>[]): TreeOption[] =>
    nodes
      .filter((node) => node.id !== without)
      .map((node) => ({ value: node.id, label: node.domainName, ...(node.children && { children: of(node.children) }) }));
  return of(buildTree(rows, parentOf));
}

const fieldsOf = (parents: readonly TreeOption[], editing: Row | undefined): readonly FormField<InputOf<typeof api.domain>>[] => [
  { field: 'parentId', label: '上级主题域', widget: 'tree', tree: parents, placeholder: '不选则为顶级', wide: true },
  { field: 'domainName', label: '主题域名称' },
  { field: 'domainCode', label: '主题域编码', placeholder: '例如 customer' },
  {
    field: 'ownerId',
    label: '负责人',
    render: (props) => (
      <AccountSelect {...props} present={editing?.ownerId ? { id: editing.ownerId, name: editing.ownerName ?? editing.ownerId } : null} />
    ),
  },
  { field: 'sort', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', dict: 'sys_common_status', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 主题域: the tree of business areas that tables belong to. */
export default function DomainPage() {
  const tree = useEntityTree<Row>(api.domain, options);
  const [parent, setParent] = useState<Row>();
  const { opened } = tree.state;
  const editing = opened?.kind === 'edit' ? tree.all.find((row) => row.id === opened.id) : undefined;
  const fields = useMemo(() => fieldsOf(places(tree.all, editing?.id), editing), [tree.all, editing]);
  const actions = (row: Row): RowAction[] => [
    {
      key: 'add',
      label: '新增下级',
      call: api.domain.create,
      onClick: () => {
        setParent(row);
        tree.open({ kind: 'new' });
      },
    },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={tree} />
      <TreeTable<Row> tree={tree} startLevel={2} actions={actions} />
      <EntityForm
        api={api.domain}
        label="主题域"
        fields={fields}
        opened={opened}
        initial={opened?.kind === 'new' && parent ? { parentId: parent.id } : undefined}
        onClose={() => {
          setParent(undefined);
          tree.open(null);
        }}
      />
      <DetailDrawer<Row>
        list={tree}
        facts={facts}
        form={[
          { field: 'parentId', label: '上级主题域', nameOf: (id: string) => tree.all.find((row) => row.id === id)?.domainName },
          ...fields,
        ]}
      />
    </div>
  );
}
