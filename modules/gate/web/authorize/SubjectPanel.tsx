import { Segmented } from 'antd';
import { useDeferredValue, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { SUBJECT_LABELS, type Subject, type SubjectType } from '../../contract/authorize.ts';
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
      <SearchInput label={`搜索${SUBJECT_LABELS[type]}`} value={keyword} onChange={setKeyword} busy={answer.isFetching} />
      {answer.isLoading && <StateView kind="loading" rows={6} />}
      {answer.error && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.data && subjects.length === 0 && (
        <StateView kind="filtered" inline noun={SUBJECT_LABELS[type]} onClear={() => setKeyword('')} />
      )}
      <ul aria-label={SUBJECT_LABELS[type]}>
        {subjects.map((subject) => (
          <li key={subject.id}>
            <button
              type="button"
              aria-pressed={subject.id === selected}
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
      {wanted === '' && <Sum type={type} subjects={subjects} />}
    </aside>
  );
}

/** How many there are and how many of them have grants. */
const Sum = ({ type, subjects }: { type: SubjectType; subjects: readonly Subject[] }) =>
  subjects.length > 0 && (
    <p className="subject-sum">
      {type === 'user' ? '前 ' : '共 '}
      {count(subjects.length)} 个{SUBJECT_LABELS[type]}，{count(subjects.filter((subject) => subject.grants > 0).length)} 个有授权
    </p>
  );
