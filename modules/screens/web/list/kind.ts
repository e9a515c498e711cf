import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { ScreenRow } from '../../contract/screen-calls.ts';
import { itemOf, viewsText, type LibraryKind, type NewItem, PUBLISH_STATES, publishedFilter } from '#modules/library/web/parts.ts';
import { api } from './api.ts';
import { ScreenFields, sizeOf, type ScreenValues } from './ScreenFields.tsx';

/** 大屏 in the library. */
export const screenKind: LibraryKind = {
  kind: 'screen',
  label: '大屏',
  nameField: 'screenName',
  example: '项目指挥中心',
  calls: api.screen,
  filter: { label: '发布状态', none: '全部状态', options: PUBLISH_STATES },
  useRows: ({ filter, ...query }) => useCall(api.screen.page, { query: { ...query, ...publishedFilter(filter) } }, { keepPrevious: true }),
  asItem(row: ScreenRow) {
    const { publishedNo, draftChanged } = row;
    const detail = `${row.width} × ${row.height}${viewsText(row.viewCount)}`;
    const more = { publishedNo, draftChanged, useCount: 0, detail };
    return { kind: 'screen', ...itemOf(row), ...more, name: row.screenName, thumbnail: row.screenThumbnail };
  },
  Fields: ScreenFields,
  create: ({ name, folderId, ...rest }: NewItem & ScreenValues) =>
    api.screen.create({ body: { screenName: name, folderId, ...sizeOf(rest) } }),
  templates: {
    call: api.screen.fromTemplate,
    Wizard: lazyPart(() => import('./ScreenTemplates.tsx').then((part) => ({ default: part.ScreenTemplates }))),
  },
  update: (id, { name, ...body }) => api.screen.update({ params: { id }, body: { screenName: name, ...body } }),
  copy: (id) => api.screen.copy({ params: { id }, body: {} }),
  remove: (id) => api.screen.remove({ params: { id } }),
  removeMany: (ids) => api.screen.removeBatch({ params: { ids: ids.join(',') } }),
  publishing: {
    calls: api.screen,
    publish: (id, body) => api.screen.publish({ params: { id }, body }),
    unpublish: (id) => api.screen.unpublish({ params: { id } }),
  },
  reset: (id, version) => api.screen.reset({ params: { id }, body: { version } }),
};
