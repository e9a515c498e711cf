import { expect, it } from 'vitest';
import { searchTextOf } from './grams.ts';
import { piecesOf } from './pieces.ts';

it('cuts names at underscores, digits and changes of case', () => {
  expect(piecesOf('custBalAmt2 HTTPServer_id')).toEqual([
    { kind: 'word', text: 'custbalamt2', parts: ['cust', 'bal', 'amt', '2'] },
    { kind: 'word', text: 'httpserver_id', parts: ['http', 'server', 'id'] },
  ]);
});

it('finds by characters, pairs, pinyin and initials', () => {
  const { grams, searchText } = searchTextOf(['CUST_BAL', '客户余额', null]);
  expect(grams).toEqual(
    expect.arrayContaining(['cust_bal', 'cust', 'cus', 'bal', '客', '客户', '户余', '余额', 'keh', 'yue', 'khy', 'hye', '=客户余额']),
  );
  expect(searchText.split('\n')).toEqual(['cust_bal', '客户余额', ' custbal khye kehuyue ']);
});

it('reads characters by their word: 银行 is yinhang, 长度 changdu, 重复 chongfu, 会计 kuaiji', () => {
  for (const [text, spelled] of [
    ['银行', 'yinhang'],
    ['长度', 'changdu'],
    ['重复率', 'chongfulv'],
    ['会计科目', 'kuaijikemu'],
  ] as const)
    expect(searchTextOf([text]).searchText).toContain(spelled);
  expect(searchTextOf(['银行'])).toEqual(searchTextOf(['银行']));
});

it('takes full-width letters, emoji, NUL and very long texts', () => {
  expect(searchTextOf(['ＡＢＣ余额']).grams).toEqual(expect.arrayContaining(['abc', '余额']));
  expect(searchTextOf(['好😀']).grams).toContain('😀');
  expect(searchTextOf(['a\u0000b']).searchText).not.toContain('\u0000');
  const long = searchTextOf(['x'.repeat(50_000), '长'.repeat(50_000)]);
  expect(long.grams.every((gram) => gram.length <= 40)).toBe(true);
  expect(long.searchText.length).toBeLessThan(20_000);
  expect(searchTextOf([null, ''])).toEqual({ grams: [], searchText: '\n  ' });
});
