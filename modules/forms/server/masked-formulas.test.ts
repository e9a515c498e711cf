import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const FIELDS = [
  { id: 'f1', type: 'input', key: 'name', label: '姓名' },
  { id: 'f2', type: 'input', key: 'phone', label: '电话' },
  { id: 'f3', type: 'number', key: 'pay', label: '工资' },
];
const COMPUTED = [
  { id: 'f4', type: 'formula', key: 'contact', label: '联系方式', expr: 'CONCAT([姓名], [电话])', result: 'text' },
  { id: 'f5', type: 'number', key: 'yearly', label: '年薪' },
];
const RULES = [{ target: 'f5', effect: 'compute', value: '[工资] * 12' }];
const CLEAR = ['13812345678', '12345', '148140'];
const leaks = (answer: unknown) => CLEAR.filter((value) => JSON.stringify(answer).includes(value));

/** A published form with a record that somebody else filled in. */
async function filledForm(formCode: string, schema: object) {
  const formId = (await app.admin('POST', base, { formCode, formName: formCode, schema })).data.id as string;
  const published = await app.admin('POST', `${base}/${formId}/publish`, { version: 0 });
  expect([published.status, published.msg]).toEqual([200, published.msg]);
  const own: Send = app.as((await app.make.user({ perms: [] })).token);
  const made = await own('POST', `${base}/${formId}/records`, { values: { name: '王小明', phone: '13812345678', pay: 12345 } });
  expect([made.status, made.msg]).toEqual([200, made.msg]);
  return { formId, own, path: `${base}/${formId}/records/${made.data.id}` };
}
let plain!: Awaited<ReturnType<typeof filledForm>>;
let computed!: typeof plain;

beforeAll(async () => {
  plain = await filledForm('plain', { layout: FIELDS, rules: [] });
  computed = await filledForm('computed', { layout: [...FIELDS, ...COMPUTED], rules: RULES });
  const columns = await app.database.db
    .selectFrom('metadataColumn')
    .select('id')
    .where('sourceId', '=', (await managedSourceId(app.node.app.db))!)
    .where('columnName', 'in', ['phone', 'pay'])
    .execute();
  const sealed = { columnIds: columns.map(({ id }) => id), classId: null, level: 'L3' };
  expect((await app.admin('POST', '/data/metadata/classes/columns', sealed)).data).toMatchObject({ changed: 4 });
});

it('what follows from a masked field is masked as well', async () => {
  expect((await computed.own('GET', computed.path)).data.values).toMatchObject({ contact: '王小明13812345678', yearly: 148140 });
  const { data } = await app.admin('GET', computed.path);
  expect(data.masked.toSorted()).toEqual(['f2', 'f3', 'f4', 'f5']);
  const page = await app.admin('GET', `${base}/${computed.formId}/records/page`);
  const stats = await app.admin('GET', `${base}/${computed.formId}/records/stats`);
  expect(leaks([data, page.data, stats.data])).toEqual([]);
});

describe('who sees a field masked publishes nothing that tells it', () => {
  const publishing = async (schema: object) => {
    const form = (await app.admin('GET', `${base}/${plain.formId}`)).data;
    const saved = await app.admin('PUT', `${base}/${plain.formId}`, { ...form, schema });
    expect([saved.status, saved.msg]).toEqual([200, saved.msg]);
    return app.admin('POST', `${base}/${plain.formId}/publish`, { version: saved.data.version });
  };
  it.each([
    ['a formula', { layout: [...FIELDS, COMPUTED[0]], rules: [] }],
    ['a check of another field', { layout: FIELDS, rules: [{ target: 'f1', effect: 'check', when: '[工资] > 12344', message: '多' }] }],
    ['a condition', { layout: FIELDS, rules: [{ target: 'f1', effect: 'visible', when: '[工资] > 12344' }] }],
  ])('%s', async (_, schema) => {
    const published = await publishing(schema);
    expect([published.status, published.error]).toEqual([422, 'gate.refused']);
    expect(published.msg).toContain('脱敏');
  });
  it('what stood there before stays', async () => {
    const form = (await app.admin('GET', `${base}/${computed.formId}`)).data;
    const layout = form.schema.layout.map((field: { id: string }) => (field.id === 'f1' ? { ...field, hint: '全名' } : field));
    const saved = await app.admin('PUT', `${base}/${computed.formId}`, { ...form, schema: { ...form.schema, layout } });
    const published = await app.admin('POST', `${base}/${computed.formId}/publish`, { version: saved.data.version });
    expect([published.status, published.msg]).toEqual([200, published.msg]);
  });
});
