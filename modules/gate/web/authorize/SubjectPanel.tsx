import { SearchOutlined } from '@ant-design/icons';
import { Button, Input, Segmented, Skeleton } from 'antd';
import { useDeferredValue, useState } from 'react';
import { count } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { SUBJECT_LABELS, type SubjectType } from '../../contract/authorize.ts';
import { api } from '../api.ts';

interface SubjectPanelProps {
  type: SubjectType;
  selected: string | null;
  /** null = nobody in particular */
  onSelect: (type: SubjectType, id: string | null) => void;
}

/** Roles, departments or accounts, with how many grants each has. */
export function SubjectPanel({ type, selected, onSelect }: SubjectPanelProps) {
  const [keyword, setKeyword] = useState('');
  const wanted = useDeferredValue(keyword.trim());
  const answer = useCall(
    api.authorize.subjects,
    { query: { type, ...(wanted && { keyword: wanted }) } },
    { keepPrevious: true, staleTime: 10_000 },
  );
  const subjects = answer.data ?? [];
  const depth = (id: string | null): number => {
    const parent = subjects.find((subject) => subject.id === id)?.parentId ?? null;
    return parent === null || !subjects.some((subject) => subject.id === parent) ? 0 : 1 + depth(parent);
  };
  return (
    <aside className="list-tree subject-panel">
      <Segmented
        aria-label="授权对象"
        block
        size="small"
        value={type}
        onChange={(next) => {
          setKeyword('');
          onSelect(next, null);
        }}
        options={(['role', 'dept', 'user'] as const).map((value) => ({ value, label: SUBJECT_LABELS[value] }))}
      />
      <Input
        allowClear
        prefix={<SearchOutlined className="muted" />}
        placeholder={`搜索${SUBJECT_LABELS[type]}`}
        aria-label={`搜索${SUBJECT_LABELS[type]}`}
        maxLength={50}
        value={keyword}
        onChange={(event) => setKeyword(event.target.value)}
      />
      {answer.isLoading && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {answer.error && (
        <div className="blank">
          {answer.error.message}
          <Button type="link" size="small" onClick={() => void answer.refetch()}>
            重试
          </Button>
        </div>
      )}
      {answer.data && subjects.length === 0 && <div className="blank">没有匹配的{SUBJECT_LABELS[type]}</div>}
      <ul role="listbox" aria-label={SUBJECT_LABELS[type]}>
        {subjects.map((subject) => (
          <li key={subject.id} role="option" aria-selected={subject.id === selected}>
            <button
              type="button"
              style={{ paddingLeft: 8 + 14 * (type === 'dept' ? depth(subject.id) : 0) }}
              title={subject.detail ? `${subject.name} · ${subject.detail}` : subject.name}
              onClick={() => onSelect(type, subject.id === selected ? null : subject.id)}
            >
              <span>{subject.name}</span>
              {subject.status === '0' && <small>禁用</small>}
              {subject.grants > 0 && <em>{count(subject.grants)}</em>}
            </button>
          </li>
        ))}
      </ul>
    </aside>
  );
}
