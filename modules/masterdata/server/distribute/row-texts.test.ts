import { expect, it } from 'vitest';
import { dialectOf } from '#modules/sources/core/index.ts';
import type { FeedMessage } from '../../contract/target.ts';
import { rowTexts } from './row-texts.ts';

const NONE = { states: [], times: [] };
const place = { table: ['ods', 'customer'], keyColumn: 'id' };
const message = (over: Partial<FeedMessage> = {}): FeedMessage => ({
  seq: '1',
  id: 'r1',
  version: '3',
  action: 'upsert',
  reason: 'change',
  time: '2026-11-29T00:00:00.000Z',
  values: { name: "O'Neil", code: null },
  ...over,
});

it('a record is changed where it is there and added where it is not', () => {
  expect(rowTexts(dialectOf('postgres'), place, message(), NONE)).toEqual([
    `update "ods"."customer" set "name" = 'O''Neil', "code" = null where "id" = 'r1'`,
    `insert into "ods"."customer" ("id", "name", "code") select 'r1', 'O''Neil', null where not exists (select 1 from "ods"."customer" where "id" = 'r1')`,
  ]);
});
it('a record that is gone is deleted, or marked where its state is kept', () => {
  const gone = message({ action: 'remove', values: null });
  expect(rowTexts(dialectOf('mysql'), place, gone, NONE)).toEqual(["delete from `ods`.`customer` where `id` = 'r1'"]);
  expect(rowTexts(dialectOf('mysql'), place, gone, { ...NONE, states: ['state'] })).toEqual([
    "update `ods`.`customer` set `state` = '0' where `id` = 'r1'",
  ]);
});
it('a value that no literal can hold is refused', () => {
  expect(() => rowTexts(dialectOf('postgres'), place, message({ values: { name: 'a\\b' } }), NONE)).toThrow(RangeError);
});
it('the moment of a change is told by the clock of China, with its zone where a column may keep one', () => {
  const own = { ...NONE, times: ['changed'] };
  const timed = message({ action: 'upsert', time: '2026-11-28T16:30:00.250Z', values: { changed: '2026-11-28T16:30:00.250Z' } });
  expect(rowTexts(dialectOf('mysql'), place, timed, own)[0]).toBe(
    "update `ods`.`customer` set `changed` = '2026-11-29 00:30:00.250' where `id` = 'r1'",
  );
  expect(rowTexts(dialectOf('postgres'), place, timed, own)[0]).toContain("'2026-11-29 00:30:00.250+08:00'");
});
