import { beforeAll, describe, expect, it } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

const app = startApp({ managed: true });
const base = '/data/filling/forms';
let formId = '';

/** What comes of a workbook that names one place. */
async function taken(place: string) {
  const columns = ['编号', '地点'].map((title) => ({ title, width: 12 }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of workbook([{ name: '填报数据', columns, rows: [['1', place]] }])) chunks.push(chunk);
  return app.admin('POST', `${base}/${formId}/records/import?commit=1`, ...multipart('地点.xlsx', Buffer.concat(chunks)));
}
const records = async () => (await app.admin('GET', `${base}/${formId}/records/page?pageNum=1&pageSize=10`)).data;

beforeAll(async () => {
  const schema = { layout: [{ id: 'f1', type: 'area', key: 'place', label: '地点' }], rules: [] };
  formId = (await app.admin('POST', base, { formCode: 'places', formName: '地点', schema })).data.id;
  expect((await app.admin('POST', `${base}/${formId}/publish`, { version: 0 })).status).toBe(200);
});

describe('areas of records', () => {
  it('are told with what they lie in, and taken by that text or by a name that only one has', async () => {
    for (const place of ['浙江省 / 杭州市 / 西湖区', '江西省 / 南昌市 / 西湖区', '富阳区']) {
      const done = await taken(place);
      expect(done.status, JSON.stringify(done)).toBe(200);
      expect(done.data.errors ?? [], JSON.stringify(done.data)).toEqual([]);
    }
    const unclear = await taken('西湖区');
    expect(JSON.stringify(unclear)).toContain('有多个“西湖区”');
    const { data, labels } = await records();
    expect(data.map(({ values }: { values: { place: string } }) => values.place).toSorted()).toEqual(['330106', '330111', '360103']);
    expect(labels.f1).toEqual({
      '330106': '浙江省 / 杭州市 / 西湖区',
      '330111': '浙江省 / 杭州市 / 富阳区',
      '360103': '江西省 / 南昌市 / 西湖区',
    });
  });
});
