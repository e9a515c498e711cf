import { expect, test } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { classify } from '../../core/recognise-column.ts';
import { LABELLED_COLUMNS, valuesOf, type LabelledColumn } from './labelled-columns.ts';
import { classRules } from './recognition.ts';

const app = startApp();

/** What the built-in classes say of every labelled column, and how far that is right. */
async function judge(values: (column: LabelledColumn) => string[]) {
  const rules = await classRules(app.database.db);
  const wrong: string[] = [];
  const count = { right: 0, found: 0, wanted: 0 };
  for (const column of LABELLED_COLUMNS) {
    const found = classify({ ...column, texts: [] }, values(column), rules).map((hit) => hit.classId);
    const isRight = column.label === null ? found.length === 0 : found.length === 1 && found[0] === column.label;
    count.found += found.length;
    if (column.label !== null) count.wanted += 1;
    if (column.label !== null && found.includes(column.label)) count.right += 1;
    if (!isRight) wrong.push(`${column.schema}.${column.table}.${column.name}: ${column.label ?? '-'} → ${found.join(',') || '-'}`);
  }
  return { precision: count.right / count.found, recall: count.right / count.wanted, wrong };
}

test('the labelled columns are many, and most are of no class', () => {
  expect(LABELLED_COLUMNS.length).toBeGreaterThan(300);
  expect(LABELLED_COLUMNS.filter(({ label }) => label !== null).length).toBeGreaterThan(60);
});

test.each([
  ['with values', valuesOf],
  ['by their names alone', () => []],
])('columns of four public schemas get the class that a steward would give them, %s', async (_how, values) => {
  const { precision, recall, wrong } = await judge(values);
  const told = wrong.join('\n');
  expect(precision, told).toBeGreaterThanOrEqual(0.9);
  expect(recall, told).toBeGreaterThanOrEqual(0.8);
});
