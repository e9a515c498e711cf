import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { field, storeSet } from '#modules/datasets/server/engine/test-documents.ts';
import { sealColumns, testSource } from '#modules/sources/server/test-source.ts';

const app = startApp({ managed: true });
const source = testSource(
  app,
  `create table site (id int primary key, code text, name text, phone text);
   insert into site values (1, 'S1', '一号站', '13812340001'), (2, 'S2', '二号站', '13812340002'), (3, 'S3', '三号站', '13912340003')`,
);
const base = '/data/filling/forms';
let owner!: Send;
let ownerId = '';
let sourceId = '';

/** A data set of the table, or of a statement over it, that everybody may use. */
async function sharedSet(origin: object): Promise<string> {
  const fields = ['code', 'name', 'phone'].map((name) => field(name, 'dimension', 'string'));
  const setId = await storeSet(app, { sourceId, origin, fields } as never);
  await app.database.db.updateTable('visualDataSet').set({ isShared: '1' }).where('id', '=', setId).execute();
  return setId;
}
const schemaOf = (setId: string, over: object = {}) => ({
  layout: [
    { id: 'f1', type: 'input', key: 'remark', label: '备注' },
    {
      id: 'f2',
      type: 'select',
      key: 'site',
      label: '站点',
      options: { from: 'dataset', setId, valueColumn: 'code', labelColumn: 'name', ...over },
    },
  ],
  rules: [],
});
async function publish(formCode: string, schema: object): Promise<string> {
  const made = await owner('POST', base, { formCode, formName: formCode, schema });
  expect(made.status, made.msg).toBe(200);
  const done = await owner('POST', `${base}/${made.data.id}/publish`, { version: 0 });
  expect(done.status, done.msg).toBe(200);
  return made.data.id as string;
}
async function ticketOf(formId: string): Promise<string> {
  const made = await owner('POST', `${base}/${formId}/links`, { linkName: '站点', hasCaptcha: '0' });
  expect(made.status, made.msg).toBe(200);
  const opened = await app.stranger('POST', '/data/filling/link/open', { token: String(made.data.path).split('/').at(-1) });
  return opened.data.ticket as string;
}
const ask = (ticket: string, query = '') =>
  app.stranger('GET', `/data/filling/link/choices/f2?${query}`, undefined, { 'x-fill-ticket': ticket });

beforeAll(async () => {
  sourceId = await source.register({ isShared: '0' });
  const perms = ['filling:form:add', 'filling:form:edit', 'filling:form:list', 'filling:form:publish'];
  const account = await app.make.user({ perms, dataScope: '1' });
  ownerId = account.id;
  owner = app.as(account.token);
  const table = await app.database.db.selectFrom('metadataTable').select('id').where('sourceId', '=', sourceId).executeTakeFirstOrThrow();
  const grant = { subjectType: 'user', subjectId: ownerId, objectType: 'table', objectId: table.id, actions: ['meta', 'query', 'unmask'] };
  const granted = await app.admin('POST', '/data/metadata/authorizes', grant);
  expect(granted.status, granted.msg).toBe(200);
});

describe('options of a public link whose owner sees sensitive columns in the clear', () => {
  it('are refused when they are of such a column, by value, by label and by what they are counted with', async () => {
    const plain = await sharedSet({ kind: 'table', table: { schema: 'public', table: 'site' } });
    // a condition on the column tells who begins so, and how many there are
    const chosen = await sharedSet({ kind: 'sql', sql: "select code, name, phone from public.site where phone like '138%'" });
    const forms = [
      await publish('by_label', schemaOf(plain, { labelColumn: 'phone' })),
      await publish('by_value', schemaOf(plain, { valueColumn: 'phone' })),
      await publish('by_count', schemaOf(chosen)),
    ];
    const tickets = await Promise.all(forms.map(ticketOf));
    // nothing is classified yet
    expect((await ask(tickets[2]!)).data).toHaveLength(2);
    await sealColumns(app, sourceId, 'phone');
    for (const [at, formId] of forms.entries()) {
      // its owner sees them in the clear
      expect((await owner('GET', `${base}/${formId}/choices/f2`)).data, formId).not.toBeNull();
      for (const query of ['', 'keyword=138', 'values=S1', 'values=13812340001']) {
        const answer = await ask(tickets[at]!, query);
        expect(answer, `${formId} ${query}`).toMatchObject({ status: 200, data: null });
        expect(JSON.stringify(answer)).not.toContain('1381234');
      }
      for (const site of ['S1', 'S9', '13812340001']) {
        const body = { values: { site }, once: `masked-options-${at}-${site}` };
        const sent = await app.stranger('POST', '/data/filling/link/records', body, { 'x-fill-ticket': tickets[at]! });
        expect(sent).toMatchObject({ status: 400, data: [{ path: 'values.site', message: '“站点”：没有选项权限' }] });
      }
      const none = await owner('POST', `${base}/${formId}/links`, { linkName: '不行' });
      expect(none).toMatchObject({ status: 422, error: 'rule.broken' });
      expect(none.msg).toContain('站点');
    }
  });

  it('are given when they tell nothing of such a column', async () => {
    const plain = await sharedSet({ kind: 'table', table: { schema: 'public', table: 'site' } });
    const ticket = await ticketOf(await publish('plain', schemaOf(plain)));
    expect((await ask(ticket)).data.map(({ value }: { value: string }) => value).toSorted()).toEqual(['S1', 'S2', 'S3']);
  });
});
