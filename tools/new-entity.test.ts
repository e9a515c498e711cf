import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { askedFor, newFiles, withEntity, withPage } from './new-entity.mjs';

const WORDS =
  'notices asset 办公资产 assetName:资产名称:text:required:unique keeperId:保管人:account assetKind:类别:dict=asset_kind --under /basic/system --dict asset_kind:资产类别:1=办公设备,2=车辆'.split(
    ' ',
  );
const textOf = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

it('names table, calls and permissions after the module and the menu above', () => {
  expect(askedFor(WORDS)).toMatchObject({
    table: 'notices_asset',
    base: '/system/assets',
    code: 'system:asset',
    nameField: 'assetName',
  });
});

it('says each field once', () => {
  const files = newFiles(askedFor(WORDS));
  const saying = [...files].filter(([path, text]) => !/\.(?:test\.ts|sql)$/.test(path) && text.includes('保管人')).map(([path]) => path);
  expect(saying).toEqual(['modules/notices/contract/asset.ts']);
});

it('finds its place in the lists of the module, also the second time', () => {
  const asked = askedFor(WORDS);
  const once = withEntity(textOf('modules/notices/server/index.ts'), asked);
  expect(once).toContain('entities: [assets],');
  expect(withEntity(once, { ...asked, entity: 'room' })).toContain('entities: [rooms, assets]');
  expect(withPage(textOf('modules/notices/web/index.ts'), asked)).toContain("'basic/system/asset/index': () => import('./AssetPage.tsx')");
});

it.each([
  ['a kind that is not there', 'a:甲:date', '字段写法不正确'],
  ['a dictionary without a code', 'a:甲:dict', '没有写字典编码'],
  ['an account whose name does not end in Id', 'keeper:保管人:account', 'keeperId'],
  ['a mark that is not there', 'a:甲:text:must', '“must”'],
])('says what is wrong with %s', (_, field, sentence) => {
  const wrong = () => askedFor(['notices', 'asset', '办公资产', field, '--under', '/basic/system']);
  expect(wrong).toThrow(expect.objectContaining({ sentence: expect.stringContaining(sentence) }));
});
