import type { Slots } from '#kit/web/slots/slots.ts';

const BADGES = ['quality:rule:list', 'quality:score:list', 'metadata:datacolumn:list'];

/** 质量 on the page of a table, points of what data sets and tiles are made from, rules on the pages of standards. */
export const slots: Slots = {
  'metadata.table.tabs': [{ key: 'quality', title: '质量', order: 35, perms: ['quality:rule:list'], load: () => import('./TableTab.tsx') }],
  'visual.tile.badges': [{ key: 'quality', perms: BADGES, load: () => import('./badge/ChartBadge.tsx') }],
  'visual.dataset.badges': [{ key: 'quality', perms: BADGES, load: () => import('./badge/DataSetBadge.tsx') }],
  'metadata.column.facts': [{ key: 'quality', perms: ['quality:rule:list'], load: () => import('./badge/ColumnFacts.tsx') }],
  'standard.element.tabs': [
    { key: 'rules', title: '质量规则', perms: ['quality:rule:list'], load: () => import('./standard/ElementRules.tsx') },
  ],
  'standard.table.actions': [{ key: 'rules', perms: ['quality:rule:add'], load: () => import('./standard/TableRules.tsx') }],
  'standard.impact': [{ key: 'rules', perms: ['quality:rule:list'], load: () => import('./standard/AffectedRules.tsx') }],
  'standard.type.used': [{ key: 'rules', perms: ['quality:rule:list'], load: () => import('./standard/TypeRules.tsx') }],
};
