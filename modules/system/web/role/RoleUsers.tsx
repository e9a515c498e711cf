import { Button, Drawer, Table, TreeSelect } from 'antd';
import { useState } from 'react';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { useCan } from '#kit/web/can.tsx';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { uiTexts } from '#kit/web/ui-texts.ts';
import { AccountsSelect } from '../user/AccountsSelect.tsx';
import { api } from '../api.ts';
import { treeOptions } from '../tree-options.ts';

type Row = CallReply<typeof api.role.users>['data'][number];
const PAGE = 20;

/** Accounts that hold a role, with adding and removing. */
export function RoleUsers({ role, onClose }: { role: { id: string; roleName: string }; onClose: () => void }) {
  const can = useCan();
  const [pageNum, setPageNum] = useState(1);
  const [deptId, setDeptId] = useState<string>();
  const [adding, setAdding] = useState<string[]>([]);
  const users = useCall(api.role.users, { params: { id: role.id }, query: { pageNum, pageSize: PAGE } }, { keepPrevious: true });
  const mayChange = can(api.role.changeUsers);
  const depts = useCall(api.dept.list, {}, { enabled: mayChange });
  const change = useWrite(api.role.changeUsers, {
    refreshes: [api.user.page],
    onSuccess: () => {
      toast.success(uiTexts.saved);
      setAdding([]);
    },
  });
  const remove = async (row: Row) => {
    const isSure = await confirmLoss('移出', `将“${row.nickname}（${row.username}）”移出角色“${role.roleName}”？`);
    if (isSure) change.mutate({ params: { id: role.id }, body: { add: [], remove: [row.id] } });
  };
  return (
    <Drawer open size={measures.drawer} title={`角色用户：${role.roleName}`} onClose={onClose}>
      {mayChange && (
        <div className="grant-head">
          <TreeSelect
            className="role-dept"
            aria-label="按部门筛选"
            placeholder="全部部门"
            allowClear
            showSearch={{ treeNodeFilterProp: 'label' }}
            value={deptId}
            onChange={setDeptId}
            popupMatchSelectWidth={260}
            treeDefaultExpandAll
            treeData={treeOptions(depts.data ?? [], (dept) => dept.deptName)}
          />
          <AccountsSelect className="grow" label="选择用户" deptId={deptId} value={adding} onChange={setAdding} />
          <Button
            type="primary"
            disabled={adding.length === 0}
            loading={change.isPending}
            onClick={() => change.mutate({ params: { id: role.id }, body: { add: adding, remove: [] } })}
          >
            添加
          </Button>
        </div>
      )}
      {users.error ? (
        <StateView kind="error" error={users.error} onRetry={() => void users.refetch()} />
      ) : (
        <Table<Row>
          size="middle"
          rowKey="id"
          loading={users.isPending}
          dataSource={users.data?.data ?? []}
          locale={{ emptyText: '还没有用户拥有该角色' }}
          pagination={{
            current: pageNum,
            pageSize: PAGE,
            total: users.data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPageNum,
          }}
          columns={[
            { title: '用户', render: (_, row) => <PersonText bare name={row.nickname} note={row.username} /> },
            { title: '部门', dataIndex: 'deptName', render: (name: string | null) => name ?? '—' },
            { title: '状态', width: 90, render: (_, row) => <DictTag code="sys_common_status" value={row.status} /> },
            ...(mayChange
              ? [
                  {
                    title: '操作',
                    width: 80,
                    render: (_: unknown, row: Row) => (
                      <Button type="link" size="small" onClick={() => void remove(row)}>
                        移出
                      </Button>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Drawer>
  );
}
