import { DatePicker, Input, InputNumber, Select } from 'antd';
import 'dayjs/locale/zh-cn';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useMemo, useState } from 'react';
import { clearButton } from '#kit/web/parts/clear-button.tsx';
import type { Scalar } from '#modules/datasets/contract/query.ts';
import type { FilterValue, ViewFilter } from '../../contract/view-filter.ts';
import { MAX_CHOICES } from '../../core/tile/choices.ts';
import { SPANS, spanKey, spanLabel } from './relative-spans.ts';
import type { FilterOption, TileFeed } from './tiles.ts';

dayjs.locale('zh-cn');

export interface FilterFieldProps {
  feed: TileFeed;
  filter: ViewFilter;
  value: FilterValue | null;
  /** values of all filters, for choices that depend on others */
  chosen: Readonly<Record<string, FilterValue>>;
  onChange: (value: FilterValue | null) => void;
}

const SEARCH_MS = 250;
const isRange = (value: unknown): value is { from: Scalar; to: Scalar } =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'from' in value;
const isRelative = (value: unknown): value is Extract<FilterValue, { relative: unknown }> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'relative' in value;
const at = (text: unknown): Dayjs | null => (typeof text === 'string' && text !== '' ? dayjs(text) : null);
const keyOf = (value: Scalar): string => JSON.stringify(value);

/** Choices of a filter: fetched when it is opened, or when a stored value has to be named. */
function useChoices({ feed, filter, chosen }: FilterFieldProps, wanted: boolean, search: string) {
  const [state, setState] = useState<{ options: readonly FilterOption[]; isLoading: boolean; failed: string | null }>({
    options: [],
    isLoading: false,
    failed: null,
  });
  const above = JSON.stringify(filter.dependsOn.map((id) => chosen[id] ?? null));
  useEffect(() => {
    if (!wanted || !filter.source) return;
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        setState((before) => ({ ...before, isLoading: true }));
        feed.options(filter.id, search, chosen).then(
          (options) => isCurrent && setState({ options, isLoading: false, failed: null }),
          (error: unknown) =>
            isCurrent && setState({ options: [], isLoading: false, failed: error instanceof Error ? error.message : '选项没有取到' }),
        );
      },
      search === '' ? 0 : SEARCH_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // choices change with the filters above, not with every other filter
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [feed, filter, wanted, search, above]);
  return state;
}

function ChoiceField(props: FilterFieldProps) {
  const { filter, value, onChange } = props;
  const isMulti = filter.kind === 'multi';
  const chosen = useMemo<Scalar[]>(() => {
    if (value === null || isRange(value) || isRelative(value)) return [];
    return Array.isArray(value) ? value : [value];
  }, [value]);
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState('');
  const { options, isLoading, failed } = useChoices(props, isOpen || chosen.length > 0, search);
  // what was chosen keeps its name while other choices are searched
  const [names, setNames] = useState<Readonly<Record<string, string>>>({});
  const known = new Set(options.map((option) => keyOf(option.value)));
  const items = [
    ...options.map((option) => ({ value: keyOf(option.value), label: option.label || '（空白）' })),
    ...chosen
      .filter((one) => !known.has(keyOf(one)))
      .map((one) => ({ value: keyOf(one), label: names[keyOf(one)] || (one === null ? '（空白）' : String(one)) })),
  ];
  const back = (key: string): Scalar => JSON.parse(key) as Scalar;
  return (
    <Select
      id={`filter-${filter.id}`}
      mode={isMulti ? 'multiple' : undefined}
      value={(isMulti ? chosen.map(keyOf) : chosen.length > 0 ? keyOf(chosen[0]!) : undefined) as never}
      options={items}
      onChange={(next: string | string[] | undefined) => {
        setNames((before) => ({ ...before, ...Object.fromEntries(items.map((item) => [item.value, item.label])) }));
        if (Array.isArray(next)) {
          // the next name is searched among all choices, not among those of the last search
          setSearch('');
          onChange(next.length > 0 ? next.map(back) : null);
        } else onChange(next === undefined ? null : back(next));
      }}
      showSearch={{ filterOption: false, onSearch: setSearch, searchValue: search }}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) setSearch('');
      }}
      allowClear
      maxTagCount="responsive"
      placeholder="全部"
      loading={isLoading}
      notFoundContent={isLoading ? '正在取选项…' : (failed ?? '没有可选项')}
      popupMatchSelectWidth={false}
      popupRender={(list) => (
        <>
          {list}
          {options.length >= MAX_CHOICES && <p className="view-more">只列出前 {MAX_CHOICES} 项，请输入文字搜索其他选项</p>}
        </>
      )}
    />
  );
}

function SpanField({ filter, value, onChange }: FilterFieldProps) {
  const span = isRelative(value) ? value.relative : null;
  const range = isRange(value) ? value : null;
  const [isCustom, setCustom] = useState(range !== null);
  const options = [
    ...SPANS.map(([label, one]) => ({ value: spanKey(one), label })),
    ...(span && !SPANS.some(([, one]) => spanKey(one) === spanKey(span)) ? [{ value: spanKey(span), label: spanLabel(span) }] : []),
    { value: 'custom', label: '自定义' },
  ];
  return (
    <>
      <Select
        id={`filter-${filter.id}`}
        className="view-span"
        value={span ? spanKey(span) : isCustom || range ? 'custom' : undefined}
        options={options}
        allowClear
        placeholder="不限"
        popupMatchSelectWidth={false}
        onChange={(key: string | undefined) => {
          setCustom(key === 'custom');
          const found = SPANS.find(([, one]) => spanKey(one) === key);
          if (found) onChange({ relative: found[1] });
          else if (key === undefined) onChange(null);
        }}
      />
      {(isCustom || range) && !span && (
        <DatePicker.RangePicker
          aria-label={`${filter.label}起止`}
          value={[at(range?.from), at(range?.to)]}
          allowEmpty
          onChange={(next) => {
            const [from, to] = [next?.[0]?.format('YYYY-MM-DD') ?? null, next?.[1]?.format('YYYY-MM-DD') ?? null];
            onChange(from === null && to === null ? null : { from, to });
          }}
        />
      )}
    </>
  );
}

const PERIOD = { date: ['date', 'YYYY-MM-DD'], month: ['month', 'YYYY-MM'], year: ['year', 'YYYY'] } as const;

function TextField({ filter, value, onChange }: FilterFieldProps) {
  const text = typeof value === 'string' ? value : '';
  const [typed, setTyped] = useState(text);
  const put = (next: string) => {
    if (next !== text) onChange(next === '' ? null : next);
  };
  return (
    <Input
      id={`filter-${filter.id}`}
      value={typed}
      maxLength={200}
      allowClear={clearButton}
      placeholder="包含"
      onChange={(event) => {
        setTyped(event.target.value);
        if (event.target.value === '') put('');
      }}
      onBlur={() => put(typed.trim())}
      onPressEnter={() => put(typed.trim())}
    />
  );
}

function NumberBox({
  id,
  label,
  value,
  onChange,
}: {
  id?: string;
  label: string;
  value: Scalar;
  onChange: (value: number | null) => void;
}) {
  const [typed, setTyped] = useState<number | null>(typeof value === 'number' ? value : null);
  const put = () => {
    if (typed !== value) onChange(typed);
  };
  return <InputNumber id={id} aria-label={label} value={typed} placeholder="不限" onChange={setTyped} onBlur={put} onPressEnter={put} />;
}

/** The input of one filter by its kind. */
export function FilterField(props: FilterFieldProps) {
  const { filter, value, onChange } = props;
  const id = `filter-${filter.id}`;
  switch (filter.kind) {
    case 'select':
    case 'multi':
      return <ChoiceField {...props} />;
    case 'dateRange':
      return <SpanField {...props} />;
    case 'date':
    case 'month':
    case 'year': {
      const [picker, format] = PERIOD[filter.kind];
      return (
        <DatePicker
          id={id}
          picker={picker}
          value={at(typeof value === 'number' ? String(value) : value)}
          placeholder={isRelative(value) ? spanLabel(value.relative) : '不限'}
          onChange={(next: Dayjs | null) => onChange(next?.format(format) ?? null)}
        />
      );
    }
    case 'text':
      return <TextField key={typeof value === 'string' ? value : ''} {...props} />;
    case 'number':
      return (
        <NumberBox
          key={String(value)}
          id={id}
          label={filter.label}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => onChange(next)}
        />
      );
    case 'numberRange': {
      const range = isRange(value) ? value : { from: null, to: null };
      const put = (next: { from: Scalar; to: Scalar }) => onChange(next.from === null && next.to === null ? null : next);
      return (
        <>
          <NumberBox
            key={`from ${range.from}`}
            id={id}
            label={`${filter.label}下限`}
            value={range.from}
            onChange={(from) => put({ ...range, from })}
          />
          <span>–</span>
          <NumberBox key={`to ${range.to}`} label={`${filter.label}上限`} value={range.to} onChange={(to) => put({ ...range, to })} />
        </>
      );
    }
  }
}
