import { beforeAll, describe, expect, it } from 'vitest';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { startApp, type Send } from '#kit/test/app.ts';
import { uploadPicture } from './test-files.ts';

const app = startApp();
const BASE = '/system/banners';
let imageFile = '';
beforeAll(async () => {
  imageFile = await uploadPicture(app.admin);
});
const sample = (n: number) => ({
  title: `轮播${n}`,
  subtitle: null,
  imageFile,
  linkType: '0',
  linkUrl: null,
  platform: 'web',
  position: 'home',
  publishScope: '1',
  targets: [],
  startTime: null,
  endTime: null,
  sort: 10,
  status: '1',
  remark: null,
});
itKeepsCrudPromises(app, { base: BASE, code: 'system:banner', sample });

let count = 200;
async function make(over: Record<string, unknown>): Promise<string> {
  const answer = await app.admin('POST', BASE, { ...sample(count++), ...over });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
}
const ids = async (send: Send, where: 'login' | 'home', query = '') =>
  (await send('GET', `${BASE}/${where}${query}`)).data.map((row: { id: string }) => row.id) as string[];

describe('links', () => {
  it('lead to own pages or web pages, by the type that was chosen', async () => {
    const attempt = (linkType: string, linkUrl: string | null) => app.admin('POST', BASE, { ...sample(1), linkType, linkUrl });
    for (const [type, url] of [
      ['1', 'https://a.cn'],
      ['1', '//a.cn'],
      ['1', null],
      ['2', '/home'],
      ['2', 'javascript:alert(1)'],
      ['2', 'JAVASCRIPT:alert(1)'],
      ['2', 'data:text/html,x'],
      ['2', 'https://a@b.cn'],
      ['2', ''],
    ] as const)
      expect((await attempt(type, url)).status, `${type} ${url}`).toBe(400);
    expect((await attempt('1', '/home')).status).toBe(200);
    expect((await attempt('2', 'https://a.cn/x')).status).toBe(200);
    // without a link nothing is kept of an address
    const { data } = await attempt('0', 'javascript:alert(1)');
    expect((await app.admin('GET', `${BASE}/${data.id}`)).data.linkUrl).toBeNull();
  });
});

describe('banners that are shown', () => {
  it('follow status, position, platform and period', async () => {
    const now = app.clock.now;
    const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
    const shown = await make({ position: 'login', startTime: at(-5).toISOString(), endTime: at(5).toISOString() });
    const later = await make({ position: 'login', startTime: at(5).toISOString() });
    const off = await make({ position: 'login', status: '0' });
    const phone = await make({ position: 'login', platform: 'app' });
    expect(await ids(app.stranger, 'login')).toEqual([shown]);
    expect(await ids(app.stranger, 'login', '?platform=app')).toEqual([phone]);
    try {
      app.clock.now = at(6);
      expect(await ids(app.stranger, 'login')).toEqual([later]);
    } finally {
      app.clock.now = new Date();
    }
    await app.admin('DELETE', `${BASE}/batch/${shown},${later},${off},${phone}`);
    expect(await ids(app.stranger, 'login')).toEqual([]);
  });

  it('on the home page follow their audience', async () => {
    const dept = await app.make.dept();
    const member = app.as((await app.make.user({ deptId: dept.id })).token);
    const other = app.as((await app.make.user()).token);
    const id = await make({ publishScope: '2', targets: [dept.id], sort: 0 });
    expect(await ids(member, 'home')).toContain(id);
    expect(await ids(other, 'home')).not.toContain(id);
    expect((await app.stranger('GET', `${BASE}/home`)).status).toBe(401);
    expect((await app.admin('POST', BASE, { ...sample(1), position: 'login', publishScope: '2', targets: [dept.id] })).status).toBe(400);
  });
});

describe('open calls', () => {
  it('tell strangers only what the login page shows, and only its pictures', async () => {
    const login = await make({ position: 'login', title: '登录图', remark: '内部备注' });
    const home = await make({ title: '首页图' });
    const off = await make({ position: 'login', status: '0' });
    const { data } = await app.stranger('GET', `${BASE}/login`);
    expect(Object.keys(data[0]).sort()).toEqual(['id', 'image', 'isExternal', 'link', 'subtitle', 'title']);
    expect(JSON.stringify(data)).not.toContain('首页图');
    const picture = await app.stranger('GET', data[0].image.replace('/sjzt-datax', ''));
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } });
    for (const id of [home, off, '424242']) expect((await app.stranger('GET', `${BASE}/image/${id}`)).status, id).toBe(404);
    expect((await app.stranger('GET', `${BASE}/image/..%2f${imageFile}`)).status).toBe(400);
    await app.admin('DELETE', `${BASE}/${login}`);
    expect((await app.stranger('GET', `${BASE}/image/${login}`)).status).toBe(404);
  });

  it('give other pictures only with a signature for that very picture, for a while', async () => {
    const [one, two] = [await make({}), await make({})];
    const home = (await app.admin('GET', `${BASE}/home`)).data as { id: string; image: string }[];
    const address = home.find((row) => row.id === one)?.image.replace('/sjzt-datax', '') ?? '';
    expect((await app.stranger('GET', address)).status).toBe(200);
    expect((await app.stranger('GET', address.replace(one, two))).status).toBe(404);
    expect((await app.stranger('GET', address.replace(/e=\d+/, 'e=99999999999'))).status).toBe(404);
    try {
      app.clock.now = new Date(Date.now() + 3 * 3_600_000);
      expect((await app.stranger('GET', address)).status).toBe(404);
    } finally {
      app.clock.now = new Date();
    }
  });
});

describe('rights', () => {
  it('rows and audiences follow the data scope', async () => {
    const dept = await app.make.dept();
    const id = await make({});
    const perms = ['system:banner:list', 'system:banner:detail', 'system:banner:edit', 'system:banner:remove', 'system:banner:add'];
    const outside = app.as((await app.make.user({ perms, dataScope: '3', deptId: dept.id })).token);
    expect((await outside('GET', `${BASE}/page`)).data.total).toBe(0);
    for (const method of ['GET', 'DELETE'] as const) expect((await outside(method, `${BASE}/${id}`)).status).toBe(404);
    expect((await outside('PUT', `${BASE}/${id}`, { ...sample(1), version: 0 })).status).toBe(404);
    const own = await uploadPicture(outside);
    expect((await outside('POST', BASE, { ...sample(1), imageFile: own })).status).toBe(422);
    expect(
      (await outside('POST', BASE, { ...sample(1), imageFile: own, publishScope: '2', targets: [dept.id], withBelow: '0' })).status,
    ).toBe(200);
    // a picture of somebody else that one may not see
    expect((await outside('POST', BASE, { ...sample(1), publishScope: '2', targets: [dept.id], withBelow: '0' })).status).toBe(400);
  });
});
