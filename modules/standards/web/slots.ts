import type { Slots } from '#kit/web/slots/slots.ts';

const READS = ['standard:binding:list', 'standard:element:list', 'metadata:datacolumn:list'];

/** Standards on the pages of tables and columns, and inside approvals. */
export const slots: Slots = {
  'metadata.table.tabs': [{ key: 'standard', title: '标准', order: 37, perms: READS, load: () => import('./house/TableTab.tsx') }],
  'metadata.column.facts': [{ key: 'standard', order: 10, perms: READS, load: () => import('./house/ColumnFacts.tsx') }],
  'flow.detail': [
    { key: 'standard.element', load: () => import('./element/ElementRecord.tsx') },
    { key: 'standard.dict', load: () => import('./dict/TypeRecord.tsx') },
  ],
};
