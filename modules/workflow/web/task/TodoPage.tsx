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
  const [page, setPage] = useState(1);
  const [title, setTitle] = useState('');
  const query = { pageNum: page, pageSize: PAGE_SIZE, ...(title.trim() && { title: title.trim() }) };
  const tasks = useCall(api.flowTask.todo, { query }, { keepPrevious: true });
  useRenewal();
  const rows = tasks.data?.data ?? [];
  const wanted = search.get('open');
  const chosen = rows.find(({ id }) => id === wanted) ?? (isPhone ? undefined : rows[0]);
  const at = chosen ? rows.indexOf(chosen) : -1;
  useKeys((step) => {
    const next = rows[at + step];
    if (next) change({ open: next.id }, { replace: true });
  });
  if (tasks.error) return <StateView kind="error" error={tasks.error} onRetry={() => void tasks.refetch()} />;
  const list = (
    <div className="todo-list">
      <div className="todo-bar">
        <b>待我办理</b>
        <em>{tasks.data?.total ?? ''}</em>
        <SearchInput
          label="搜索待办"
          placeholder="搜索标题"
          value={title}
          onChange={(text) => {
            setTitle(text);
            setPage(1);
          }}
        />
      </div>
      {tasks.isLoading && <StateView kind="loading" />}
      {tasks.data && rows.length === 0 && <NothingToDo title={title} onClear={() => setTitle('')} />}
      <ul aria-label="待办任务">
        {rows.map((task) => (
          <li key={task.id}>
            <TaskLine task={task} isChosen={task === chosen} onOpen={() => change({ open: task.id }, { replace: !isPhone })} />
          </li>
        ))}
      </ul>
      {(tasks.data?.total ?? 0) > PAGE_SIZE && (
        <Pagination size="small" current={page} pageSize={PAGE_SIZE} total={tasks.data?.total} showSizeChanger={false} onChange={setPage} />
      )}
      <p className="todo-keys">
        <kbd>J</kbd>
        <kbd>K</kbd> 上下
      </p>
    </div>
  );
  const view = chosen && (
    <InstanceView
      key={chosen.id}
      id={chosen.processInstanceId}
      foot={() => (
        <ActionBar task={chosen} onDone={() => change({ open: isPhone ? null : (rows[at + 1] ?? rows[at - 1])?.id }, { replace: true })} />
      )}
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
      {list}
      {!isPhone && (view ?? <div className="flow-view" />)}
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
