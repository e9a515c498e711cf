import { Form, Modal, Select, TreeSelect } from 'antd';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { notifyRefused } from '#kit/web/entity-page/BatchRefusal.tsx';
import type { BatchAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';
import { deptChoices } from '../dept/dept-choices.ts';
import { OncePasswords } from './OncePasswords.tsx';
import { useResetPasswords } from './use-reset-passwords.tsx';

type Row = RowOf<typeof api.user>;
const MAX = 5;
const idsOf = (rows: readonly Row[]) => rows.map((row) => row.id);

/** What can be done with chosen accounts besides 删除, and the dialogs that it needs. */
export function useUserBatch() {
  const [dialog, setDialog] = useState<{ kind: 'dept' | 'roles'; rows: readonly Row[] } | null>(null);
  const [once, setOnce] = useState<CallReply<typeof api.user.resetPasswordBatch> | null>(null);
  const refreshes = [api.user.page];
  const status = useWrite(api.user.changeStatusBatch, {
    refreshes,
    quiet: true,
    onSuccess: () => toast.success(uiTexts.saved),
    onError: (error, { body }) => notifyRefused(error, body.ids.length),
  });
  const { reset, dialog: resetting } = useResetPasswords(setOnce);
  const ask = async (okText: string, content: string, work: () => void) => {
    if (await confirmDialog({ content, okText, danger: true })) work();
  };
  const actions: BatchAction<Row>[] = [
    {
      key: 'enable',
      label: '启用',
      call: api.user.changeStatusBatch,
      onClick: (rows) => status.mutate({ body: { ids: idsOf(rows), status: '1' } }),
    },
    {
      key: 'disable',
      label: '禁用',
      call: api.user.changeStatusBatch,
      onClick: (rows) =>
        void ask('禁用', `禁用选中的 ${rows.length} 个用户？他们会立即下线。`, () =>
          status.mutate({ body: { ids: idsOf(rows), status: '0' } }),
        ),
    },
    { key: 'dept', label: '调整部门', call: api.user.moveBatch, onClick: (rows) => setDialog({ kind: 'dept', rows }) },
    { key: 'roles', label: '分配角色', call: api.user.assignRolesBatch, onClick: (rows) => setDialog({ kind: 'roles', rows }) },
    {
      key: 'reset',
      label: '重置密码',
      call: api.user.resetPasswordBatch,
      onClick: (rows) =>
        void ask(
          '重置密码',
          `重置选中的 ${rows.length} 个用户的密码？他们会立即下线，需用一次性密码重新登录。`,
          () => void reset(idsOf(rows)).catch(() => undefined),
        ),
    },
  ];
  const close = () => setDialog(null);
  const dialogs = (
    <>
      {dialog?.kind === 'dept' && <MoveDialog rows={dialog.rows} onClose={close} />}
      {dialog?.kind === 'roles' && <RolesDialog rows={dialog.rows} onClose={close} />}
      {resetting}
      {once && <OncePasswords list={once} onClose={() => setOnce(null)} />}
    </>
  );
  return { actions, dialogs };
}

interface DialogProps {
  rows: readonly Row[];
  onClose: () => void;
}

const useDone = (onClose: () => void) => ({
  refreshes: [api.user.page],
  quiet: true,
  onError: (error: unknown, { body }: { body: { ids: string[] } }) => notifyRefused(error, body.ids.length),
  onSuccess: () => {
    toast.success(uiTexts.saved);
    onClose();
  },
});

/** 调整部门 of chosen accounts. */
function MoveDialog({ rows, onClose }: DialogProps) {
  const depts = useCall(api.dept.list);
  const [deptId, setDeptId] = useState<string | null>(null);
  const move = useWrite(api.user.moveBatch, useDone(onClose));
  return (
    <Modal
      open
      title={`调整 ${rows.length} 个用户的部门`}
      okText="调整"
      cancelText={uiTexts.cancel}
      okButtonProps={{ loading: move.isPending, disabled: deptId === null }}
      onOk={() => deptId !== null && move.mutate({ body: { ids: idsOf(rows), deptId } })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="部门" htmlFor="batch-dept" help="按部门授权的角色，其数据范围随部门改变">
          <TreeSelect
            id="batch-dept"
            placeholder="请选择"
            loading={depts.isLoading}
            showSearch={{ treeNodeFilterProp: 'label' }}
            treeDefaultExpandAll
            value={deptId}
            onChange={setDeptId}
            treeData={deptChoices(depts.data ?? [])}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** 分配角色 of chosen accounts: roles to add and roles to take off; the others stay. */
function RolesDialog({ rows, onClose }: DialogProps) {
  const roles = useCall(api.role.list);
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const assign = useWrite(api.user.assignRolesBatch, useDone(onClose));
  const held = new Map(rows.flatMap((row) => row.roles).map((role) => [role.id, role.roleName]));
  const problem = add.length > MAX ? `最多添加${MAX}个角色` : add.some((id) => remove.includes(id)) ? '同一角色不能既添加又移除' : null;
  return (
    <Modal
      open
      title={`为 ${rows.length} 个用户分配角色`}
      okText="分配"
      cancelText={uiTexts.cancel}
      okButtonProps={{ loading: assign.isPending, disabled: problem !== null || add.length + remove.length === 0 }}
      onOk={() => assign.mutate({ body: { ids: idsOf(rows), add, remove } })}
      onCancel={onClose}
    >
      <Form layout="vertical">
        <Form.Item label="添加" htmlFor="batch-add" help={problem ?? '其他角色保持不变'} validateStatus={problem ? 'error' : ''}>
          <Select
            id="batch-add"
            mode="multiple"
            loading={roles.isLoading}
            placeholder="请选择要添加的角色"
            showSearch={{ optionFilterProp: 'label' }}
            value={add}
            onChange={setAdd}
            options={(roles.data ?? []).filter((role) => role.status === '1').map((role) => ({ value: role.id, label: role.roleName }))}
          />
        </Form.Item>
        <Form.Item label="移除" htmlFor="batch-remove" help="每个用户至少保留一个角色">
          <Select
            id="batch-remove"
            mode="multiple"
            placeholder="请选择要移除的角色"
            showSearch={{ optionFilterProp: 'label' }}
            value={remove}
            onChange={setRemove}
            options={[...held].map(([value, label]) => ({ value, label }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
