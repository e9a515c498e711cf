import { describe, expect, it } from 'vitest';
import { checkAreas, diffAreas, type AreaLine, type StoredArea } from './area-diff.ts';
import { linesOfJson, linesOfTable, parseCsv } from './area-file.ts';
import { gapsOf } from './area-gaps.ts';

const line = (code: string, name: string, over: Partial<AreaLine> = {}): AreaLine => ({
  row: 2,
  code,
  name,
  parentCode: null,
  lng: null,
  lat: null,
  ...over,
});
const lines = (...list: AreaLine[]) => list.map((one, index) => ({ ...one, row: index + 2 }));
const stored = (code: string, name: string, parentCode: string | null, over: Partial<StoredArea> = {}): StoredArea => ({
  code,
  name,
  parentCode,
  lng: null,
  lat: null,
  isActive: true,
  ...over,
});
const COUNTRY = lines(
  line('330000', '浙江省'),
  line('330100', '杭州市'),
  line('330106', '西湖区'),
  line('810000', '香港特别行政区'),
  line('810001', '中西区'),
);
const problemsOf = (...list: AreaLine[]) => checkAreas(lines(...list)).problems.map((one) => `${one.row} ${one.column} ${one.message}`);

describe('a refreshed list of areas', () => {
  it('finds every parent, also where a list leaves out the headings', () => {
    const { areas, problems } = checkAreas([...COUNTRY, line('110000', '北京市'), line('110108', '海淀区')]);
    expect(problems).toEqual([]);
    expect(areas.map((area) => [area.code, area.parentCode, area.level])).toEqual([
      ['330000', null, 1],
      ['330100', '330000', 2],
      ['330106', '330100', 3],
      ['810000', null, 1],
      ['810001', '810000', 3],
      ['110000', null, 1],
      ['110108', '110000', 3],
    ]);
  });

  it.each([
    [[line('33000', '浙江省')], '2 代码 区划代码应为6位数字'],
    [[line('030000', '无')], '2 代码 区划代码应为6位数字'],
    [[line('330000', '浙江省'), line('330000', '浙江')], '3 代码 与第2行重复'],
    [[line('330000', '')], '2 名称 名称不能为空'],
    [[line('330000', '长'.repeat(51))], '2 名称 名称不能超过50个字符'],
    [[line('330000', '浙\u202e江')], '2 名称 名称含有不可见字符'],
    [[line('330100', '杭州市')], '2 上级代码 上级 330000 不在文件中'],
    [[line('330000', '浙江省', { parentCode: '100000' })], '2 上级代码 上级 100000 不在文件中'],
    [
      [line('330000', '浙江省'), line('320000', '江苏省'), line('330100', '杭州市', { parentCode: '320000' })],
      '4 上级代码 320000 不能作为 330100 的上级',
    ],
    [[line('330000', '浙江省'), line('330100', '杭州市', { parentCode: '330100' })], '3 上级代码 330100 不能作为 330100 的上级'],
    [[line('330000', '浙江省', { lng: 200 })], '2 经度 经度应在-180到180之间'],
    [[line('330000', '浙江省', { lat: Number.NaN })], '2 纬度 纬度应在-90到90之间'],
  ])('%# is refused with its line', (list, problem) => expect(problemsOf(...list)).toEqual([problem]));

  it('is compared with what is stored', () => {
    const current = [
      stored('330000', '浙江省', null, { lng: 120.15, lat: 30.28 }),
      stored('330100', '杭州', '330000'),
      stored('330103', '下城区', '330100'),
      stored('330104', '江干区', '330100', { isActive: false }),
      stored('330106', '西湖区', '330100', { isActive: false }),
      stored('330107', '旧区', '330000'),
    ];
    const { areas } = checkAreas(
      lines(
        line('330000', '浙江省', { lng: 120.15, lat: 30.28 }),
        line('330100', '杭州市', { lng: 120.2, lat: 30.25 }),
        line('330106', '西湖区'),
        line('330107', '旧区'),
        line('330113', '临平区'),
      ),
    );
    expect(diffAreas(current, areas)).toEqual({
      added: [{ code: '330113', name: '临平区', detail: '上级 330100' }],
      changed: [
        { code: '330100', name: '杭州市', detail: '名称 杭州 → 杭州市；坐标更新' },
        { code: '330106', name: '西湖区', detail: '恢复启用' },
        { code: '330107', name: '旧区', detail: '上级 330000 → 330100' },
      ],
      removed: [{ code: '330103', name: '下城区', detail: '禁用，保留名称' }],
      unchanged: 1,
    });
  });

  it('changes nothing when it is the list that is stored', () => {
    const { areas } = checkAreas(COUNTRY);
    const current = areas.map((area) => stored(area.code, area.name, area.parentCode, { lng: 1.5, lat: 2 }));
    expect(diffAreas(current, areas)).toEqual({ added: [], changed: [], removed: [], unchanged: 5 });
  });
});

describe('files', () => {
  it('of comma separated values keep quotes, line breaks and the byte order mark apart', () => {
    const read = linesOfTable(parseCsv('\ufeff代码,名称,上级代码\r\n330000,"浙江""省"\r\n\r\n330100,"杭州\n市",330000\n'));
    expect(read?.map((one) => [one.row, one.code, one.name, one.parentCode])).toEqual([
      [2, '330000', '浙江"省', null],
      [4, '330100', '杭州\n市', '330000'],
    ]);
  });
  it('may name their columns in either language and any order, and leave out what is out of use', () => {
    const rows = parseCsv('name,areaCode,状态,lng\n浙江省,330000,启用,120.1\n旧省,990000,禁用,\n更旧省,980000,停用,\n');
    expect(linesOfTable(rows)).toEqual([{ row: 2, code: '330000', name: '浙江省', parentCode: null, lng: 120.1, lat: null }]);
  });
  it('without code or name are none', () => {
    expect(linesOfTable(parseCsv('a,b\n1,2'))).toBeNull();
    expect(linesOfTable([])).toBeNull();
  });
  it('of JSON are a list of objects or pairs', () => {
    expect(linesOfJson([{ code: 330000, name: '浙江省', parentCode: null }])?.lines[0]).toMatchObject({ code: '330000', name: '浙江省' });
    expect(linesOfJson({ areas: [['330000', '浙江省']] })?.lines[0]).toMatchObject({ code: '330000', name: '浙江省' });
    expect(linesOfJson([{ code: {}, name: [] }, null, 7])?.problems).toHaveLength(3);
    for (const none of [null, 'x', 7, {}, { areas: 'x' }]) expect(linesOfJson(none)).toBeNull();
  });
});

it('what a list lacks is said in words', () => {
  const listed = (code: string, name: string, parentCode: string | null, level: number) => ({
    code,
    name,
    parentCode,
    level,
    isPseudo: name === '县',
  });
  expect(
    gapsOf([
      listed('710000', '台湾省', null, 1),
      listed('440000', '广东省', null, 1),
      listed('441900', '东莞市', '440000', 2),
      listed('500200', '县', '440000', 2),
    ]),
  ).toEqual(['台湾省没有下级区划，只到省级', '东莞市没有区县，只到市级']);
});
