import { Alert, Drawer } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import { ACTION_LABELS } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import { ObjectSelect, splitObject, SubjectSelect } from './pickers.tsx';

/** What an account may do with a table now, and what gives it. */
export function EffectiveDrawer({ userId: first, onClose }: { userId: string | null; onClose: () => void }) {
  const [userId, setUserId] = useState<string | null>(first);
  const [object, setObject] = useState<string | null>(null);
  const tableId = object === null ? null : (splitObject(object)?.objectId ?? null);
  const answer = useCall(
    api.authorize.effective,
    { query: { userId: userId ?? '0', tableId: tableId ?? '0' } },
    { enabled: userId !== null && tableId !== null },
  );
  return (
    <Drawer open size={measures.drawer} title="权限查询" onClose={onClose}>
      <div className="effective">
        <label>
          用户
          <SubjectSelect type="user" value={userId ?? undefined} onChange={setUserId} />
        </label>
        <label>
          表
          <ObjectSelect onlyTables value={object ?? undefined} onChange={setObject} />
        </label>
        {(userId === null || tableId === null) && (
          <StateView kind="empty" what="请选择用户和表" why="这里显示该用户能做什么、由哪条授权给出。" />
        )}
        {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
        {answer.isLoading && <StateView kind="loading" shape="form" rows={6} />}
        {answer.data && !answer.data.user.isActive && <Alert type="warning" showIcon title="该账号已禁用或过期，不能使用任何数据" />}
        {answer.data && (
          <ul className="effective-actions">
            {answer.data.actions.map((entry) => (
              <li key={entry.action}>
                <div>
                  <b>{ACTION_LABELS[entry.action]}</b>
                  <Tag tone={entry.isAllowed ? 'ok' : 'idle'}>{entry.isAllowed ? '允许' : '不允许'}</Tag>
                </div>
                {entry.columns && <p>仅字段：{entry.columns.join('、')}</p>}
                {entry.rows && (
                  <p>
                    仅满足条件的行：<code className="mono">{entry.rows.join(' 或 ')}</code>
                  </p>
                )}
                {entry.because.map((reason, i) => (
                  <p key={i} className="muted">
                    {reason.text}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Drawer>
  );
}
