import { match } from 'pinyin-pro';
import { describe, expect, it } from 'vitest';
import { search, type Entry } from './entries.ts';

const entry = (title: string, detail = ''): Entry => ({ key: title, group: '菜单', title, detail, icon: null, run: () => {} });
const entries = [
  entry('用户管理', '平台基础设置'),
  entry('在线用户', '系统监控'),
  entry('角色管理', '平台基础设置'),
  entry('SQL工作台', '元数据管理'),
];
const found = (typed: string) => search(entries, typed, (text, keys) => match(text, keys) !== null).map((one) => one.title);

describe('the command palette finds pages', () => {
  it('by their name, those that begin with it first', () => expect(found('用户')).toEqual(['用户管理', '在线用户']));
  it('by pinyin and by initials', () => {
    expect(found('yonghu')).toEqual(['用户管理', '在线用户']);
    expect(found('yhgl')).toEqual(['用户管理']);
    expect(found('jsgl')).toEqual(['角色管理']);
  });
  it('by Latin letters and by where they are', () => {
    expect(found('sql')).toEqual(['SQL工作台']);
    expect(found('监控')).toEqual(['在线用户']);
  });
  it('shows everything before anything is typed, and nothing that does not match', () => {
    expect(found('  ')).toHaveLength(4);
    expect(found('不存在')).toEqual([]);
  });
});
