import { Alert, Drawer, Table } from 'antd';
import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { useDict } from '#kit/web/dict/use-dict.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

type View = CallReply<typeof api.user.permissions>;
type Row = View['perms'][number];
const WIDTH = 960;

/** Why an account can do something: each permission with the roles and menus behind it and its data scope. */
export function UserPermissions({ id, onClose }: { id: string; onClose: () => void }) {
  const view = useCall(api.user.permissions, { params: { id } }, { staleTime: 0 });
  const [keyword, setKeyword] = useState('');
  const scopes = useDict('sys_data_scope');
  const { data } = view;
  const text = keyword.trim().toLowerCase();
  const matches = (row: Row) =>
    text === '' ||
    row.perm.toLowerCase().includes(text) ||
    row.sources.some((source) => [source.menuName, source.roleName, ...source.menuPath].join(' ').toLowerCase().includes(text));
  return (
    <Drawer open size={WIDTH} title={data ? `有效权限：${data.user.nickname}（${data.user.username}）` : '有效权限'} onClose={onClose}>
      {view.error && <StateView kind="error" error={view.error} onRetry={() => void view.refetch()} />}
      {view.isLoading && <StateView kind="loading" rows={8} />}
      {data && (
        <>
          {data.user.status === '0' && <Alert type="warning" showIcon title="该账号已禁用，下列权限目前都不生效" />}
          {data.unrestricted && <Alert type="info" showIcon title="超级管理员：不受权限与数据范围限制" />}
          <h3 className="form-section">角色</h3>
          <p className="role-tags">
            {data.roles.map((role) => (
              <Tag key={role.id} tone={role.status === '1' ? 'line' : 'idle'}>
                {role.roleName} · {scopes.label(role.dataScope)}
                {role.depts.length > 0 && `（${role.depts.join('、')}）`}
                {role.status === '0' && ' · 已禁用'}
              </Tag>
            ))}
            {data.roles.length === 0 && '没有角色'}
          </p>
          <h3 className="form-section">权限（{data.perms.length}）</h3>
          <div className="grant-head">
            <SearchInput label="搜索权限" placeholder="为什么能…：按权限、菜单或角色搜索" value={keyword} onChange={setKeyword} />
          </div>
          <Table<Row>
            size="small"
            rowKey="perm"
            pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
            dataSource={data.perms.filter(matches)}
            locale={{ emptyText: text ? '没有匹配的权限' : '没有任何权限' }}
            columns={[
              { title: '权限标识', width: 230, render: (_, row) => <span className="mono">{row.perm}</span> },
              {
                title: '来自',
                render: (_, row) =>
                  row.sources.map((source) => (
                    <div key={`${source.roleId}${source.menuId}`}>
                      {source.roleName} → {[...source.menuPath, source.menuName].join(' / ')}
                    </div>
                  )),
              },
              { title: '数据范围', dataIndex: 'reach', width: 180 },
            ]}
          />
          {data.inactive.length > 0 && (
            <>
              <h3 className="form-section">已授权但不生效（{data.inactive.length}）</h3>
              <ul className="check-list">
                {data.inactive.map((entry) => (
                  <li key={`${entry.roleName}${entry.menuName}${entry.perm ?? ''}`}>
                    <b>{entry.menuName}</b>
                    <span>
                      {entry.roleName} · {entry.reason}
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </>
      )}
    </Drawer>
  );
}
