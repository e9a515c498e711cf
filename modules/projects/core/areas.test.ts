import { describe, expect, it } from 'vitest';
import type { AreaNode } from '../contract/area.ts';
import { areaChoices, areaText, isPseudo, levelOf, parentOf, pathTo } from './areas.ts';

const node = (code: string, name: string, children?: AreaNode[]): AreaNode => ({
  id: code,
  code,
  parentCode: parentOf(code),
  name,
  label: name,
  level: levelOf(code),
  pseudo: isPseudo(code, name) ? '1' : '0',
  pinyin: '',
  leaf: !children,
  ...(children && { children }),
});

const tree = [
  node('110000', '北京市', [node('110100', '市辖区', [node('110108', '海淀区')])]),
  node('420000', '湖北省', [
    node('420100', '武汉市', [node('420102', '江岸区')]),
    node('429000', '省直辖县级行政区划', [node('429004', '仙桃市')]),
  ]),
  node('500000', '重庆市', [node('500100', '市辖区', [node('500101', '万州区')]), node('500200', '县', [node('500229', '城口县')])]),
  node('710000', '台湾省'),
  node('810000', '香港特别行政区', [node('810001', '中西区')]),
];
const labels = (list: ReturnType<typeof areaChoices> | undefined) => list?.map((one) => one.label);

describe('area codes', () => {
  it('give level and parent', () => {
    expect([levelOf('110000'), levelOf('110100'), levelOf('110108'), levelOf('810001')]).toEqual([1, 2, 3, 3]);
    expect([parentOf('110000'), parentOf('110100'), parentOf('110108'), parentOf('810001')]).toEqual([null, '110000', '110100', '810000']);
  });
});

describe('area choices', () => {
  it('flatten the headings of municipalities and of counties under a province', () => {
    const choices = areaChoices(tree, 3);
    expect(labels(choices[0]?.children)).toEqual(['海淀区']);
    expect(labels(choices[1]?.children)).toEqual(['武汉市', '仙桃市']);
    expect(labels(choices[1]?.children?.[0]?.children)).toEqual(['江岸区']);
    expect(labels(choices[2]?.children)).toEqual(['万州区', '城口县']);
  });
  it('to the city level, a municipality is chosen itself', () => {
    const choices = areaChoices(tree, 2);
    expect(choices[0]).toEqual({ value: '110000', label: '北京市', pinyin: '' });
    expect(labels(choices[1]?.children)).toEqual(['武汉市', '仙桃市']);
    expect(choices[1]?.children?.[0]?.children).toBeUndefined();
    expect(areaChoices(tree, 1).every((one) => !one.children)).toBe(true);
  });
  it('find the way to a code and its text', () => {
    const choices = areaChoices(tree, 3);
    expect(pathTo(choices, '429004').map((one) => one.value)).toEqual(['420000', '429004']);
    expect(areaText(choices, '110108')).toBe('北京市 / 海淀区');
    expect(areaText(choices, '999999')).toBe('');
  });
});
