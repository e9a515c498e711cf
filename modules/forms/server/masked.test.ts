import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { managedSourceId } from '#modules/managed/server/index.ts';
import { sealColumns } from '#modules/sources/server/test-source.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
const schema = {
  layout: [
    { id: 'f1', type: 'input', key: 'name', label: '姓名' },
    { id: 'f2', type: 'input', key: 'phone', label: '电话', required: true },
    { id: 'f3', type: 'number', key: 'pay', label: '工资' },
    { id: 'f5', type: 'location', key: 'home', label: '住址' },
    {
      id: 'f4',
      type: 'subform',
      key: 'kin',
      label: '家属',
      children: [
        { id: 'c1', type: 'input', key: 'kin_name', label: '姓名' },
        { id: 'c2', type: 'input', key: 'kin_phone', label: '电话' },
      ],
    },
  ],
  rules: [],
};
const HOME = { lng: 120.123456, lat: 30.123456, address: '杭州市西湖区文三路90号' };
const values = { name: '王小明', phone: '13812345678', pay: 12345, home: HOME, kin: [{ kin_name: '李红', kin_phone: '13987654321' }] };
let formId = '';
let recordId = '';
let own!: Send;
const path = () => `${base}/${formId}/records/${recordId}`;
const clear = ['13812345678', '12345', '13987654321', '文三路'];
const leaks = (answer: unknown) => clear.filter((value) => JSON.stringify(answer).includes(value));

beforeAll(async () => {
  formId = (await app.admin('POST', base, { formCode: 'staff', formName: '员工', schema })).data.id;
  expect((await app.admin('POST', `${base}/${formId}/publish`, { version: 0 })).status).toBe(200);
  own = app.as((await app.make.user({ perms: [] })).token);
  recordId = (await own('POST', `${base}/${formId}/records`, { values })).data.id;
  await sealColumns(app, (await managedSourceId(app.node.app.db))!, 'phone', 'pay', 'kin_phone', 'home_address');
});

describe('fields of level L3', () => {
  it('are clear to who filled them in', async () => {
    const { data } = await own('GET', path());
    expect(data.masked).toEqual([]);
    expect(data.values).toMatchObject({ phone: '13812345678', pay: 12345, kin: [{ kin_phone: '13987654321' }] });
  });

  it('are masked to others in the record and in the list, rows of sub-tables included', async () => {
    const { data } = await app.admin('GET', path());
    expect(data.masked.toSorted()).toEqual(['c2', 'f2', 'f3', 'f5']);
    expect(data.values).toMatchObject({ name: '王小明', kin: [{ kin_name: '李红' }] });
    const page = await app.admin('GET', `${base}/${formId}/records/page`);
    expect(page.data.data[0].values.name).toBe('王小明');
    expect(leaks([data, page.data])).toEqual([]);
  });

  it('choose no rows: neither a word nor a condition finds them out', async () => {
    const found = async (query: string) => app.admin('GET', `${base}/${formId}/records/page?${query}`);
    expect((await found('keyword=13812345678')).data.total).toBe(0);
    // an address is one of the columns of its field
    expect((await found(`keyword=${encodeURIComponent('文三路')}`)).data.total).toBe(0);
    expect((await found(`keyword=${encodeURIComponent('小明')}`)).data.total).toBe(1);
    for (const where of ['{"phone":"13812345678"}', '{"pay":"12345"}'])
      expect(await found(`where=${encodeURIComponent(where)}`)).toMatchObject({ status: 400, error: 'input.invalid' });
  });

  it('stay as they are when somebody else changes the record', async () => {
    const { data } = await app.admin('GET', path());
    const next = { ...data.values, name: '王大明', phone: '改了', pay: 1, kin: [{ ...data.values.kin[0], kin_name: '李兰' }] };
    const changed = await app.admin('PUT', path(), { values: next, version: data.version });
    expect(changed.status, changed.msg).toBe(200);
    expect((await own('GET', path())).data.values).toMatchObject({
      name: '王大明',
      phone: '13812345678',
      pay: 12345,
      kin: [{ kin_name: '李兰', kin_phone: '13987654321' }],
    });
  });
});
