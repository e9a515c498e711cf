import { expect, test } from 'vitest';
import { documentVersion, isNewerDocument, upgradeDocument, type DocumentUpgrades } from './document-upgrade.ts';
import { asList, asObject } from './loose.ts';

/** A list of parts that was first called `items`, whose parts then got sizes. */
const UPGRADES: DocumentUpgrades = {
  steps: [
    ({ items, ...rest }) => ({ ...rest, parts: items }),
    (before) => ({ ...before, parts: asList(before.parts).map((part) => ({ size: 1, ...asObject(part) })) }),
  ],
};
const TODAY = { v: 2, title: '一', parts: [{ name: 'a', size: 3 }] };

test('a document passes the steps that it has not passed, in order', () => {
  expect(upgradeDocument(UPGRADES, { title: '一', items: [{ name: 'a' }] })).toEqual({
    v: 2,
    title: '一',
    parts: [{ name: 'a', size: 1 }],
  });
  expect(upgradeDocument(UPGRADES, { v: 1, parts: [{ name: 'a' }] })).toEqual({ v: 2, parts: [{ name: 'a', size: 1 }] });
});
test('one of today stays as it is', () => {
  expect(upgradeDocument(UPGRADES, TODAY)).toBe(TODAY);
});
test('a version that says nothing is the oldest', () => {
  for (const v of [undefined, null, '2', -1, 1.5, Number.NaN]) expect(documentVersion({ v })).toBe(0);
});
test('one of a later program is told apart', () => {
  expect(isNewerDocument(UPGRADES, { v: 3 })).toBe(true);
  for (const known of [TODAY, { v: 1 }, {}, null, 'text', []]) expect(isNewerDocument(UPGRADES, known)).toBe(false);
});
