import { LeftOutlined } from '@ant-design/icons';
import { Button, Pagination } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { onPush } from '#kit/web/push.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { usePhone } from '#kit/web/use-phone.ts';
import { api } from '../api.ts';
import { InstanceView } from '../instance/InstanceView.tsx';
import { ActionBar } from './ActionBar.tsx';
import '../workflow.css';

type Task = ReplyOf<typeof api.flowTask.todo>['data'][number];
const PAGE_SIZE = 20;

/** 待办任务: the tasks at the left, the chosen one with its record and what may be done at the right. */
export default function TodoPage() {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const isPhone = usePhone();
  const todo = useTodo();
  const { rows } = todo;
  const wanted = search.get('open');
  const chosen = rows.find((task) => task.id === wanted || task.processInstanceId === wanted) ?? (isPhone ? undefined : rows[0]);
  const at = chosen ? rows.indexOf(chosen) : -1;
  const open = (task: Task | undefined) => change({ open: task?.id ?? null }, { replace: !isPhone });
  useKeys((step) => rows[at + step] && open(rows[at + step]));
  if (todo.error) return <StateView kind="error" error={todo.error} onRetry={todo.retry} />;
  const view = chosen && (
    <InstanceView
      key={chosen.id}
      id={chosen.processInstanceId}
      foot={() => <ActionBar task={chosen} onDone={() => open(isPhone ? undefined : (rows[at + 1] ?? rows[at - 1]))} />}
    />
  );
  if (isPhone && chosen)
    return (
      <div className="panel todo-page">
        <Button type="text" icon={<LeftOutlined />} onClick={() => change({ open: null })}>
          返回待办
        </Button>
        {view}
      </div>
    );
  return (
    <div className="panel todo-page">
      <TodoList todo={todo} chosen={chosen} onOpen={open} />
      {!isPhone && (view ?? <div className="flow-view" />)}
    </div>
  );
}

/** The open tasks of the person, a page of them, searched by title. */
function useTodo() {
  const [page, setPage] = useState(1);
  const [title, setTitle] = useState('');
  const query = { pageNum: page, pageSize: PAGE_SIZE, ...(title.trim() && { title: title.trim() }) };
  const tasks = useCall(api.flowTask.todo, { query }, { keepPrevious: true });
  useRenewal();
  return {
    rows: tasks.data?.data ?? [],
    total: tasks.data?.total ?? null,
    error: tasks.error,
    retry: () => void tasks.refetch(),
    page,
    setPage,
    title,
    search: (text: string) => {
      setTitle(text);
      setPage(1);
    },
  };
}

interface TodoListProps {
  todo: ReturnType<typeof useTodo>;
  chosen: Task | undefined;
  onOpen: (task: Task) => void;
}
function TodoList({ todo, chosen, onOpen }: TodoListProps) {
  const { rows, total, title, search } = todo;
  return (
    <div className="todo-list">
      <div className="todo-bar">
        <b>待我办理</b>
        <em>{total ?? ''}</em>
        <SearchInput label="搜索待办" placeholder="搜索标题" value={title} onChange={search} />
      </div>
      {total === null && <StateView kind="loading" />}
      {total !== null && rows.length === 0 && <NothingToDo title={title} onClear={() => search('')} />}
      <ul aria-label="待办任务">
        {rows.map((task) => (
          <li key={task.id}>
            <TaskLine task={task} isChosen={task === chosen} onOpen={() => onOpen(task)} />
          </li>
        ))}
      </ul>
      {(total ?? 0) > PAGE_SIZE && (
        <Pagination
          size="small"
          current={todo.page}
          pageSize={PAGE_SIZE}
          total={total ?? 0}
          showSizeChanger={false}
          onChange={todo.setPage}
        />
      )}
      <p className="todo-keys">
        <kbd>J</kbd>
        <kbd>K</kbd> 上下
      </p>
    </div>
  );
}

/** New tasks come by themselves. */
function useRenewal(): void {
  const refresh = useRefresh();
  const renew = useEffectEvent(() => void refresh(api.flowTask.todo));
  useEffect(() => {
    const ends = [onPush('todo', () => renew()), onPush('missed', () => renew())];
    return () => ends.forEach((end) => end());
  }, []);
}

/** j and k go through the list, unless something is being typed. */
function useKeys(go: (step: 1 | -1) => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    const isTyping =
      target instanceof HTMLElement && target.closest('input, textarea, [contenteditable], .ant-modal, .ant-drawer') !== null;
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j') go(1);
    if (event.key === 'k') go(-1);
  });
  useEffect(() => {
    const handle = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  }, []);
}

function NothingToDo({ title, onClear }: { title: string; onClear: () => void }) {
  return title.trim() ? (
    <StateView kind="filtered" noun="待办" onClear={onClear} />
  ) : (
    <StateView kind="empty" what="没有待办任务" why="新的任务会自动出现在这里。" />
  );
}

interface TaskLineProps {
  task: Task;
  isChosen: boolean;
  onOpen: () => void;
}
function TaskLine({ task, isChosen, onOpen }: TaskLineProps) {
  return (
    <button type="button" className={isChosen ? 'todo-line on' : 'todo-line'} aria-current={isChosen || undefined} onClick={onOpen}>
      <span>
        <b>{task.title}</b>
        {task.dueTime ? <DateText value={task.dueTime} kind="due" /> : <DateText value={task.createTime} />}
      </span>
      <span>
        <Tag tone="line">{task.businessName ?? task.businessCode}</Tag>
        <small>
          {task.name} · {task.starterName}
          {task.deptName && ` · ${task.deptName}`}
        </small>
        {task.assigneeId === null && <em>待签收</em>}
      </span>
    </button>
  );
}
