import { CheckOutlined } from '@ant-design/icons';
import { Drawer, Switch, Table } from 'antd';
import { useMemo, useState } from 'react';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { buildTree, idsToLevel, withAncestors, type Node } from '#kit/web/tree/tree-data.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type Row = CallReply<typeof api.role.compare>['menus'][number];
const WIDTH = 1000;
const parentOf = (row: Row) => row.parentId;

/** Two to five roles side by side: scopes, and who has which menu or button. */
export function RoleCompare({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const comparison = useCall(api.role.compare, { query: { ids: ids.join(',') } });
  const [isDifferent, setDifferent] = useState(true);
  const scopes = useDict('sys_data_scope');
  const { data } = comparison;
  const nodes = useMemo(() => {
    const rows = data?.menus ?? [];
    const total = data?.roles.length ?? 0;
    const isOdd = (row: Row) => row.heldBy.length > 0 && row.heldBy.length < total;
    return buildTree(isDifferent ? withAncestors(rows, isOdd, parentOf) : rows, parentOf);
  }, [data, isDifferent]);
  return (
    <Drawer open size={WIDTH} title="角色比较" onClose={onClose}>
      {comparison.error && <StateView kind="error" error={comparison.error} onRetry={() => void comparison.refetch()} />}
      {comparison.isLoading && <StateView kind="loading" rows={8} />}
      {data && (
        <>
          <label className="grant-head">
            <Switch size="small" checked={isDifferent} onChange={setDifferent} />
            只看不同的权限
          </label>
          <Table<Node<Row>>
            size="small"
            rowKey="id"
            pagination={false}
            dataSource={nodes}
            scroll={{ x: 'max-content' }}
            expandable={{ defaultExpandedRowKeys: idsToLevel(nodes, Infinity) }}
            key={String(isDifferent)}
            locale={{ emptyText: isDifferent ? '这些角色的菜单与按钮权限完全相同' : '这些角色都没有权限' }}
            columns={[
              { title: '菜单与按钮', width: 280, render: (_, row) => row.menuName },
              { title: '权限标识', width: 220, render: (_, row) => <span className="mono">{row.menuPerms ?? ''}</span> },
              ...data.roles.map((role) => ({
                key: role.id,
                width: 140,
                title: (
                  <>
                    <div>{role.roleName}</div>
                    <small className="muted">
                      {role.unrestricted ? '不受限制' : scopes.label(role.dataScope)}
                      {role.depts.length > 0 && `：${role.depts.join('、')}`}
                    </small>
                  </>
                ),
                render: (_: unknown, row: Row) =>
                  role.unrestricted || row.heldBy.includes(role.id) ? <CheckOutlined aria-label="有" /> : <span className="none">—</span>,
              })),
            ]}
          />
        </>
      )}
    </Drawer>
  );
}
