import { Alert, Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { api } from '../api.ts';

type Row = RowOf<typeof api.user>;
/** the role of accounts that wait for theirs: it goes when they get one */
const UNASSIGNED = 'unassigned';
const MAX = 5;

/** 分配角色: what an account has and what was asked for it; the person who decides chooses. */
export function AssignRoles({ row, onClose }: { row: Row; onClose: () => void }) {
  const roles = useCall(api.role.list);
  const asked = row.askedRoles.map((role) => role.roleName);
  const [chosen, setChosen] = useState(() => [
    ...new Set([...row.roles, ...row.askedRoles].map((role) => role.id).filter((id) => id !== UNASSIGNED)),
  ]);
  const assign = useWrite(api.user.assignRoles, {
    refreshes: [api.user.page],
    onSuccess: () => {
      toast.success(uiTexts.saved);
      onClose();
    },
  });
  const problem = chosen.length === 0 || chosen.length > MAX ? `请选择1到${MAX}个角色` : null;
  return (
    <Modal
      open
      title={`分配角色：${row.nickname}（${row.username}）`}
      okText="分配"
      cancelText={uiTexts.cancel}
      okButtonProps={{ loading: assign.isPending, disabled: problem !== null }}
      onOk={() => assign.mutate({ params: { id: row.id }, body: { roleList: chosen, version: row.version } })}
      onCancel={onClose}
    >
      {asked.length > 0 && <Alert type="info" showIcon title={`等待分配：${asked.join('、')}。已为您选中，请核对后确定。`} />}
      <Form layout="vertical" className="assign-roles">
        <Form.Item
          label="角色"
          htmlFor="assign-roles"
          help={problem ?? '确定后立即生效，代替该账号现有的角色'}
          validateStatus={problem ? 'error' : ''}
        >
          <Select
            id="assign-roles"
            mode="multiple"
            loading={roles.isLoading}
            placeholder="请选择"
            showSearch={{ optionFilterProp: 'label' }}
            value={roles.data ? chosen : []}
            onChange={setChosen}
            options={(roles.data ?? []).filter((role) => role.status === '1').map((role) => ({ value: role.id, label: role.roleName }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
