import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of the project records; each entity adds its own. */
export const dicts: readonly DictSeed[] = [
  {
    code: 'prj_cert_status',
    name: '证书状态',
    items: [
      ['1', '有效'],
      ['2', '即将到期'],
      ['3', '已过期'],
      ['4', '已注销'],
    ],
  },
  {
    code: 'prj_register_status',
    name: '注册状态',
    items: [
      ['1', '初始注册'],
      ['2', '延续注册'],
      ['3', '变更注册'],
      ['4', '注销'],
      ['5', '未注册'],
    ],
  },
  {
    code: 'prj_education',
    name: '学历',
    items: [
      ['1', '大专及以下'],
      ['2', '本科'],
      ['3', '硕士'],
      ['4', '博士'],
    ],
  },
  {
    code: 'prj_title_level',
    name: '职称等级',
    items: [
      ['0', '无'],
      ['1', '员级'],
      ['2', '助理级'],
      ['3', '中级'],
      ['4', '副高级'],
      ['5', '正高级'],
    ],
  },
];
