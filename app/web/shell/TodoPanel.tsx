import { Button } from 'antd';
import { useCall } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Todos } from '../home/Todos.tsx';
import { api } from './api.ts';

/** 我的待办, opened from the top bar. */
export default function TodoPanel({ onClose }: { onClose: () => void }) {
  const list = useCall(api.home.todos);
  const counts = useCall(api.home.todoCounts);
  return (
    <section className="todo-panel" aria-label="我的待办">
      <h2>我的待办</h2>
      {list.data && counts.data ? (
        <Todos todos={list.data} kinds={counts.data.kinds} onOpen={onClose} />
      ) : (list.error ?? counts.error) ? (
        <p className="todo-none">
          待办没有取到：{(list.error ?? counts.error)?.message}{' '}
          <Button size="small" onClick={() => void Promise.all([list.refetch(), counts.refetch()])}>
            重试
          </Button>
        </p>
      ) : (
        <StateView kind="loading" rows={4} />
      )}
    </section>
  );
}
