import { Tabs } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../shell/api.ts';
import './todos.css';

type Todo = CallReply<typeof api.home.todos>[number];
type Kind = CallReply<typeof api.home.todoCounts>['kinds'][number];

interface TodosProps {
  todos: readonly Todo[];
  /** how much there is of each kind: more than is listed here, where there is much */
  kinds: readonly Kind[];
  /** rows that are shown before the rest is scrolled to */
  rows?: number;
  /** a row was opened */
  onOpen?: () => void;
}
const ALL = 'all';
const ROW_PX = 48;
/** Counting ends there. */
const MAX_COUNTED = 1000;
export const countText = (count: number): string => (count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : String(count));

/** 我的待办: what waits for the reader, by kind, most pressing first; a row opens the page where it is done. */
export function Todos({ todos, kinds, rows = 8, onOpen }: TodosProps) {
  const [chosen, setChosen] = useState(ALL);
  const shown = kinds.filter(({ kind }) => todos.some((todo) => todo.kind === kind));
  const tab = shown.some(({ kind }) => kind === chosen) ? chosen : ALL;
  const known = new Map(kinds.map((one) => [one.kind, one]));
  const total = kinds.reduce((sum, { count }) => sum + count, 0);
  const items = [{ kind: ALL, label: '全部', count: total }, ...shown].map(({ kind, label, count }) => ({
    key: kind,
    label: (
      <>
        {label} <span className="todo-count">{countText(count)}</span>
      </>
    ),
  }));
  const listed = tab === ALL ? todos : todos.filter((todo) => todo.kind === tab);
  if (todos.length === 0) return <p className="todo-none">没有待办，需要您处理的事项会出现在这里。</p>;
  return (
    <div className="todos">
      <Tabs size="small" activeKey={tab} onChange={setChosen} items={items} />
      <ul style={{ maxHeight: rows * (ROW_PX + 1) }}>
        {listed.map((todo) => (
          <li key={`${todo.kind} ${todo.path} ${todo.title}`}>
            <Link className="todo" to={todo.path} onClick={onOpen}>
              <span className="todo-kind">{known.get(todo.kind)?.label}</span>
              <span className="todo-text">
                <b className="cut" title={todo.title}>
                  {todo.title}
                </b>
                <small className="cut" title={todo.detail}>
                  {todo.detail}
                </small>
              </span>
              {todo.urgent && !todo.due && <span className="tag tag-warn">需尽快</span>}
              <small className="todo-time">
                <DateText value={todo.due ?? todo.time} kind={todo.due ? 'due' : 'moment'} />
              </small>
              <span className="todo-verb">{known.get(todo.kind)?.verb}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
