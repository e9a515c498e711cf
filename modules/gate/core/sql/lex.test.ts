import { describe, expect, it } from 'vitest';
import { dialectOf } from '#modules/sources/core/index.ts';
import { lex, LexError, type Token } from './lex.ts';

const pg = dialectOf('postgres');
const mysql = dialectOf('mysql');
const tokens = (text: string, dialect = pg) => lex(text, dialect).flatMap((statement) => [...statement.tokens]);
const shown = (list: readonly Token[]) => list.map(({ kind, text }) => `${kind} ${text}`);
function refusal(text: string, dialect = pg): string {
  try {
    lex(text, dialect);
  } catch (error) {
    if (error instanceof LexError) return `${error.offset} ${error.message}`;
    throw error;
  }
  return 'read';
}

describe('comments', () => {
  it.each([
    ['select/**/1', 'select    1'],
    ['select /* a * b / c */ 1', 'select                 1'],
    ['select /*/ x */ 1', 'select          1'],
    ['select /* a /* b */ c */ 1', 'select                   1'],
    ['select 1 -- to the end\n, 2', 'select 1              \n, 2'],
    ['select 1 --', 'select 1   '],
    ['/* a\nb */select 1', '    \n    select 1'],
  ])('%j is read as %j', (text, clean) => {
    expect(lex(text, pg)[0]!.text).toBe(clean);
  });

  it('of MySQL do not nest, begin with # too, and want a blank after --', () => {
    expect(refusal('select /* a /* b */ 1', mysql)).toBe('12 不支持嵌套的注释');
    expect(shown(tokens('select 1 # x', mysql))).toEqual(['word select', 'number 1']);
    expect(shown(tokens('select 1 -- x', mysql))).toEqual(['word select', 'number 1']);
    expect(shown(tokens('select 1 --', mysql))).toEqual(['word select', 'number 1']);
    expect(refusal('select 1--1', mysql)).toBe('8 注释符号 -- 后面需要空格');
    expect(refusal('select /*! 1 */', mysql)).toBe('7 不支持可执行注释和优化器提示');
    expect(shown(tokens('select 1--1'))).toEqual(['word select', 'number 1']);
  });

  it('end', () => {
    expect(refusal('select 1 /* x')).toBe('9 注释没有结束');
    expect(refusal('select 1 /* /* x */')).toBe('9 注释没有结束');
    expect(refusal('select 1 /*/')).toBe('9 注释没有结束');
  });
});

describe('texts and names', () => {
  it('keep what stands in them', () => {
    expect(shown(tokens(`select 'it''s', "Na""me", x`))).toEqual([
      'word select',
      `string 'it''s'`,
      'symbol ,',
      'quoted Na"me',
      'symbol ,',
      'word x',
    ]);
    expect(shown(tokens('select `a``b`', mysql))).toEqual(['word select', 'quoted a`b']);
    expect(shown(tokens(`select '-- ; /* x'`))).toEqual(['word select', `string '-- ; /* x'`]);
  });

  it('know their escapes', () => {
    expect(shown(tokens(String.raw`select E'a\'b', 'c\'`))).toEqual([
      'word select',
      String.raw`escape E'a\'b'`,
      'symbol ,',
      String.raw`string 'c\'`,
    ]);
    expect(refusal(String.raw`select 'a\'`, mysql)).not.toBe('read');
    expect(refusal(`select E'a' 'b'`)).toBe('12 转义字符串后面不能续写字符串');
  });

  it('between dollars end at the same tag', () => {
    expect(shown(tokens('select $$ it; $$, $a$ $$ $a$'))).toEqual(['word select', 'dollar $$ it; $$', 'symbol ,', 'dollar $a$ $$ $a$']);
    expect(refusal('select $a$ x $b$')).toBe('7 字符串没有结束');
    expect(refusal('select $')).toBe('7 多余的字符 $');
  });

  it('end', () => {
    expect(refusal(`select 'x`)).toBe('7 字符串没有结束');
    expect(refusal(`select "x`)).toBe('7 标识符没有结束');
    expect(refusal(`select 'x''`)).toBe('7 字符串没有结束');
  });

  it('are no longer than servers keep them', () => {
    expect(shown(tokens(`select "${'字'.repeat(21)}"`))).toHaveLength(2);
    expect(refusal(`select "${'字'.repeat(22)}"`)).toBe('7 名称过长，最多63个字节');
    expect(refusal(`select ${'a'.repeat(64)}`)).toBe('7 名称过长，最多63个字节');
    expect(refusal(`select "${'é'.repeat(32)}"`)).toBe('7 名称过长，最多63个字节');
    expect(refusal(`select "${'😀'.repeat(16)}"`)).toBe('7 名称过长，最多63个字节');
    expect(shown(tokens(`select "${'é'.repeat(31)}"`))).toHaveLength(2);
  });

  it('are folded where every server folds them alike', () => {
    expect(shown(tokens('SELECT Name'))).toEqual(['word select', 'word name']);
    expect(refusal('select É')).toBe('7 名称含有英文以外的大写字母，请加引号');
    expect(shown(tokens('select 部门$1'))).toEqual(['word select', 'word 部门$1']);
  });
});

describe('numbers', () => {
  it.each(['1', '1.5', '.5', '1.', '1e5', '1.5E-3', '0xFF', '0b10', '0o17', '1_000'])('%s is one', (text) => {
    expect(shown(tokens(`select ${text}`))).toEqual(['word select', `number ${text}`]);
  });
  it('do not run into a name, and a range is not their point', () => {
    expect(refusal('select 1x')).toBe('7 数字后面不能直接跟字母');
    expect(shown(tokens('[1..2]'))).toEqual(['symbol [', 'number 1', 'symbol .', 'number .2', 'symbol ]']);
  });
});

describe('a script', () => {
  it('is cut at its semicolons, places count from each statement', () => {
    const list = lex(" select 1 ;; select ';' from t; -- end", pg);
    expect(list.map(({ text, start, end }) => [text, start, end])).toEqual([
      [' select 1 ', 0, 10],
      [" select ';' from t", 12, 30],
    ]);
    expect(list[1]!.tokens.map(({ start, end }) => [start, end])).toEqual([
      [1, 7],
      [8, 11],
      [12, 16],
      [17, 18],
    ]);
  });

  it('shows a reader what the server reads', () => {
    expect(refusal('select\u00a01')).toBe('6 SQL中含有全角或不可见的空白字符，请改为普通空格');
    expect(refusal('select a\u200bb')).toBe('8 SQL中含有全角或不可见的空白字符，请改为普通空格');
    expect(refusal('select\u30001')).toBe('6 SQL中含有全角或不可见的空白字符，请改为普通空格');
    expect(refusal('select 1\0')).toBe('8 SQL中含有空字符');
  });

  it('has the parameters of its database', () => {
    expect(shown(tokens('select $1, $12'))).toEqual(['word select', 'param $1', 'symbol ,', 'param $12']);
    expect(shown(tokens('select ?', mysql))).toEqual(['word select', 'param ?']);
  });
});
