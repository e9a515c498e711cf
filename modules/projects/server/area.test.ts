import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';

const app = startApp();
const get = (path: string) => app.admin('GET', `/api/project/sysArea/${path}`);

describe('sysArea', () => {
  it('is refused to strangers', async () => {
    for (const path of ['getAreaTree', 'getProvince', 'getCity?code=110000', 'source'])
      expect((await app.stranger('GET', `/api/project/sysArea/${path}`)).status).toBe(401);
  });

  it('has 34 provinces, 台湾, 香港 and 澳门 among them', async () => {
    const { data } = await get('getProvince');
    expect(data).toHaveLength(34);
    expect(data.map((one: { name: string }) => one.name)).toEqual(
      expect.arrayContaining(['北京市', '台湾省', '香港特别行政区', '澳门特别行政区']),
    );
    expect(data[0]).toEqual({
      id: '110000',
      code: '110000',
      parentCode: null,
      name: '北京市',
      label: '北京市',
      level: 1,
      pseudo: '0',
      pinyin: 'bjs',
      leaf: false,
    });
  });

  it('answers what lies below a code, under both parameter names', async () => {
    const cities = (await get('getCity?code=330000')).data as { code: string; name: string }[];
    expect(cities).toHaveLength(11);
    expect(cities[0]).toMatchObject({ code: '330100', name: '杭州市', parentCode: '330000', level: 2 });
    expect((await get('getCity?provinceCode=330000')).data).toEqual(cities);
    expect((await get('getCity?code=110000')).data).toMatchObject([{ code: '110100', name: '市辖区', pseudo: '1' }]);
    expect((await get('getCity?code=810000')).data).toHaveLength(18);
    expect((await get('getCity?code=710000')).data).toEqual([]);
  });

  it('refuses a missing, malformed and unknown code', async () => {
    expect(await get('getCity')).toMatchObject({ status: 400, error: 'input.invalid' });
    expect(await get('getCity?code=33')).toMatchObject({ status: 400, msg: '区划代码应为6位数字' });
    expect(await get('getCity?code=990000')).toMatchObject({ status: 404, error: 'entity.notFound' });
  });

  it('answers the whole tree: every area once, below its parent', async () => {
    const { data } = await get('getAreaTree');
    interface Node {
      code: string;
      parentCode: string | null;
      leaf: boolean;
      children?: Node[];
    }
    const walk = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(walk)];
    const all = (data as Node[]).flatMap(walk);
    expect(data).toHaveLength(34);
    expect(new Set(all.map((one) => one.code)).size).toBe(all.length);
    expect(all.every((one) => one.leaf === !one.children)).toBe(true);
    expect(all.every((one) => (one.children ?? []).every((child) => child.parentCode === one.code))).toBe(true);
    expect((await get('source')).data).toMatchObject({ vintage: '2023', total: all.length });
  });
});
