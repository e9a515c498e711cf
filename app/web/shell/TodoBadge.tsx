import { CheckSquareOutlined } from '@ant-design/icons';
import { Dropdown } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { onPush } from '#kit/web/push.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { api } from './api.ts';

const TodoPanel = lazyPart(() => import('./TodoPanel.tsx'));
const MAX = 99;
/** Terms come nearer without anybody telling. */
const REFRESH_MS = 300_000;

/** How much waits for the reader to do it, and the list of it. */
export function TodoBadge() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(api.home.todoCounts, {}, { refetchInterval: REFRESH_MS });
  const refresh = useRefresh();
  useEffect(() => {
    const ask = () => void refresh(api.home.todoCounts, api.home.todos, api.home.home);
    const ends = [onPush('todo', ask), onPush('missed', ask)];
    return () => ends.forEach((end) => end());
  }, [refresh]);
  const total = data?.total ?? 0;
  const label = total === 0 ? '待办' : `待办，${total} 项`;
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      destroyOnHidden
      popupRender={() => (
        <Suspense fallback={null}>
          <TodoPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    >
      <button type="button" className="icon-button" aria-label={label} title={label}>
        <CheckSquareOutlined />
        {total > 0 && <span className="bell-count todo-badge">{total > MAX ? `${MAX}+` : total}</span>}
      </button>
    </Dropdown>
  );
}
