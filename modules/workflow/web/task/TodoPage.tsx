import { LeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { usePhone } from '#kit/web/use-phone.ts';
import { BatchBar } from './BatchBar.tsx';
import { plainKey } from './keys.ts';
import { TaskPanel } from './TaskPanel.tsx';
import { TodoList } from './TodoList.tsx';
import type { Task } from './use-task-actions.ts';
import { useTodo } from './use-todo.ts';
import '../workflow.css';
import './todo.css';

/** 待办任务: the tasks at the left, the chosen one with its record and what may be done at the right. */
export default function TodoPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const isPhone = usePhone();
  const todo = useTodo();
  const { rows } = todo;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const wanted = search.get('open');
  const chosen = rows.find((task) => task.id === wanted || task.processInstanceId === wanted) ?? (isPhone ? undefined : rows[0]);
  const at = chosen ? rows.indexOf(chosen) : -1;
  const open = (task: Task | undefined) => change({ open: task?.id ?? null }, { replace: !isPhone });
  const tick = (task: Task) =>
    setTicked((before) => new Set(before.has(task.id) ? [...before].filter((id) => id !== task.id) : [...before, task.id]));
  useKeys({
    go: (step) => rows[at + step] && open(rows[at + step]),
    enter: () => chosen && open(chosen),
    tick: () => chosen && tick(chosen),
  });
  if (todo.error)
    return (
      <div className="panel">
        <StateView kind="error" what="待办任务没有读出来" error={todo.error} onRetry={todo.retry} />
      </div>
    );
  const panel = chosen && (
    <TaskPanel key={chosen.id} task={chosen} onDone={() => open(isPhone ? undefined : (rows[at + 1] ?? rows[at - 1]))} />
  );
  if (isPhone && chosen)
    return (
      <div className="panel todo-page">
        <Button type="text" icon={<LeftOutlined />} onClick={() => change({ open: null })}>
          返回待办
        </Button>
        {panel}
      </div>
    );
  const picked = rows.filter(({ id }) => ticked.has(id));
  return (
    <div className="panel todo-page">
      <TodoList todo={todo} chosen={chosen} ticked={ticked} onTick={tick} onOpen={open}>
        {picked.length > 0 && (
          <BatchBar
            tasks={picked}
            isAll={picked.length === rows.length}
            onAll={() => setTicked(new Set(rows.map(({ id }) => id)))}
            onClear={() => setTicked(new Set())}
            onOpen={(taskId) => open(rows.find(({ id }) => id === taskId))}
          />
        )}
      </TodoList>
      {!isPhone && (panel ?? <div className="flow-view" />)}
    </div>
  );
}

interface Keys {
  go: (step: 1 | -1) => void;
  enter: () => void;
  tick: () => void;
}
/** j and k go through the list, x chooses, Enter opens, unless something is being typed. */
function useKeys({ go, enter, tick }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const key = plainKey(event);
    if (key === 'j') go(1);
    if (key === 'k') go(-1);
    if (key === 'x') tick();
    // a button that has the focus is pressed by Enter itself
    if (key === 'Enter' && !(event.target instanceof HTMLElement && event.target.closest('button, a'))) enter();
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}
