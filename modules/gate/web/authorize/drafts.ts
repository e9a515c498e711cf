import { dateTime } from '#kit/web/format.ts';
import { ACTION_LABELS, GRANT_ACTIONS, type ObjectType } from '../../contract/authorize.ts';
import type { GrantRow } from './use-grants.ts';

export type Action = (typeof GRANT_ACTIONS)[number];

/** An object of the tree with what lies above it. */
export interface Place {
  readonly type: ObjectType;
  readonly id: string;
  readonly name: string;
  /** keys of what it lies in, from the source down */
  readonly above: readonly string[];
  readonly sourceName: string;
}

/** What a subject has on an object: `columns` names the part of a table, null the whole of it. */
export interface Rights {
  readonly actions: readonly Action[];
  readonly rowFilter: string | null;
  readonly endTime: string | null;
  readonly columns: readonly string[] | null;
}

/** Stored rights of an object, and the grants that they stand for. */
export interface Held {
  readonly rights: Rights | null;
  readonly grants: readonly GrantRow[];
  /** further grants on the same object, left alone here */
  readonly others: readonly GrantRow[];
  /** grants on columns of one table that differ in more than the column */
  readonly isMixed: boolean;
}

export interface Draft {
  readonly place: Place;
  readonly held: Held;
  /** null = the grant shall end */
  readonly rights: Rights | null;
}
export type Drafts = ReadonlyMap<string, Draft>;

export const USUAL: Rights = { actions: ['meta', 'preview', 'query'], rowFilter: null, endTime: null, columns: null };
export const NOTHING: Held = { rights: null, grants: [], others: [], isMixed: false };
export const keyOf = (type: string, id: string): string => `${type}:${id}`;

const termsOf = (grant: GrantRow) => ({
  actions: GRANT_ACTIONS.filter((action) => grant.actions.includes(action)),
  rowFilter: grant.rowFilter,
  endTime: grant.endTime,
});
const sameTerms = (a: Omit<Rights, 'columns'>, b: Omit<Rights, 'columns'>): boolean =>
  a.actions.join() === b.actions.join() && a.rowFilter === b.rowFilter && a.endTime === b.endTime;
export const sameRights = (a: Rights | null, b: Rights | null): boolean =>
  a === null || b === null
    ? a === b
    : sameTerms(a, b) && (a.columns === null || b.columns === null ? a.columns === b.columns : sameSet(a.columns, b.columns));
const sameSet = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one));

/** Grants of a subject as rights by object; those on columns are rights on a part of their table. */
export function heldRights(grants: readonly GrantRow[]): ReadonlyMap<string, Held> {
  const byKey = new Map<string, GrantRow[]>();
  const add = (key: string, grant: GrantRow) => byKey.set(key, [...(byKey.get(key) ?? []), grant]);
  for (const grant of [...grants].reverse())
    if (grant.objectType === 'column' && grant.tableId !== null) add(keyOf('table', grant.tableId), grant);
    else add(keyOf(grant.objectType, grant.objectId), grant);
  return new Map([...byKey].map(([key, list]) => [key, heldOf(list)]));
}

function heldOf(list: readonly GrantRow[]): Held {
  const whole = list.find((grant) => grant.objectType !== 'column');
  if (whole)
    return {
      rights: { ...termsOf(whole), columns: null },
      grants: [whole],
      others: list.filter((grant) => grant !== whole),
      isMixed: false,
    };
  const byColumn = new Map<string, GrantRow>();
  for (const grant of list) if (!byColumn.has(grant.objectId)) byColumn.set(grant.objectId, grant);
  const grants = [...byColumn.values()];
  const terms = termsOf(grants[0]!);
  return {
    rights: { ...terms, columns: [...byColumn.keys()] },
    grants,
    others: list.filter((grant) => !grants.includes(grant)),
    isMixed: grants.some((grant) => !sameTerms(termsOf(grant), terms)),
  };
}

/** The body of one save: grants that end, change, or are made. */
export function changesOf(drafts: Drafts) {
  const end: string[] = [];
  const change: {
    id: string | null;
    objectType: ObjectType;
    objectId: string;
    actions: Action[];
    rowFilter: string | null;
    endTime: string | null;
  }[] = [];
  for (const { place, held, rights } of drafts.values()) {
    if (rights === null) {
      end.push(...held.grants.map((grant) => grant.id));
      continue;
    }
    const terms = { actions: [...rights.actions], rowFilter: rights.rowFilter, endTime: rights.endTime };
    const wanted =
      rights.columns === null
        ? [{ objectType: place.type, objectId: place.id }]
        : rights.columns.map((objectId) => ({ objectType: 'column' as const, objectId }));
    const kept = new Set<string>();
    for (const object of wanted) {
      const before = held.grants.find((grant) => grant.objectType === object.objectType && grant.objectId === object.objectId);
      if (before) kept.add(before.id);
      if (!before || !sameTerms(termsOf(before), { ...terms })) change.push({ id: before?.id ?? null, ...object, ...terms });
    }
    end.push(...held.grants.filter((grant) => !kept.has(grant.id)).map((grant) => grant.id));
  }
  return { change, end };
}

const termText = (endTime: string | null): string => (endTime === null ? '长期' : (dateTime(endTime)?.slice(0, 10) ?? ''));

/** What a draft changes, in words: 增加行范围；期限由长期改为 2027-02-18. */
export function draftText({ held, rights }: Draft): string {
  const before = held.rights;
  if (rights === null) return '移除授权';
  if (before === null) return rights.columns === null ? '新增授权' : `新增 ${rights.columns.length} 个字段的授权`;
  const parts: string[] = [];
  const gone = before.actions.filter((action) => !rights.actions.includes(action));
  const come = rights.actions.filter((action) => !before.actions.includes(action));
  if (come.length > 0) parts.push(`增加${come.map((action) => ACTION_LABELS[action]).join('、')}`);
  if (gone.length > 0) parts.push(`去掉${gone.map((action) => ACTION_LABELS[action]).join('、')}`);
  if (before.rowFilter !== rights.rowFilter)
    parts.push(before.rowFilter === null ? '增加行范围' : rights.rowFilter === null ? '去掉行范围' : '修改行范围');
  if (before.endTime !== rights.endTime) parts.push(`期限由${termText(before.endTime)}改为 ${termText(rights.endTime)}`);
  if (!(before.columns === null && rights.columns === null) && !sameRights({ ...rights, columns: before.columns }, rights))
    parts.push(rights.columns === null ? '改为全部字段' : `字段改为 ${rights.columns.length} 个`);
  return parts.join('，') || '统一各字段的授权';
}
