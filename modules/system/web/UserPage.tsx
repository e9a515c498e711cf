import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FieldProps, FormField, InputOf } from '#kit/web/form/types.ts';
import { dateTime } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { TreePanel } from '#kit/web/tree/TreePanel.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from './api.ts';
import './system.css';
import { deptChoices } from './dept/dept-choices.ts';
import { AssignRoles } from './user/AssignRoles.tsx';
import { useUserBatch } from './user/batch-actions.tsx';
import { OncePassword } from './user/OncePassword.tsx';
import { UserPermissions } from './user/UserPermissions.tsx';

type Row = RowOf<typeof api.user>;

const names = (list: readonly string[]) => (list.length === 0 ? <Missing /> : list.join('、'));
const isLocked = (row: Row) => row.lockedUntil !== null && new Date(row.lockedUntil) > new Date();
/** under attack: unknown devices must solve a captcha for a while */
const isGuarded = (row: Row) => row.guardedUntil !== null && new Date(row.guardedUntil) > new Date();
const isExpired = (row: Row) => row.expireTime !== null && new Date(row.expireTime) <= new Date();

const Roles = ({ row }: { row: Pick<Row, 'roles' | 'askedRoles'> }) =>
  row.askedRoles.length === 0 ? (
    names(row.roles.map((role) => role.roleName))
  ) : (
    <Tag tone="warn">待分配：{row.askedRoles.map((role) => role.roleName).join('、')}</Tag>
  );

const options: EntityPageOptions<Row> = {
  label: '用户',
  nameField: 'nickname',
  search: [
    { field: 'username', label: '用户名' },
    { field: 'nickname', label: '昵称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
    { field: 'phone', label: '手机号码' },
    {
      field: 'isWaiting',
      label: '角色分配',
      options: [
        { value: '1', label: '等待分配' },
        { value: '0', label: '已分配' },
      ],
    },
    {
      field: 'hasPassword',
      label: '密码',
      options: [
        { value: '0', label: '尚未设置' },
        { value: '1', label: '已设置' },
      ],
    },
  ],
  columns: [
    { field: 'nickname', title: '昵称', width: 88, sort: true },
    { field: 'username', title: '用户名', width: 122, sort: true },
    { field: 'deptId', title: '部门', width: 106, render: (row) => row.dept?.deptName ?? <Missing /> },
    { field: 'posts', title: '岗位', width: 108, priority: 4, render: (row) => names(row.posts.map((post) => post.postName)) },
    { field: 'roles', title: '角色', width: 100, render: (row) => <Roles row={row} /> },
    {
      field: 'status',
      title: '状态',
      width: 78,
      render: (row) => {
        if (row.status === '0') return <Tag tone="idle">禁用</Tag>;
        if (isExpired(row)) return <Tag tone="warn">已到期</Tag>;
        if (isLocked(row)) return <Tag tone="bad">已锁定</Tag>;
        return isGuarded(row) ? <Tag tone="warn">登录受限</Tag> : <Tag tone="calm">启用</Tag>;
      },
    },
    { field: 'phone', title: '手机号码', kind: 'mono', width: 118 },
    { field: 'email', title: '电子邮箱', width: 190, hidden: true },
    { field: 'lastLoginTime', title: '最近登录', kind: 'time', width: 136, sort: true },
    { field: 'expireTime', title: '有效期至', kind: 'time', width: 150, hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

/** The columns and what the list has no room for; their titles name the fields of the change record too. */
const facts: readonly Fact<CallReply<typeof api.user.get>>[] = [
  ...options.columns.filter((column) => !['posts', 'roles'].includes(column.field)),
  { field: 'postList', title: '岗位', render: (row) => names(row.posts.map((post) => post.postName)) },
  { field: 'roleList', title: '角色', render: (row) => <Roles row={row} /> },
  { field: 'sex', title: '性别', dict: 'sys_user_sex' },
  { field: 'birthday', title: '出生日期', kind: 'day' },
  { field: 'remark', title: '备注', wide: true },
];

const loadDepts = async () => deptChoices(await api.dept.list());
const loadRoles = async () =>
  (await api.role.list()).filter((role) => role.status === '1').map((role) => ({ value: role.id, label: role.roleName }));

const fields: readonly FormField<InputOf<typeof api.user>>[] = [
  { field: 'username', label: '用户名', hint: '3到30个字符，登录时使用' },
  { field: 'nickname', label: '昵称' },
  { field: 'deptId', label: '部门', widget: 'tree', load: loadDepts },
  { field: 'postList', label: '岗位', render: (props) => <PostSelect {...props} /> },
  {
    field: 'roleList',
    label: '角色',
    widget: 'multi',
    load: loadRoles,
    wide: true,
    hint: '1到5个；您不能直接分配的角色会提交给安全管理员',
  },
  { field: 'phone', label: '手机号码' },
  { field: 'email', label: '电子邮箱' },
  { field: 'sex', label: '性别', widget: 'radio', dict: 'sys_user_sex', initial: '0' },
  { field: 'birthday', label: '出生日期', widget: 'day' },
  { field: 'expireTime', label: '账号有效期', widget: 'time', hint: '不填为长期有效' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** Exactly one post, kept as a list of one. */
function PostSelect({ id, value, onChange, disabled }: FieldProps) {
  const posts = useCall(api.post.list);
  return (
    <Select
      id={id}
      disabled={disabled}
      loading={posts.isLoading}
      placeholder="请选择"
      showSearch={{ optionFilterProp: 'label' }}
      value={(value as string[] | undefined)?.[0]}
      onChange={(next: string) => onChange?.([next])}
      options={(posts.data ?? []).filter((post) => post.status === '1').map((post) => ({ value: post.id, label: post.postName }))}
    />
  );
}

/** 用户管理: the department tree narrows the list. */
export default function UserPage() {
  const list = useEntityPage(api.user, options);
  const depts = useCall(api.dept.list);
  const [once, setOnce] = useState<{ username: string; password: string } | null>(null);
  const [assigned, setAssigned] = useState<Row | null>(null);
  const batch = useUserBatch();
  const [explained, setExplained] = useState<string | null>(null);
  const { state, update } = list;
  const rows = useMemo(
    () => (depts.data ?? []).map((dept) => ({ id: dept.id, name: dept.deptName, parentId: dept.parentId })),
    [depts.data],
  );

  const chooseDept = (id: string | null) => {
    const { deptId: _old, ...rest } = state.values;
    update({ values: id === null ? rest : { ...rest, deptId: id }, page: 1 });
  };
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <TreePanel rows={rows} placeholder="搜索部门" selected={state.values['deptId'] ?? null} onSelect={chooseDept} startLevel={2} />
      <EntityTable<Row>
        list={list}
        batch={batch.actions}
        actions={useUserActions({
          onPassword: (username, password) => setOnce({ username, password }),
          onExplain: setExplained,
          onAssign: setAssigned,
        })}
      />
      <EntityForm
        api={api.user}
        label="用户"
        fields={fields}
        opened={state.opened}
        initial={state.values['deptId'] ? { deptId: state.values['deptId'] } : undefined}
        onClose={() => list.open(null)}
        onSaved={(reply: { username?: string; password?: string | null; askedRoles?: string[] }) => {
          if (reply.askedRoles?.length) toast.info(`已请安全管理员分配角色：${reply.askedRoles.join('、')}`);
          if (reply.username && reply.password) setOnce({ username: reply.username, password: reply.password });
        }}
      />
      <DetailDrawer<Row> list={list} facts={facts} />
      {batch.dialogs}
      {once && <OncePassword {...once} onClose={() => setOnce(null)} />}
      {assigned && <AssignRoles row={assigned} onClose={() => setAssigned(null)} />}
      {explained && <UserPermissions id={explained} onClose={() => setExplained(null)} />}
    </div>
  );
}

interface UserActions {
  onPassword: (username: string, password: string) => void;
  onExplain: (id: string) => void;
  onAssign: (row: Row) => void;
}
/** 有效权限, 分配角色, 重置密码, 启用 / 禁用, 解除锁定 */
function useUserActions({ onPassword, onExplain, onAssign }: UserActions) {
  const status = useWrite(api.user.changeStatus, { onSuccess: () => toast.success(uiTexts.saved) });
  const unlock = useWrite(api.user.unlock, { onSuccess: () => toast.success('已解除锁定') });
  const reset = useWrite(api.user.resetPassword);
  const nameOf = (row: Row) => `“${row.nickname}（${row.username}）”`;
  const askReset = async (row: Row) => {
    if (
      !(await confirmDialog({
        content: `重置${nameOf(row)}的密码？该用户会立即下线，需用一次性密码重新登录。`,
        okText: '重置密码',
        danger: true,
      }))
    )
      return;
    const { password } = await reset.mutateAsync({ body: { id: row.id } });
    onPassword(row.username, password);
  };
  const askStatus = async (row: Row) => {
    const isOn = row.status === '1';
    if (isOn && !(await confirmDialog({ content: `禁用${nameOf(row)}？该用户会立即下线。`, okText: '禁用', danger: true }))) return;
    status.mutate({ params: { id: row.id }, body: { status: isOn ? '0' : '1' } });
  };
  return (row: Row): RowAction[] => [
    { key: 'permissions', label: '有效权限', call: api.user.permissions, onClick: () => onExplain(row.id) },
    { key: 'assign', label: '分配角色', call: api.user.assignRoles, onClick: () => onAssign(row) },
    { key: 'reset', label: '重置密码', call: api.user.resetPassword, onClick: () => void askReset(row).catch(() => undefined) },
    { key: 'status', label: row.status === '1' ? '禁用' : '启用', call: api.user.changeStatus, onClick: () => void askStatus(row) },
    ...(isLocked(row) || isGuarded(row)
      ? [
          {
            key: 'unlock',
            label: isLocked(row) ? `解除锁定（至 ${dateTime(row.lockedUntil) ?? ''}）` : '解除登录限制',
            call: api.user.unlock,
            onClick: () => unlock.mutate({ params: { id: row.id } }),
          },
        ]
      : []),
  ];
}
