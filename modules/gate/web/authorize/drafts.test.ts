import { describe, expect, it } from 'vitest';
import { changesOf, draftText, heldRights, NOTHING, sameRights, USUAL, type Draft, type Held, type Place, type Rights } from './drafts.ts';
import { isPlain, type GrantRow } from './use-grants.ts';

const grant = (id: string, more: Partial<GrantRow> = {}): GrantRow =>
  ({
    id,
    objectType: 'table',
    objectId: '7',
    tableId: '7',
    actions: ['meta', 'query'],
    rowFilter: null,
    beginTime: null,
    endTime: null,
    requestId: null,
    status: '1',
    ...more,
  }) as GrantRow;
const column = (id: string, objectId: string, more: Partial<GrantRow> = {}) => grant(id, { objectType: 'column', objectId, ...more });
const rights = (more: Partial<Rights> = {}): Rights => ({
  actions: ['meta', 'query'],
  rowFilter: null,
  endTime: null,
  columns: null,
  ...more,
});
const table: Place = { type: 'table', id: '7', name: '合同', above: [], sourceName: '仓库' };
const draft = (held: Held, now: Rights | null): Draft => ({ place: table, held, rights: now });
const changes = (held: Held, now: Rights | null) => changesOf(new Map([['table:7', draft(held, now)]]));
const heldOf = (...grants: GrantRow[]) => heldRights(grants).get('table:7')!;

describe('rights of a subject, from its grants', () => {
  it('are those of the grant on the whole object; later grants on it stand aside', () => {
    const held = heldOf(grant('2', { actions: ['query'] }), grant('1', { endTime: '2027-01-01T00:00:00Z' }), column('3', '71'));
    expect(held.rights).toEqual(rights({ endTime: '2027-01-01T00:00:00Z' }));
    expect(held.grants.map(({ id }) => id)).toEqual(['1']);
    expect(held.others.map(({ id }) => id)).toEqual(['3', '2']);
    expect(held.isMixed).toBe(false);
  });
  it('are rights on some columns where only columns are granted, each column once', () => {
    const held = heldOf(column('3', '72'), column('2', '71', { actions: ['export'] }), column('1', '71'));
    expect(held.rights).toEqual(rights({ columns: ['71', '72'] }));
    expect(held.grants.map(({ id }) => id)).toEqual(['1', '3']);
    expect(held.others.map(({ id }) => id)).toEqual(['2']);
    expect(held.isMixed).toBe(false);
  });
  it.each([{ actions: ['meta' as const] }, { rowFilter: 'a = 1' }, { endTime: '2027-01-01T00:00:00Z' }])(
    'are mixed where columns differ in %j',
    (other) => {
      expect(heldOf(column('2', '72', other), column('1', '71')).isMixed).toBe(true);
    },
  );
  it('names actions in one order and keeps other objects apart', () => {
    const held = heldRights([
      grant('1', { actions: ['unmask', 'meta'] }),
      grant('2', { objectType: 'schema', objectId: '1.dwd', tableId: null }),
    ]);
    expect(held.get('table:7')!.rights!.actions).toEqual(['meta', 'unmask']);
    expect([...held.keys()].toSorted()).toEqual(['schema:1.dwd', 'table:7']);
  });
});

describe('two rights', () => {
  it('are the same when nothing differs, whatever the order of columns', () => {
    expect(sameRights(null, null)).toBe(true);
    expect(sameRights(rights(), null)).toBe(false);
    expect(sameRights(null, rights())).toBe(false);
    expect(sameRights(rights({ columns: ['1', '2'] }), rights({ columns: ['2', '1'] }))).toBe(true);
    expect(sameRights(rights({ columns: ['1', '2'] }), rights({ columns: ['1'] }))).toBe(false);
    expect(sameRights(rights({ columns: ['1', '2'] }), rights({ columns: ['1', '3'] }))).toBe(false);
    expect(sameRights(rights(), rights({ columns: ['1'] }))).toBe(false);
    expect(sameRights(rights({ columns: ['1'] }), rights())).toBe(false);
    expect(sameRights(rights(), rights({ actions: ['meta'] }))).toBe(false);
    expect(sameRights(rights(), rights({ rowFilter: 'a = 1' }))).toBe(false);
    expect(sameRights(rights(), rights({ endTime: '2027-01-01T00:00:00Z' }))).toBe(false);
  });
});

describe('what a save sends', () => {
  it('makes a grant where there was none, on the table or on each column', () => {
    const terms = { actions: ['meta', 'preview', 'query'], rowFilter: null, endTime: null };
    expect(changes(NOTHING, USUAL)).toEqual({ change: [{ id: null, objectType: 'table', objectId: '7', ...terms }], end: [] });
    expect(changes(NOTHING, { ...USUAL, columns: ['71', '72'] }).change.map(({ objectType, objectId }) => [objectType, objectId])).toEqual([
      ['column', '71'],
      ['column', '72'],
    ]);
  });
  it('changes what has other terms, leaves what has the same, ends what is no longer wanted', () => {
    const held = heldOf(column('2', '72'), column('1', '71'));
    expect(changes(held, rights({ columns: ['71'] }))).toEqual({ change: [], end: ['2'] });
    const filtered = changes(held, rights({ columns: ['71', '72'], rowFilter: 'a = 1' }));
    expect(filtered.change.map(({ id, rowFilter }) => [id, rowFilter])).toEqual([
      ['1', 'a = 1'],
      ['2', 'a = 1'],
    ]);
    expect(filtered.end).toEqual([]);
    expect(changes(held, null)).toEqual({ change: [], end: ['1', '2'] });
    const whole = changes(held, rights());
    expect(whole.change.map(({ id, objectType }) => [id, objectType])).toEqual([[null, 'table']]);
    expect(whole.end).toEqual(['1', '2']);
  });
});

describe('a draft in words', () => {
  const text = (before: Partial<Rights> | null, now: Partial<Rights> | null) =>
    draftText(draft(before === null ? NOTHING : { ...NOTHING, rights: rights(before) }, now && rights(now)));
  it.each([
    [{}, null, '移除授权'],
    [null, {}, '新增授权'],
    [null, { columns: ['1', '2'] }, '新增 2 个字段的授权'],
    [{}, { actions: ['meta', 'query', 'export', 'unmask'] }, '增加导出、明文'],
    [{ actions: ['meta', 'query', 'export'] }, {}, '去掉导出'],
    [{}, { actions: ['meta', 'export'] }, '增加导出，去掉查询'],
    [{}, { rowFilter: 'a = 1' }, '增加行范围'],
    [{ rowFilter: 'a = 1' }, {}, '去掉行范围'],
    [{ rowFilter: 'a = 1' }, { rowFilter: 'a = 2' }, '修改行范围'],
    [{}, { endTime: '2027-02-18T04:00:00Z' }, '期限由长期改为 2027-02-18'],
    [{ endTime: '2027-02-18T04:00:00Z' }, {}, '期限由2027-02-18改为 长期'],
    [{ columns: ['1'] }, {}, '改为全部字段'],
    [{}, { columns: ['1', '2'] }, '字段改为 2 个'],
    [{ columns: ['1'] }, { columns: ['2'] }, '字段改为 1 个'],
    [{ columns: ['1', '2'] }, { columns: ['2', '1'] }, '统一各字段的授权'],
  ] as [Partial<Rights> | null, Partial<Rights> | null, string][])('%j → %j: %s', (before, now, words) => {
    expect(text(before, now)).toBe(words);
  });
});

it('a plain grant has no condition, no times, no request and is in force', () => {
  expect(isPlain(grant('1'))).toBe(true);
  for (const more of [
    { rowFilter: 'a = 1' },
    { beginTime: '2027-01-01T00:00:00Z' },
    { endTime: '2027-01-01T00:00:00Z' },
    { requestId: '5' },
    { status: '0' as const },
  ])
    expect(isPlain(grant('1', more))).toBe(false);
});
