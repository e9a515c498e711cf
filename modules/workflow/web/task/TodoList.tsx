import { BellOutlined } from '@ant-design/icons';
import { Checkbox, Pagination } from 'antd';
import type { ReactNode } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { TodoFilters } from './TodoFilters.tsx';
import type { Task } from './use-task-actions.ts';
import { PAGE_SIZE, VIEWS, type Todo } from './use-todo.ts';

interface TodoListProps {
  todo: Todo;
  chosen: Task | undefined;
  ticked: ReadonlySet<string>;
  onTick: (task: Task) => void;
  onOpen: (task: Task) => void;
  /** what is done with the ticked ones, below the list */
  children?: ReactNode;
}

/** The open tasks: views with their counts, search and filters, the tasks. */
export function TodoList({ todo, chosen, ticked, onTick, onOpen, children }: TodoListProps) {
  const { rows, total } = todo;
  return (
    <div className="todo-list">
      <div className="todo-views" role="group" aria-label="视图">
        {VIEWS.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            aria-pressed={todo.view === key}
            onClick={() => todo.narrow({ view: key === 'todo' ? null : key })}
          >
            {label} <em>{todo.counts?.[key] ?? ''}</em>
          </button>
        ))}
      </div>
      <div className="todo-bar">
        <SearchInput
          label="搜索待办"
          placeholder="搜索标题"
          shortcut="/"
          value={todo.title}
          onChange={(title) => todo.narrow({ title: title || null })}
        />
        <TodoFilters todo={todo} />
      </div>
      {total === null && <StateView kind="loading" />}
      {total !== null && rows.length === 0 && <NothingToDo todo={todo} />}
      <ul aria-label="待办任务">
        {rows.map((task) => (
          <li key={task.id}>
            <Checkbox aria-label={`选择 ${task.title}`} checked={ticked.has(task.id)} onChange={() => onTick(task)} />
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
      {children ?? (
        <p className="todo-keys">
          <kbd>J</kbd>
          <kbd>K</kbd> 上下 <kbd>X</kbd> 选择 <kbd>A</kbd> 同意 <kbd>R</kbd> 退回
        </p>
      )}
    </div>
  );
}

function NothingToDo({ todo }: { todo: Todo }) {
  return todo.isNarrowed ? (
    <StateView kind="filtered" noun="待办" onClear={todo.clear} />
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
  const classes = ['todo-line', isChosen && 'on', task.readTime === null && 'unread'].filter(Boolean).join(' ');
  return (
    <button type="button" className={classes} aria-current={isChosen || undefined} onClick={onOpen}>
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
        {task.urgedTime !== null && (
          <em className="urged">
            <BellOutlined aria-hidden /> 催办
          </em>
        )}
        {task.addedBy !== null && <em>加签</em>}
        {task.assigneeId === null && <em>待签收</em>}
      </span>
    </button>
  );
}
