import { DeleteOutlined, FilterOutlined } from '@ant-design/icons';
import { Badge, Button, DatePicker, Form, Input, Popover, Select } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import * as z from 'zod';
import { usePreference } from '#kit/web/preferences/use-preference.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { FILTERS, type Filters, type Todo } from './use-todo.ts';

const SavedView = z.object({ name: z.string(), query: z.record(z.string(), z.string()) });
const MAX_VIEWS = 20;
const SAVED = { key: 'workflow.todo.views', schemaVersion: 1, schema: z.array(SavedView).max(MAX_VIEWS), fallback: [] };

/** What narrows the list of open tasks, and views of it that the person has saved. */
export function TodoFilters({ todo }: { todo: Todo }) {
  const count = Object.keys(todo.filters).filter((name) => name !== 'endTime').length;
  return (
    <Popover trigger="click" placement="bottomRight" title="筛选" content={<FilterForm todo={todo} />}>
      <Badge count={count} size="small">
        <Button icon={<FilterOutlined />} aria-label={count > 0 ? `筛选，已用 ${count} 项` : '筛选'} />
      </Badge>
    </Popover>
  );
}

function FilterForm({ todo }: { todo: Todo }) {
  const offered = useCall(api.flowTask.filters, {});
  const { filters, narrow } = todo;
  const day = (name: 'beginTime' | 'endTime') => (filters[name] ? dayjs(filters[name]) : null);
  return (
    <Form layout="vertical" className="todo-filters">
      <Form.Item label="业务" htmlFor="todo-business">
        <Select
          id="todo-business"
          allowClear
          placeholder="全部业务"
          value={filters.businessCode}
          options={(offered.data?.businesses ?? []).map(({ code, name }) => ({ value: code, label: name }))}
          onChange={(code: string | undefined) => narrow({ businessCode: code ?? null })}
        />
      </Form.Item>
      <Form.Item label="流程分类" htmlFor="todo-category">
        <Select
          id="todo-category"
          allowClear
          placeholder="全部分类"
          value={filters.categoryId}
          options={(offered.data?.categories ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id: string | undefined) => narrow({ categoryId: id ?? null })}
        />
      </Form.Item>
      <Form.Item label="发起人" htmlFor="todo-starter">
        <Input
          id="todo-starter"
          allowClear
          maxLength={50}
          placeholder="姓名"
          value={filters.starter ?? ''}
          onChange={(event) => narrow({ starter: event.target.value || null })}
        />
      </Form.Item>
      <Form.Item label="收到时间" htmlFor="todo-time">
        <DatePicker.RangePicker
          id="todo-time"
          value={[day('beginTime'), day('endTime')]}
          onChange={(range) =>
            narrow({
              beginTime: range?.[0]?.startOf('day').toISOString() ?? null,
              endTime: range?.[1]?.endOf('day').toISOString() ?? null,
            })
          }
        />
      </Form.Item>
      <SavedViews todo={todo} />
    </Form>
  );
}

function SavedViews({ todo }: { todo: Todo }) {
  const [views, setViews] = usePreference(SAVED);
  const [name, setName] = useState('');
  const query = queryOf(todo);
  const save = () => {
    setViews([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), query }]);
    setName('');
  };
  const show = (wanted: Readonly<Record<string, string>>) =>
    todo.narrow(Object.fromEntries(['title', 'view', ...FILTERS].map((key) => [key, wanted[key] ?? null])));
  return (
    <>
      {views.length > 0 && (
        <ul className="todo-saved" aria-label="保存的视图">
          {views.map((view) => (
            <li key={view.name}>
              <Button type="link" size="small" onClick={() => show(view.query)}>
                {view.name}
              </Button>
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined />}
                aria-label={`删除视图 ${view.name}`}
                onClick={() => setViews(views.filter((one) => one !== view))}
              />
            </li>
          ))}
        </ul>
      )}
      {Object.keys(query).length > 0 && views.length < MAX_VIEWS && (
        <div className="todo-save">
          <Input
            aria-label="视图名称"
            placeholder="把当前筛选存为视图"
            maxLength={20}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button disabled={name.trim() === ''} onClick={save}>
            保存
          </Button>
        </div>
      )}
    </>
  );
}

const queryOf = ({ filters, title, view }: { filters: Filters; title: string; view: string }): Record<string, string> => ({
  ...filters,
  ...(title.trim() && { title: title.trim() }),
  ...(view !== 'todo' && { view }),
});
