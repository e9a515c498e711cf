import type { DictSeed } from '#kit/server/module.ts';
import { CHANGE_FIELDS, CHANGE_KINDS, CHANGE_OBJECTS } from '../../contract/change.ts';

/** Dictionaries of the change records. */
export const changeDicts: readonly DictSeed[] = [
  { code: 'metadata_change_object', name: '变更对象', items: Object.entries(CHANGE_OBJECTS) },
  { code: 'metadata_change_kind', name: '变更类型', items: Object.entries(CHANGE_KINDS) },
  { code: 'metadata_change_field', name: '变更内容', items: Object.entries(CHANGE_FIELDS) },
  {
    code: 'metadata_change_origin',
    name: '变更来源',
    items: [
      ['sync', '同步发现'],
      ['manual', '人工登记'],
    ],
  },
  {
    code: 'metadata_change_status',
    name: '变更确认状态',
    items: [
      ['0', '待确认'],
      ['1', '已确认'],
    ],
  },
];
