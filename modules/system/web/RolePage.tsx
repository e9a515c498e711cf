import { Form, Input, Modal } from 'antd';
import { useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from './api.ts';
import './system.css';
import { deptChoices } from './dept/dept-choices.ts';
import { DeptsInput } from './role/DeptsInput.tsx';
import { MenuGrant } from './role/MenuGrant.tsx';
import { RoleCompare } from './role/RoleCompare.tsx';
import { RoleUsers } from './role/RoleUsers.tsx';

type Row = RowOf<typeof api.role>;
const MAX_COMPARED = 5;

const options: EntityPageOptions<Row> = {
  label: '角色',
  nameField: 'roleName',
  search: [
    { field: 'roleName', label: '角色名称' },
    { field: 'roleCode', label: '角色编码' },
    { field: 'dataScope', label: '数据范围', dict: 'sys_data_scope' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'roleName', title: '角色名称', width: 160, sort: true },
    { field: 'roleCode', title: '角色编码', kind: 'mono', width: 150, sort: true },
    { field: 'dataScope', title: '数据范围', dict: 'sys_data_scope', width: 180 },
    { field: 'userCount', title: '用户数', kind: 'number', width: 90 },
    { field: 'isBuiltIn', title: '来源', width: 90, render: (row) => <Tag tone="line">{row.isBuiltIn === '1' ? '内置' : '自定义'}</Tag> },
    { field: 'sortNo', title: '排序', kind: 'number', width: 80, sort: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90 },
    { field: 'remark', title: '备注', hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true },
  ],
};

const loadDepts = async () => deptChoices(await api.dept.list());

const fields: readonly FormField<InputOf<typeof api.role>>[] = [
  { field: 'roleName', label: '角色名称' },
  { field: 'roleCode', label: '角色编码', placeholder: '例如 data_steward' },
  { field: 'sortNo', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'dataScope', label: '数据范围', dict: 'sys_data_scope', section: '数据范围', sectionNote: '该角色的权限能看到哪些部门的数据' },
  {
    field: 'deptList',
    label: '自定义部门',
    widget: 'trees',
    // names for the comparison of two versions
    load: loadDepts,
    render: (props, _, row) => <DeptsInput {...props} kept={(row?.['deptList'] as string[] | undefined) ?? []} />,
    initial: [],
    visible: (values) => values.dataScope === '2',
    required: (values) => values.dataScope === '2',
  },
  { field: 'menuList', label: '菜单与按钮', section: '权限', wide: true, initial: [], render: (props) => <MenuGrant {...props} /> },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 角色管理 */
export default function RolePage() {
  const list = useEntityPage(api.role, options);
  const [holders, setHolders] = useState<Row | null>(null);
  const [source, setSource] = useState<Row | null>(null);
  const [compared, setCompared] = useState<readonly string[] | null>(null);
  const compare = (rows: readonly Row[]) => {
    if (rows.length < 2 || rows.length > MAX_COMPARED) toast.warning(`请选择2到${MAX_COMPARED}个角色`);
    else setCompared(rows.map((row) => row.id));
  };
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row>
        list={list}
        canRemove={(row) => row.isBuiltIn === '0'}
        actions={(row) => [
          { key: 'users', label: '用户', call: api.role.users, onClick: () => setHolders(row) },
          { key: 'copy', label: '复制', call: api.role.copy, disabled: row.id === 'admin', onClick: () => setSource(row) },
        ]}
        batch={[{ key: 'compare', label: '比较', call: api.role.compare, onClick: compare }]}
      />
      <EntityForm api={api.role} label="角色" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list}>{(row) => <RoleFacts id={row.id} />}</DetailDrawer>
      {holders && <RoleUsers role={holders} onClose={() => setHolders(null)} />}
      {source && <RoleCopy source={source} onClose={() => setSource(null)} />}
      {compared && <RoleCompare ids={compared} onClose={() => setCompared(null)} />}
    </div>
  );
}

const deptText = ({ deptName, status }: { deptName: string; status: string }) => (status === '0' ? `${deptName}（已禁用）` : deptName);

/** Menus and departments of the role in the detail drawer. */
function RoleFacts({ id }: { id: string }) {
  const role = useCall(api.role.get, { params: { id } });
  if (!role.data) return null;
  const { menus, depts, dataScope } = role.data;
  return (
    <>
      {dataScope === '2' && (
        <>
          <h3 className="form-section section-line">自定义部门</h3>
          <p>{depts.map(deptText).join('、') || '—'}</p>
        </>
      )}
      <h3 className="form-section section-line">菜单与按钮（{menus.length}）</h3>
      <p>{id === 'admin' ? '拥有全部权限' : menus.map((menu) => menu.menuName).join('、') || '没有授权任何菜单'}</p>
    </>
  );
}

interface CopyValues {
  roleName: string;
  roleCode: string;
}

function RoleCopy({ source, onClose }: { source: Row; onClose: () => void }) {
  const [form] = Form.useForm<CopyValues>();
  const copy = useWrite(api.role.copy, {
    onSuccess: () => {
      toast.success(uiTexts.saved);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={`复制角色：${source.roleName}`}
      okText="复制"
      cancelText={uiTexts.cancel}
      okButtonProps={{ loading: copy.isPending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ roleName: `${source.roleName}副本`, roleCode: `${source.roleCode}_copy` }}
        onFinish={(body) => copy.mutate({ params: { id: source.id }, body })}
      >
        <Form.Item name="roleName" label="角色名称" rules={[{ required: true, message: '角色名称不能为空' }]}>
          <Input />
        </Form.Item>
        <Form.Item name="roleCode" label="角色编码" rules={[{ required: true, message: '角色编码不能为空' }]}>
          <Input />
        </Form.Item>
      </Form>
    </Modal>
  );
}
