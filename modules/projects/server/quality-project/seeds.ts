import type { DictSeed } from '#kit/server/module.ts';

/** Dictionaries of 质量项目. */
export const qualityProjectDicts: readonly DictSeed[] = [
  {
    code: 'prj_project_type',
    name: '工程类型',
    items: [
      ['1', '房建'],
      ['2', '市政'],
      ['3', '公路'],
      ['4', '轨道交通'],
      ['5', '水利'],
      ['6', '电力'],
      ['7', '工业'],
      ['8', '园林'],
      ['9', '其他'],
    ],
  },
  {
    code: 'prj_business_type',
    name: '业务类型',
    items: [
      ['1', '勘察'],
      ['2', '设计'],
      ['3', '监理'],
      ['4', '造价'],
      ['5', '全过程咨询'],
      ['6', '总承包'],
      ['7', '施工'],
      ['8', '检测'],
    ],
  },
  {
    code: 'prj_award_level',
    name: '奖项级别',
    items: [
      ['1', '国家级'],
      ['2', '省部级'],
      ['3', '市级'],
      ['4', '行业协会'],
      ['5', '集团/企业级'],
    ],
  },
  {
    code: 'prj_award_stage',
    name: '创优阶段',
    items: [
      ['1', '创优策划'],
      ['2', '申报'],
      ['3', '初审'],
      ['4', '评审/公示'],
      ['5', '获奖'],
      ['6', '未获奖'],
    ],
  },
  {
    code: 'prj_award_grade',
    name: '奖项等次',
    items: [
      ['1', '特等奖'],
      ['2', '金奖'],
      ['3', '一等奖'],
      ['4', '二等奖'],
      ['5', '三等奖'],
      ['6', '提名奖'],
    ],
  },
  {
    code: 'prj_award_role',
    name: '申报角色',
    items: [
      ['1', '主申报'],
      ['2', '参建'],
    ],
  },
  {
    code: 'prj_accept_grade',
    name: '竣工验收评定',
    items: [
      ['1', '合格'],
      ['2', '优良'],
    ],
  },
];
