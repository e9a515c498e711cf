import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { commentApi } from './social-api.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly deptName?: string | null;
}
interface PeopleSelectProps {
  entity: 'board' | 'screen';
  id: string;
  value?: string[];
  onChange?: (ids: string[]) => void;
  /** names of people who are chosen already */
  known?: readonly Person[];
  placeholder: string;
  'aria-label'?: string;
}

const SEARCH_MS = 250;

/** Chooses among the people who may see a document. */
export function PeopleSelect({ entity, id, value = [], onChange, known = [], placeholder, ...rest }: PeopleSelectProps) {
  const [search, setSearch] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [found, setFound] = useState<{ people: readonly Person[]; isLoading: boolean }>({ people: [], isLoading: false });
  const [names, setNames] = useState<ReadonlyMap<string, string>>(() => new Map(known.map((person) => [person.id, person.name])));
  useEffect(() => {
    if (!isOpen) return;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        setFound((before) => ({ ...before, isLoading: true }));
        commentApi.people({ query: { entityType: entity, entityId: id, keyword: search } }, { quiet: true }).then(
          (people) => isCurrent && setFound({ people, isLoading: false }),
          () => isCurrent && setFound({ people: [], isLoading: false }),
        );
      },
      search === '' ? 0 : SEARCH_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [entity, id, search, isOpen]);
  const listed = new Set(found.people.map((person) => person.id));
  return (
    <Select
      {...rest}
      mode="multiple"
      className="people-select"
      value={value}
      placeholder={placeholder}
      showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
      loading={found.isLoading}
      notFoundContent={found.isLoading ? '正在搜索…' : '没有可选的人员'}
      onOpenChange={setOpen}
      options={[
        ...found.people.map((person) => ({
          value: person.id,
          label: person.deptName ? `${person.name}（${person.deptName}）` : person.name,
        })),
        ...value.filter((one) => !listed.has(one)).map((one) => ({ value: one, label: names.get(one) ?? one })),
      ]}
      onChange={(ids: string[]) => {
        setNames(new Map([...names, ...found.people.map((person) => [person.id, person.name] as const)]));
        setSearch('');
        onChange?.(ids);
      }}
    />
  );
}
