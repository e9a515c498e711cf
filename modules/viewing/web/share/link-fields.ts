import type { FormField } from '#kit/web/form/types.ts';

/** What two versions of a link are compared by. */
export const LINK_FIELDS: readonly FormField<Record<string, unknown>>[] = [
  { field: 'shareName', label: '链接名称' },
  { field: 'expireTime', label: '有效期至', widget: 'time' },
  { field: 'maxViews', label: '最多打开次数' },
  { field: 'ipRanges', label: '允许的地址' },
  { field: 'allowExport', label: '允许导出', widget: 'switch' },
  { field: 'status', label: '启用', widget: 'switch' },
];
