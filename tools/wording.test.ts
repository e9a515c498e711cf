import { expect, it } from 'vitest';
import { refusedWords } from './wording.mjs';

const wordsOf = (text: string, path = 'modules/x/web/XPage.tsx') =>
  refusedWords(path, text).map(({ line, word, use }) => [line, word, use]);

it('names the line, the refused word and the one to use', () => {
  expect(wordsOf("const a = '好';\nconst b = '拷贝看板';")).toEqual([[2, '拷贝', '复制']]);
});

it('takes a word only where it stands for itself', () => {
  expect(wordsOf("'读取数据', '抽取数据', '重新建档', 'SQL 编辑器'")).toEqual([]);
  expect(wordsOf("'图表取数'")).toHaveLength(1);
});

it('one verb for looking for something, and none of other products', () => {
  expect(wordsOf("'查找表'")).toEqual([[1, '查找', '搜索']]);
  expect(wordsOf("'评论', '文件夹', '选项卡'")).toHaveLength(3);
});

it('leaves paths alone where the word belongs to somebody else', () => {
  expect(wordsOf("['禁用', '停用']", 'modules/projects/core/area-file.ts')).toEqual([]);
  expect(wordsOf("['禁用', '停用']")).toHaveLength(1);
});
