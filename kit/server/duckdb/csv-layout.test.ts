import { describe, expect, it } from 'vitest';
import { isHeading, layoutOf, records } from './csv-layout.ts';

describe('records of a delimited text', () => {
  it.each([
    [
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['"a,b",c\n', [['a,b', 'c']]],
    ['"第一行\n第二行",c\n', [['第一行\n第二行', 'c']]],
    ['"说""好"",x",c\n', [['说"好",x', 'c']]],
    // a quote inside a field is a character like others
    ['5" 管,c\n', [['5" 管', 'c']]],
    // blank lines are no records, a line of one delimiter is
    [
      'a,b\n\n,\n',
      [
        ['a', 'b'],
        ['', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(records(text, ',', true)).toEqual(expected);
  });

  it('ends where the text was cut: the last record counts only when the text is whole', () => {
    expect(records('a,b\n1,2', ',', true)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(records('a,b\n1,2', ',', false)).toEqual([['a', 'b']]);
    expect(records('a,b\n1,', ',', true)).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
    expect(records('a,b\n"1', ',', true)).toEqual([['a', 'b']]);
  });

  it('are as many as asked for', () => {
    expect(records('1\n2\n3\n4', ',', true, 3)).toEqual([['1'], ['2'], ['3']]);
    expect(records('1\n2\n3', ',', true, 3)).toEqual([['1'], ['2'], ['3']]);
    expect(records(Array.from({ length: 300 }, (_, i) => `${i}`).join('\n'), ',', true)).toHaveLength(200);
  });
});

describe('the first row is a heading', () => {
  it.each([
    [
      'texts above figures',
      ['名称', '金额'],
      [
        ['甲', '1'],
        ['乙', '2'],
      ],
      true,
    ],
    ['texts above texts', ['名称', '城市'], [['甲', '杭州']], true],
    ['figures above figures', ['甲', '3'], [['乙', '4']], false],
    ['a date above dates', ['2024-01-01', '甲'], [['2024-01-02', '乙']], false],
    ['years above figures', ['指标', '2023', '2024'], [['产值', '17.5', '1800']], true],
    ['years above years', ['指标', '2023'], [['产值', '2024']], false],
    [
      'a figure above texts',
      ['名称', '2'],
      [
        ['甲', '文'],
        ['乙', '字'],
      ],
      true,
    ],
    [
      'a figure above figures and one text',
      ['甲', '2'],
      [
        ['乙', '3'],
        ['丙', '无'],
      ],
      false,
    ],
    ['a share above shares', ['甲', '12.5%'], [['乙', '.5']], false],
    ['figures alone', ['1', '2'], [], false],
    ['a text and a figure alone', ['名称', '2'], [], true],
    [
      'a figure above nothing',
      ['名称', '3'],
      [
        ['甲', ' '],
        ['乙', ''],
      ],
      true,
    ],
    ['a figure with blanks above nothing', ['3', ' '], [['', '甲']], false],
  ])('%s', (_, first, rest, expected) => {
    expect(isHeading(first, rest)).toBe(expected);
  });
});

describe('the layout of a text', () => {
  it.each([
    ['甲,乙\n1,2\n', ','],
    ['甲\t乙\n1\t2\n', '\t'],
    ['甲;乙\n1,5;2,5\n', ';'],
    ['甲|乙\n1|2\n', '|'],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(layoutOf(text, true)).toMatchObject({ delimiter, hasHeader: true, first: ['甲', '乙'], width: 2, isShort: false });
  });

  it('takes the delimiter that splits most rows alike', () => {
    expect(layoutOf('地址;金额\n杭州,西湖;1\n上海;2\n南京,玄武,江北;3\n', true)).toMatchObject({ delimiter: ';', width: 2 });
  });

  it('of a file of one column, of one delimiter and with a mark at its beginning', () => {
    expect(layoutOf('\ufeff名称\n甲\n', true)).toEqual({ delimiter: ',', hasHeader: true, first: ['名称'], width: 1, isShort: false });
    expect(layoutOf('a,b\tc\n1,2\t3\n', true, '\t')).toMatchObject({ delimiter: '\t', first: ['a,b', 'c'] });
  });

  it('without heading keeps the first row as data', () => {
    expect(layoutOf('甲,1\n乙,2\n', true)).toMatchObject({ hasHeader: false, first: ['甲', '1'], width: 2 });
  });

  it('says when rows are shorter than the heading, and takes the longer of both', () => {
    expect(layoutOf('a,b,c\n甲,乙\n丙,丁\n', true)).toMatchObject({ width: 3, isShort: true });
    expect(layoutOf('a,b\n甲,乙,x\n丙,丁,y\n', true)).toMatchObject({ width: 3, isShort: false });
    expect(layoutOf('a,b,c\n', true)).toMatchObject({ width: 3, isShort: false, hasHeader: true });
  });

  it('of nothing is nothing', () => {
    expect(layoutOf('', true)).toBeNull();
    expect(layoutOf('\ufeff\n\n', true)).toBeNull();
  });
});
