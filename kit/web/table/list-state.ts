import { useCallback, useMemo, useState } from 'react';
import { useChangeAddress, useOwnSearch } from '../address.ts';
import { DEFAULT_PAGE_SIZE } from './Pager.tsx';

/** search field → text; fields without a value are left out */
export type Values = Readonly<Record<string, string>>;

/** What is open beside the list: a new row, a row in the form, or its details. */
export type Opened = { kind: 'new' } | { kind: 'edit' | 'detail'; id: string } | null;

/** State of a list, kept in the URL so that reload, the back button and shared links show the same rows. */
export interface ListState {
  values: Values;
  page: number;
  limit: number;
  /** `-createTime,name` */
  sort: string;
  view: string;
  opened: Opened;
}

export const EMPTY_STATE: ListState = { values: {}, page: 1, limit: DEFAULT_PAGE_SIZE, sort: '', view: '', opened: null };

const OWN = ['q', 'page', 'limit', 'sort', 'view', 'open'];
const escape = (text: string) => text.replace(/[%:,]/g, (sign) => encodeURIComponent(sign));
const unescape = (text: string) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** `{ name: '李', status: '1' }` ↔ `name:李,status:1` */
export const valuesText = (values: Values): string =>
  Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([field, value]) => `${escape(field)}:${escape(value)}`)
    .join(',');

const parseValues = (text: string): Values =>
  Object.fromEntries(
    text.split(',').flatMap((part) => {
      const at = part.indexOf(':');
      const value = unescape(part.slice(at + 1));
      return at > 0 && value !== '' ? [[unescape(part.slice(0, at)), value]] : [];
    }),
  );

const positive = (text: string | null, fallback: number, most: number): number =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), most) : fallback;

function parseOpened(text: string | null): Opened {
  if (text === 'new') return { kind: 'new' };
  const [, kind, id] = /^(edit|detail)-(.+)$/.exec(text ?? '') ?? [];
  return kind && id ? { kind: kind as 'edit' | 'detail', id } : null;
}

/** Parses the state from a URL; invalid values are ignored. */
export function parseListState(search: URLSearchParams): ListState {
  const sort = search.get('sort') ?? '';
  return {
    values: parseValues(search.get('q') ?? ''),
    page: positive(search.get('page'), 1, 1_000_000),
    limit: positive(search.get('limit'), DEFAULT_PAGE_SIZE, 200),
    sort: /^-?[A-Za-z][A-Za-z0-9_]*(,-?[A-Za-z][A-Za-z0-9_]*)*$/.test(sort) ? sort : '',
    view: search.get('view') ?? '',
    opened: parseOpened(search.get('open')),
  };
}

/** Writes the state into a URL; defaults are omitted, foreign parameters kept. */
export function writeListState(state: ListState, search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams([...search].filter(([name]) => !OWN.includes(name)));
  const put = (name: string, value: string, fallback: string) => {
    if (value !== fallback) next.set(name, value);
  };
  put('q', valuesText(state.values), '');
  put('page', String(state.page), '1');
  put('limit', String(state.limit), String(DEFAULT_PAGE_SIZE));
  put('sort', state.sort, '');
  put('view', state.view, '');
  if (state.opened) next.set('open', state.opened.kind === 'new' ? 'new' : `${state.opened.kind}-${state.opened.id}`);
  return next;
}

export type UpdateList = (change: Partial<ListState>, how?: { replace?: boolean }) => void;

/** URL-backed state of the one list of a page. */
export function useUrlListState(): readonly [ListState, UpdateList] {
  const { search, isHere } = useOwnSearch();
  const changeAddress = useChangeAddress();
  const text = search.toString();
  const state = useMemo(() => parseListState(new URLSearchParams(text)), [text]);
  const update = useCallback<UpdateList>(
    (change, how) => {
      if (!isHere) return;
      changeAddress((now) => writeListState({ ...parseListState(now), ...change }, now), { replace: how?.replace ?? false });
    },
    [isHere, changeAddress],
  );
  return [state, update];
}

/** Local state for a list inside a drawer or panel, since the URL belongs to the page. */
export function useLocalListState(): readonly [ListState, UpdateList] {
  const [state, setState] = useState(EMPTY_STATE);
  const update = useCallback<UpdateList>((change) => setState((now) => ({ ...now, ...change })), []);
  return [state, update];
}
