import { lazyPart } from '#kit/web/lazy-part.ts';
import { useCall } from '#kit/web/use-call.ts';
import type { BoardRow } from '../../contract/board-calls.ts';
import { itemOf, viewsText, type LibraryKind, PUBLISH_STATES, publishedFilter } from '#modules/library/web/parts.ts';
import { api } from './api.ts';

/** 看板 in the library. */
export const boardKind: LibraryKind = {
  kind: 'board',
  label: '看板',
  nameField: 'boardName',
  example: '经营总览',
  calls: api.board,
  filter: { label: '发布状态', none: '全部状态', options: PUBLISH_STATES },
  useRows: ({ filter, ...query }) => useCall(api.board.page, { query: { ...query, ...publishedFilter(filter) } }, { keepPrevious: true }),
  asItem(row: BoardRow) {
    const { publishedNo, draftChanged } = row;
    const detail = `${row.tileCount} 个组件${viewsText(row.viewCount)}`;
    const more = { publishedNo, draftChanged, useCount: 0, detail };
    return { kind: 'board', ...itemOf(row), ...more, name: row.boardName, thumbnail: row.boardThumbnail };
  },
  create: ({ name, folderId }) => api.board.create({ body: { boardName: name, folderId } }),
  templates: {
    call: api.board.fromTemplate,
    Wizard: lazyPart(() => import('./BoardTemplates.tsx').then((part) => ({ default: part.BoardTemplates }))),
  },
  update: (id, { name, ...body }) => api.board.update({ params: { id }, body: { boardName: name, ...body } }),
  copy: (id) => api.board.copy({ params: { id }, body: {} }),
  remove: (id) => api.board.remove({ params: { id } }),
  removeMany: (ids) => api.board.removeBatch({ params: { ids: ids.join(',') } }),
  publishing: {
    calls: api.board,
    publish: (id, body) => api.board.publish({ params: { id }, body }),
    unpublish: (id) => api.board.unpublish({ params: { id } }),
  },
};
