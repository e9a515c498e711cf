import type { DictSeed } from '#kit/server/module.ts';

export const standardDicts: readonly DictSeed[] = [
  {
    code: 'standard_doc_kind',
    name: '标准文件类别',
    items: [
      ['gb', '国家标准'],
      ['hb', '行业标准'],
      ['db', '地方标准'],
      ['tb', '团体标准'],
      ['qb', '企业标准'],
    ],
  },
  {
    code: 'standard_element_state',
    name: '数据元状态',
    items: [
      ['draft', '草稿'],
      ['inForce', '生效中'],
      ['retired', '已废止'],
    ],
  },
  {
    code: 'standard_data_type',
    name: '数据元数据类型',
    items: [
      ['varchar', '字符'],
      ['char', '定长字符'],
      ['integer', '整数'],
      ['decimal', '小数'],
      ['date', '日期'],
      ['datetime', '日期时间'],
      ['boolean', '布尔'],
    ],
  },
];
