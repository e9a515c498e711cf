import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of the module; the kinds of databases (data_db_type) come with the family's dictionaries of module system. */
export const dicts: readonly DictSeed[] = [
  {
    code: 'metadata_env',
    name: '数据环境',
    items: [
      ['prod', '生产'],
      ['pre', '预发布'],
      ['test', '测试'],
      ['dev', '开发'],
    ],
  },
];
