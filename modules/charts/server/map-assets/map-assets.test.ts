import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { TEN_DASHES } from '../../core/geo/sea.ts';
import { featuresOf, type Topology } from '../../core/geo/topology.ts';

const app = startApp();
const BASE = '/data/visual/maps';
const geoOf = (adcode: string) =>
  featuresOf(JSON.parse(readFileSync(new URL(`../../web/map/data/${adcode}.json`, import.meta.url), 'utf8')) as Topology);
const dashes = { type: 'Feature', properties: { name: '十段线' }, geometry: { type: 'MultiLineString', coordinates: TEN_DASHES } };
const nation = { type: 'FeatureCollection', features: [...geoOf('100000').features, dashes] };

function form(geo: unknown, fields: Record<string, string>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new Blob([typeof geo === 'string' ? geo : JSON.stringify(geo)]), '全国.geojson');
  return body;
}
const zhejiang = { adcode: '330000', mapName: '浙江省标准地图', approvalNo: '浙S(2024)12号', vintage: '2024' };

describe('map assets', () => {
  it('are for those with the permission; the maps in use for everybody who is signed in', async () => {
    const plain = app.as((await app.make.user({ perms: [] })).token);
    for (const [method, path] of [
      ['GET', `${BASE}/page`],
      ['GET', `${BASE}/asset/1`],
      ['GET', `${BASE}/asset/1/geo`],
      ['POST', BASE],
      ['PUT', `${BASE}/1`],
      ['PUT', `${BASE}/1/status`],
      ['DELETE', `${BASE}/1`],
      ['DELETE', `${BASE}/batch/1`],
    ] as const) {
      expect((await app.stranger(method, path)).status, `${method} ${path}`).toBe(401);
      expect((await plain(method, path)).status, `${method} ${path}`).toBe(403);
    }
    expect((await app.stranger('GET', `${BASE}/inUse`)).status).toBe(401);
    expect((await plain('GET', `${BASE}/inUse`)).data).toEqual([]);
    expect(await plain('GET', `${BASE}/330000`)).toMatchObject({ status: 404, error: 'entity.notFound' });
    expect((await plain('GET', `${BASE}/330100`)).status).toBe(400);
  });

  it('replace the bundled map when uploaded, one per area, until they are switched off', async () => {
    const editor = app.as(
      (await app.make.user({ perms: ['visual:map:list', 'visual:map:add', 'visual:map:edit', 'visual:map:remove'] })).token,
    );
    const viewer = app.as((await app.make.user({ perms: [] })).token);
    const first = await editor('POST', BASE, form(geoOf('330000'), zhejiang));
    expect(first).toMatchObject({ status: 200, data: { featureCount: 11 } });
    const second = await editor('POST', BASE, form(geoOf('330000'), { ...zhejiang, mapName: '新版' }));
    const used = (await viewer('GET', `${BASE}/inUse`)).data as { adcode: string; approvalNo: string; etag: string }[];
    expect(used).toEqual([{ adcode: '330000', mapName: '新版', approvalNo: zhejiang.approvalNo, etag: expect.any(String) as string }]);
    expect((await editor('GET', `${BASE}/asset/${first.data.id}`)).data).toMatchObject({ status: '0', fileName: '全国.geojson' });

    expect((await editor('PUT', `${BASE}/${first.data.id}/status`, { status: '1' })).status).toBe(200);
    expect((await editor('GET', `${BASE}/asset/${second.data.id}`)).data.status).toBe('0');
    expect((await viewer('GET', `${BASE}/inUse`)).data[0].etag).not.toBe(used[0]!.etag);

    const { version } = (await editor('GET', `${BASE}/asset/${first.data.id}`)).data as { version: number };
    const stale = await editor('PUT', `${BASE}/${first.data.id}`, { ...zhejiang, status: '1', version: version - 1 });
    expect(stale).toMatchObject({ status: 409, error: 'entity.versionConflict' });
    expect((await editor('DELETE', `${BASE}/${first.data.id}`)).status).toBe(200);
    expect((await viewer('GET', `${BASE}/330000`)).status).toBe(404);
    expect((await editor('PUT', `${BASE}/${first.data.id}/status`, { status: '1' })).status).toBe(404);
  });

  it('of the country must hold the whole territory', async () => {
    const fields = { adcode: '100000', mapName: '全国标准地图', approvalNo: 'GS(2024)0650号' };
    const send = (geo: unknown) => app.admin('POST', BASE, form(geo, fields));
    const without = (code: string) => ({
      ...nation,
      features: nation.features.filter((one) => !('adcode' in one.properties) || one.properties.adcode !== code),
    });
    expect(await send(without('710000'))).toMatchObject({
      status: 422,
      error: 'rule.broken',
      msg: expect.stringContaining('台湾省') as string,
    });
    expect(await send(geoOf('100000'))).toMatchObject({ status: 422, msg: expect.stringContaining('南海') as string });
    expect(await send('{')).toMatchObject({ status: 422, msg: '文件不是有效的 JSON' });
    expect(await send('x'.repeat(5 * 1_048_576 + 1))).toMatchObject({ status: 413, error: 'file.tooLarge' });
    expect(await app.admin('POST', BASE, form(nation, { ...fields, approvalNo: '' }))).toMatchObject({ status: 400 });
    expect(await app.admin('POST', BASE, form(nation, { ...fields, adcode: '990000' }))).toMatchObject({ status: 422 });
    expect(await send(nation)).toMatchObject({ status: 200, data: { featureCount: 35 } });
  });
});
