import { useEffect, useEffectEvent, useId, useRef, useState, useSyncExternalStore } from 'react';
import type { Scalar } from '#modules/datasets/contract/query.ts';
import type { FilterValue, ViewFilter } from '#modules/charts/contract/view-filter.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { MAX_CHOICES } from '#modules/charts/core/index.ts';
import type { FilterOption, TileFeed } from '#modules/charts/web/parts.ts';
import { Notice } from './Notice.tsx';
import { flag, num, str } from './read.ts';
import type { PlainProps } from './types.ts';

const YEARS = 6;
const ALL = '全部';
const isScalar = (value: unknown): value is Scalar => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const chosenOf = (value: FilterValue | null | undefined): readonly Scalar[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : isScalar(value) ? [value] : [];

/** The value of a filter of the document, and how it is set. */
export function useFilter(feed: TileFeed, filter: ViewFilter | undefined) {
  const value = useSyncExternalStore(
    (changed) => feed.onChange(changed),
    () => (filter ? feed.filters[filter.id] : undefined),
  );
  const set = (next: FilterValue | undefined) => filter && feed.setFilters({ [filter.id]: next });
  return { value: value ?? filter?.value ?? undefined, set };
}

/** A filter of the document in the style of the screen. */
export function FilterWidget({ props, config, feed, isEditing }: PlainProps) {
  const filter = config.filters.find(({ id }) => id === str(props, 'filter'));
  if (!filter) return isEditing ? <Notice kind="empty" title="选择一个筛选条件" /> : null;
  return (
    <div className="sw-filter" style={{ fontSize: num(props, 'size') }} inert={isEditing}>
      {flag(props, 'label') && <label>{filter.label}</label>}
      <FilterControl filter={filter} feed={feed} look={str(props, 'look')} />
    </div>
  );
}

interface ControlProps {
  filter: ViewFilter;
  feed: TileFeed;
  /** `select`, `chips`, or `stepper`: one after the other by arrows */
  look: string;
}
/** The control of one filter, by its kind. */
export function FilterControl({ filter, feed, look }: ControlProps) {
  const { value, set } = useFilter(feed, filter);
  const text = isScalar(value) && value !== null ? String(value) : '';
  const range = value && typeof value === 'object' && !Array.isArray(value) && 'from' in value ? value : null;
  switch (filter.kind) {
    case 'year': {
      const now = new Date(serverNow()).getFullYear();
      const years = Array.from({ length: YEARS }, (_, i) => ({ value: String(now - i), label: `${now - i}年` }));
      return (
        <Choices
          options={years}
          chosen={text ? [text] : []}
          isMulti={false}
          look={look}
          set={set}
          name={filter.label}
          required={filter.required}
          empty={filter.emptyLabel ?? ALL}
        />
      );
    }
    case 'select':
    case 'multi':
      return <Loaded filter={filter} feed={feed} look={look} chosen={chosenOf(value)} set={set} />;
    case 'month':
    case 'date':
      return <input type={filter.kind} value={text} aria-label={filter.label} onChange={({ target }) => set(target.value || undefined)} />;
    case 'dateRange':
    case 'numberRange': {
      const type = filter.kind === 'dateRange' ? 'date' : 'number';
      const from = range && range.from !== null ? String(range.from) : '';
      const to = range && range.to !== null ? String(range.to) : '';
      const read = (one: string): Scalar => (one === '' ? null : type === 'number' ? Number(one) : one);
      const put = (a: string, b: string) => set(a === '' && b === '' ? undefined : { from: read(a), to: read(b) });
      return (
        <span className="sw-range">
          <input type={type} value={from} aria-label={`${filter.label}起`} onChange={({ target }) => put(target.value, to)} />
          <i>至</i>
          <input type={type} value={to} aria-label={`${filter.label}止`} onChange={({ target }) => put(from, target.value)} />
        </span>
      );
    }
    case 'number':
    case 'text':
      return <Typed key={text} kind={filter.kind} text={text} label={filter.label} set={set} />;
    default:
      return null;
  }
}

function Typed({
  kind,
  text,
  label,
  set,
}: {
  kind: 'number' | 'text';
  text: string;
  label: string;
  set: (value: FilterValue | undefined) => void;
}) {
  const [typed, setTyped] = useState(text);
  const done = () => {
    if (typed !== text) set(typed === '' ? undefined : kind === 'number' ? Number(typed) : typed);
  };
  return (
    <input
      type={kind}
      value={typed}
      aria-label={label}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={done}
      onKeyDown={({ key }) => key === 'Enter' && done()}
    />
  );
}

type Setter = (value: FilterValue | undefined) => void;

const isOf = (chosen: readonly Scalar[], value: Scalar): boolean => chosen.some((one) => String(one) === String(value));
/** The choice that comes so many after the present one, all round; no choice is one of the stops unless one is required. */
function stopAfter(options: readonly FilterOption[], chosen: readonly Scalar[], required: boolean, by: number): Scalar | undefined {
  const stops = [...(required ? [] : [undefined]), ...options.map(({ value }) => value)];
  const here = stops.findIndex((value) => (value === undefined ? chosen.length === 0 : isOf(chosen, value)));
  return stops[(Math.max(0, here) + by + stops.length) % stops.length];
}

function Loaded({ filter, feed, look, chosen, set }: ControlProps & { chosen: readonly Scalar[]; set: Setter }) {
  const [options, setOptions] = useState<readonly FilterOption[]>([]);
  // lists and arrows ask when somebody comes near, chips show what there is
  const [open, setOpen] = useState(look === 'chips');
  // an arrow that was pressed before the choices were there
  const waiting = useRef(0);
  const arrived = useEffectEvent((found: readonly FilterOption[]) => {
    setOptions(found);
    if (waiting.current !== 0 && found.length > 0) set(stopAfter(found, chosen, filter.required, waiting.current));
    waiting.current = 0;
  });
  const narrowed = filter.dependsOn.map((id) => JSON.stringify(feed.filters[id] ?? null)).join();
  useEffect(() => {
    if (!open) return;
    let isCurrent = true;
    feed.options(filter.id, '').then(
      (found) => isCurrent && arrived(found),
      () => {
        if (!isCurrent) return;
        arrived([]);
        setOpen(false); // whoever comes near again asks again
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [feed, filter.id, open, narrowed]);
  const shown = options.length > 0 ? options : chosen.map((value) => ({ value, label: String(value) }));
  return (
    <Choices
      options={shown}
      chosen={chosen}
      isMulti={filter.kind === 'multi'}
      look={look}
      set={set}
      name={filter.label}
      required={filter.required}
      empty={filter.emptyLabel ?? ALL}
      onOpen={() => setOpen(true)}
      onStep={(by) => {
        if (options.length > 0) return set(stopAfter(options, chosen, filter.required, by));
        waiting.current = by;
        setOpen(true);
      }}
    />
  );
}

interface ChoicesProps {
  options: readonly FilterOption[];
  chosen: readonly Scalar[];
  isMulti: boolean;
  look: string;
  set: Setter;
  name: string;
  required: boolean;
  /** stands for no choice */
  empty: string;
  onOpen?: () => void;
  onStep?: (by: number) => void;
}
const textOf = (chosen: readonly string[], empty: string): string => {
  if (chosen.length === 0) return empty;
  return chosen.length > 2 ? `已选 ${chosen.length} 项` : chosen.join('、');
};

function Choices({ options, chosen, isMulti, look, set, name, required, empty, onOpen, onStep }: ChoicesProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    const leave = (event: Event) => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !box.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('keydown', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('keydown', leave);
    };
  }, [isOpen]);
  const has = (value: Scalar) => isOf(chosen, value);
  const pick = (value: Scalar) => {
    if (!isMulti) {
      set(has(value) && !required ? undefined : value);
      setOpen(false);
      return;
    }
    const next = has(value) ? chosen.filter((one) => String(one) !== String(value)) : [...chosen, value];
    set(next.length > 0 ? [...next] : undefined);
  };
  const items = options.map((option) => (
    <button key={String(option.value)} role="option" aria-selected={has(option.value)} onClick={() => pick(option.value)}>
      {option.label}
    </button>
  ));
  if (look === 'chips')
    return (
      <div className="sw-chips" role="listbox" aria-label={name}>
        {items}
      </div>
    );
  // what an address or a jump has chosen is shown although it is none of the choices
  const shown = chosen.map((value) => options.find((one) => String(one.value) === String(value))?.label ?? String(value));
  const step = onStep ?? ((by: number) => set(stopAfter(options, chosen, required, by)));
  const isStepper = look === 'stepper' && !isMulti;
  return (
    <div
      className="sw-choice"
      data-stepper={isStepper ? '' : undefined}
      ref={box}
      onPointerEnter={isStepper ? onOpen : undefined}
      onFocus={isStepper ? onOpen : undefined}
    >
      {isStepper && (
        <button className="sw-step" aria-label={`上一个${name}`} onClick={() => step(-1)}>
          ‹
        </button>
      )}
      <button
        className="sw-opener"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`${name}：${textOf(shown, empty)}`}
        onClick={() => {
          onOpen?.();
          setOpen(!isOpen);
        }}
      >
        <span>{textOf(shown, empty)}</span>
      </button>
      {isStepper && (
        <button className="sw-step" aria-label={`下一个${name}`} onClick={() => step(1)}>
          ›
        </button>
      )}
      {isOpen && (
        <div id={id} role="listbox" aria-label={name} aria-multiselectable={isMulti}>
          {!required && (
            <button role="option" aria-selected={chosen.length === 0} onClick={() => (set(undefined), setOpen(false))}>
              {empty}
            </button>
          )}
          {items}
          {options.length >= MAX_CHOICES && <small>只列出前 {MAX_CHOICES} 项</small>}
        </div>
      )}
    </div>
  );
}
