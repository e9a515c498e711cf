import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of 知识产权. */
export const intellectualPropertyDicts: readonly DictSeed[] = [
  {
    code: 'prj_ip_type',
    name: '知识产权类型',
    items: [
      ['1', '发明专利'],
      ['2', '实用新型'],
      ['3', '外观设计'],
      ['4', '软件著作权'],
      ['5', '作品著作权'],
      ['6', '商标'],
      ['7', '工法'],
      ['8', '标准/规范'],
      ['9', '论文/专著'],
      ['10', '专有技术'],
      ['11', 'BIM/QC成果'],
    ],
  },
  {
    code: 'prj_ip_status',
    name: '知识产权法律状态',
    items: [
      ['1', '拟申请'],
      ['2', '已受理'],
      ['3', '实质审查'],
      ['4', '已授权'],
      ['5', '驳回'],
      ['6', '失效/终止'],
      ['7', '转让/许可'],
    ],
  },
  {
    code: 'prj_ip_level',
    name: '知识产权级别',
    items: [
      ['1', '国际'],
      ['2', '国家级'],
      ['3', '省部级'],
      ['4', '市级/行业'],
      ['5', '企业级'],
    ],
  },
];
