import { describe, expect, it } from 'vitest';
import { planNew, planTable } from './plan.ts';
import type { ColumnSpec, ColumnType, Step, StoredTable, TableSpec } from './types.ts';

let lastId = 0;
const nextId = () => `id${++lastId}`;
const text = (length: number): ColumnType => ({ kind: 'text', length });
const column = (fieldId: string, name: string, type: ColumnType = text(50), over: Partial<ColumnSpec> = {}): ColumnSpec => ({
  fieldId,
  name,
  label: name,
  type,
  ...over,
});
const table = (...columns: ColumnSpec[]): TableSpec => ({
  part: '',
  name: 'df_a',
  label: '甲',
  columns: [column('$id', 'id', text(32), { isKey: true, isNotNull: true }), ...columns],
});
const made = (...columns: ColumnSpec[]): StoredTable => planNew(table(...columns), 'df_a', nextId).after;
const living = (stored: StoredTable) => stored.columns.filter((one) => !one.isHidden).map((one) => `${one.fieldId}:${one.name}`);

/** The names that a table has after the steps, each with the field whose values stand under it; throws when a name is there twice. */
function played(before: StoredTable, steps: readonly Step[]): Map<string, string> {
  const names = new Map(before.columns.map((one) => [one.name, one.id]));
  for (const step of steps) {
    if (step.do === 'rename') {
      const id = names.get(step.from);
      if (id === undefined) throw new Error(`there is no ${step.from}`);
      names.delete(step.from);
      if (names.has(step.to)) throw new Error(`${step.to} is there already`);
      names.set(step.to, id);
    }
    if (step.do === 'add') {
      if (names.has(step.column.name)) throw new Error(`${step.column.name} is there already`);
      names.set(step.column.name, step.column.id);
    }
  }
  return names;
}

describe('a new table', () => {
  it('has names that a database takes, none twice', () => {
    const { after, steps } = planNew(
      table(
        column('f1', 'siteName'),
        column('f2', 'site_name'),
        column('f3', '地点'),
        column('f4', 'a"; drop table x; --'),
        column('f5', 'ID'),
      ),
      'df_a',
      nextId,
    );
    expect(living(after)).toEqual(['$id:id', 'f1:site_name', 'f2:site_name_2', 'f3:f_f3', 'f4:a_drop_table_x', 'f5:id_2']);
    expect(steps.map((step) => step.do)).toEqual(['create']);
  });

  it('brings the indexes that are asked for', () => {
    const { steps } = planNew(
      table(column('f1', 'no', text(20), { isUnique: true }), column('f2', 'day', { kind: 'date' }, { isIndexed: true })),
      'df_a',
      nextId,
    );
    expect(steps.slice(1)).toMatchObject([
      { do: 'index', column: 'no', isUnique: true },
      { do: 'index', column: 'day', isUnique: false },
    ]);
  });
});

describe('a table that changes', () => {
  it('stays as it is when nothing is asked for', () => {
    const stored = made(column('f1', 'site'), column('f2', 'found', { kind: 'number', digits: 10, scale: 2 }));
    const { steps, checks, after } = planTable(
      stored,
      table(column('f1', 'site'), column('f2', 'found', { kind: 'number', digits: 10, scale: 2 })),
      nextId,
    );
    expect({ steps, checks }).toEqual({ steps: [], checks: [] });
    expect(after).toEqual(stored);
  });

  it('adds, renames by field, widens and relabels without a check', () => {
    const stored = made(column('f1', 'site'), column('f2', 'found'));
    const wanted = table(column('f1', 'place', text(80)), column('f2', 'found', text(50), { label: '发现数' }), column('f3', 'level'));
    const { steps, checks, after } = planTable(stored, wanted, nextId);
    expect(checks).toEqual([]);
    expect(steps).toMatchObject([
      { do: 'rename', from: 'site', to: 'place' },
      { do: 'retype', column: 'place', type: text(80) },
      { do: 'label', column: 'place', label: 'place' },
      { do: 'label', column: 'found', label: '发现数' },
      { do: 'add', column: { name: 'level' } },
    ]);
    expect(living(after)).toEqual(['$id:id', 'f1:place', 'f2:found', 'f3:level']);
  });

  it('asks about the rows before it narrows', () => {
    const stored = made(column('f1', 'site', { kind: 'long' }), column('f2', 'sum', { kind: 'number', digits: 12, scale: 4 }));
    const { checks } = planTable(
      stored,
      table(column('f1', 'site', text(5)), column('f2', 'sum', { kind: 'number', digits: 12, scale: 2 })),
      nextId,
    );
    expect(checks).toMatchObject([
      { fieldId: 'f1', column: 'site', what: { kind: 'longer', length: 5 } },
      { fieldId: 'f2', column: 'sum', what: { kind: 'digits', digits: 12, scale: 2 } },
    ]);
  });

  it('leaves a column of another type beside the new one, once it holds nothing', () => {
    const stored = made(column('f1', 'site'));
    const { steps, checks, after } = planTable(stored, table(column('f1', 'site', { kind: 'date' })), nextId);
    expect(checks).toMatchObject([{ column: 'site', what: { kind: 'filled' } }]);
    expect(steps).toMatchObject([
      { do: 'rename', from: 'site', to: 'site__h2' },
      { do: 'add', column: { name: 'site', position: 3 } },
    ]);
    expect(living(after)).toEqual(['$id:id', 'f1:site']);
  });

  it('hides what no field has any more and shows it again with its values', () => {
    const stored = made(column('f1', 'site', text(50), { isUnique: true }), column('f2', 'found'));
    const without = planTable(stored, table(column('f2', 'found'), column('f9', 'site')), nextId);
    expect(without.steps).toMatchObject([
      { do: 'rename', from: 'site', to: 'site__h2' },
      { do: 'dropIndex', isUnique: true },
      { do: 'add', column: { fieldId: 'f9', name: 'site' } },
    ]);
    const back = planTable(
      without.after,
      table(column('f1', 'site', text(50), { isUnique: true }), column('f2', 'found'), column('f9', 'site')),
      nextId,
    );
    expect(back.steps).toMatchObject([
      { do: 'rename', from: 'site__h2', to: 'site_2' },
      { do: 'index', column: 'site_2', isUnique: true },
    ]);
    expect(back.checks).toMatchObject([{ column: 'site__h2', what: { kind: 'repeated' } }]);
    expect(back.after.columns.find((one) => one.fieldId === 'f1')?.id).toBe(stored.columns.find((one) => one.fieldId === 'f1')?.id);
  });

  it('lets names go round', () => {
    const stored = made(column('f1', 'a'), column('f2', 'b'), column('f3', 'c'));
    const { steps, after } = planTable(stored, table(column('f1', 'b'), column('f2', 'c'), column('f3', 'a')), nextId);
    const ids = Object.fromEntries(stored.columns.map((one) => [one.fieldId, one.id]));
    expect(Object.fromEntries(played(stored, steps))).toMatchObject({ b: ids['f1'], c: ids['f2'], a: ids['f3'] });
    expect(living(after)).toEqual(['$id:id', 'f1:b', 'f2:c', 'f3:a']);
  });
});

/** Numbers that are the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
const TYPES: readonly ColumnType[] = [text(10), text(50), { kind: 'long' }, { kind: 'number', digits: 8, scale: 2 }, { kind: 'date' }];
const NAMES = ['site', 'Site', 'found', '名称', 'site_2', 'id', 'sum__h3', 'select', 'b', 'c'];

it('100 random histories of five versions: no name twice at any step, no column lost, the table is what the plan says', () => {
  const pick = random(7);
  for (let history = 0; history < 100; history++) {
    let stored = made();
    const seen = new Set<string>();
    for (let version = 0; version < 5; version++) {
      const fields = Array.from({ length: 6 }, (_, i) => `f${i}`).filter(() => pick(3) > 0);
      const wanted = table(
        ...fields.map((id) => column(id, NAMES[pick(NAMES.length)]!, TYPES[pick(TYPES.length)]!, { isUnique: pick(4) === 0 })),
      );
      const plan = planTable(stored, wanted, nextId);
      const names = played(stored, plan.steps);
      expect(new Map(plan.after.columns.map((one) => [one.name, one.id]))).toEqual(names);
      for (const one of stored.columns) seen.add(one.id);
      expect(plan.after.columns.map((one) => one.id)).toEqual(expect.arrayContaining([...seen]));
      expect(
        plan.after.columns
          .filter((one) => !one.isHidden)
          .map((one) => one.fieldId)
          .toSorted(),
      ).toEqual(['$id', ...fields]);
      for (const one of plan.after.columns) expect(one.name).toMatch(/^[a-z][a-z0-9_]{0,62}$/);
      expect(planTable(plan.after, wanted, nextId).steps).toEqual([]);
      stored = plan.after;
    }
  }
});
