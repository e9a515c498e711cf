import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { FormSchema, type FormField } from '../contract/schema.ts';
import { choiceSource, compileForm, formFaults, isValueField, mainFields, settledForm, subforms, validateRecord } from '../core/index.ts';
import { chance, randomForm, randomValue } from '../core/test-forms.ts';
import { dayOf } from './load.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const FORMS = 60;
let person: { userId: string; deptId: string | null };

/** Without fields whose values only the server can look up: of those it says more than a browser can. */
const plain = (layout: readonly FormField[]): FormField[] =>
  layout.flatMap((field): FormField[] => {
    if (isValueField(field)) return choiceSource(field) === null ? [field] : [];
    if (field.type === 'grid' || field.type === 'tabs')
      return [{ ...field, areas: field.areas.map((area) => ({ ...area, children: plain(area.children) })) }];
    if (field.type === 'subform') {
      const children = field.children.filter((cell) => choiceSource(cell) === null);
      return children.length > 0 ? [{ ...field, children }] : [];
    }
    return 'children' in field ? [{ ...field, children: plain(field.children) }] : [field];
  });
const idsIn = (layout: readonly FormField[]): string[] =>
  layout.flatMap((field) => [
    field.id,
    ...('areas' in field ? field.areas.flatMap(({ children }) => idsIn(children)) : 'children' in field ? idsIn(field.children) : []),
  ]);

beforeAll(async () => {
  const row = await app.database.db
    .selectFrom('sysUser')
    .select(['id', 'deptId'])
    .where('username', '=', 'admin')
    .executeTakeFirstOrThrow();
  person = { userId: row.id, deptId: row.deptId };
});

describe('what is filled in', () => {
  it(`is judged by the server as in the browser, word for word, for ${FORMS} random forms with random values`, async () => {
    let [told, kept] = [0, 0];
    for (let seed = 1, made = 0; made < FORMS; seed++) {
      const from = chance(seed);
      const drawn = randomForm(from);
      const layout = plain(drawn.layout);
      const known = new Set(idsIn(layout));
      const schema = settledForm(FormSchema.parse({ ...drawn, layout, rules: drawn.rules.filter(({ target }) => known.has(target)) }));
      if (formFaults(schema).length > 0) continue;
      made++;
      const form = await app.admin('POST', base, { formCode: `r${seed}`, formName: `随机${seed}`, schema });
      expect(form.status, `${seed} ${form.msg}`).toBe(200);
      const { id } = form.data;
      const published = await app.admin('POST', `${base}/${id}/publish`, { version: 0 });
      expect(published.status, `${seed} ${published.msg}`).toBe(200);
      for (let n = 0; n < 3; n++) {
        const values: Record<string, unknown> = Object.fromEntries(
          mainFields(schema).map((field) => [field.key, randomValue(field, from)]),
        );
        for (const { key, children } of subforms(schema))
          values[key] = Array.from({ length: from.next(4) }, () =>
            Object.fromEntries(children.map((cell) => [cell.key, randomValue(cell, from)])),
          );
        const sent = JSON.parse(JSON.stringify(values)) as Record<string, unknown>;
        const compiled = compileForm(schema, { today: dayOf(new Date()) });
        const own = validateRecord(compiled, sent, { person });
        const answer = await app.admin('POST', `${base}/${id}/records`, { values: sent });
        if (own.problems.length > 0) {
          told++;
          const said = own.problems.map(({ path, message }) => ({ path, message }));
          expect(answer.data, `${seed} ${JSON.stringify(sent)}`).toEqual(said);
          expect(answer).toMatchObject({ status: 400, error: 'input.invalid', msg: said[0]!.message });
          continue;
        }
        kept++;
        expect(answer.status, `${seed} ${answer.msg} ${JSON.stringify(sent)}`).toBe(200);
        const stored = (await app.admin('GET', `${base}/${id}/records/${answer.data.id}`)).data.values;
        for (const field of mainFields(schema))
          if (field.type !== 'serial') expect(stored[field.key], `${seed} ${field.key}`).toEqual(own.values[field.key]);
      }
    }
    // a test that only ever hears one answer proves little
    expect(told).toBeGreaterThan(20);
    expect(kept).toBeGreaterThan(10);
  }, 240_000);
});

describe('codes of forms and keys of sub-tables', () => {
  it('that would name the same table get tables of their own', async () => {
    const input = (id: string, key: string) => ({ id, type: 'input', key, label: key });
    const publish = async (formCode: string, layout: object[]) => {
      const { id } = (await app.admin('POST', base, { formCode, formName: formCode, schema: { layout, rules: [] } })).data;
      const done = await app.admin('POST', `${base}/${id}/publish`, { version: 0 });
      expect(done.status, done.msg).toBe(200);
      return { id: id as string, table: done.data.table as string };
    };
    const first = await publish('clash', [
      input('a', 'a'),
      { id: 's', type: 'subform', key: 'part', label: '部分', children: [input('c', 'c')] },
    ]);
    const second = await publish('clash_part', [input('b', 'b')]);
    expect(new Set([first.table, second.table, 'managed.df_clash_part']).size).toBe(3);
    const add = (id: string, values: object) => app.admin('POST', `${base}/${id}/records`, { values });
    expect((await add(first.id, { a: '甲', part: [{ c: '乙' }] })).status).toBe(200);
    const kept = await add(second.id, { b: '丙' });
    expect((await app.admin('GET', `${base}/${second.id}/records/${kept.data.id}`)).data.values).toEqual({ b: '丙' });
  });
});
