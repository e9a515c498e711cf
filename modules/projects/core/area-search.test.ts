import { describe, expect, it } from 'vitest';
import { findAreas } from './area-search.ts';

const area = (code: string, name: string, parentCode: string | null, pinyin: string, fullPinyin: string) => ({
  code,
  name,
  parentCode,
  pinyin,
  fullPinyin,
});
const AREAS = [
  area('330000', '浙江省', null, 'zjs', 'zhejiangsheng'),
  area('330100', '杭州市', '330000', 'hzs', 'hangzhoushi'),
  area('330106', '西湖区', '330100', 'xhq', 'xihuqu'),
  area('330500', '湖州市', '330000', 'hzs', 'huzhoushi'),
  area('440000', '广东省', null, 'gds', 'guangdongsheng'),
  area('441300', '惠州市', '440000', 'hzs', 'huizhoushi'),
];
const find = (text: string) => {
  const { shown, found } = findAreas(AREAS, text);
  return { shown: shown.map((one) => one.name), found: [...found] };
};

describe('searching areas', () => {
  it('finds by name, code, pinyin and initials, and keeps what is above', () => {
    expect(find('西湖')).toEqual({ shown: ['浙江省', '杭州市', '西湖区'], found: ['330106'] });
    expect(find('3301')).toEqual({ shown: ['浙江省', '杭州市', '西湖区'], found: ['330100', '330106'] });
    expect(find(' HZS ').found).toEqual(['330100', '330500', '441300']);
    expect(find("xi'hu").found).toEqual(['330106']);
    expect(find('huizhou').shown).toEqual(['广东省', '惠州市']);
  });
  it('finds nothing for what is nowhere', () => {
    expect(find("'; --")).toEqual({ shown: [], found: [] });
  });
});
