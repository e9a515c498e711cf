import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { download } from '#kit/web/send.ts';
import { sizeText } from '../core/size.ts';
import { api } from './api.ts';
import { FileThumbs } from './bound.tsx';

export default defineEntityPage({
  title: '文件管理',
  api: { page: api.file.page, get: api.file.get, remove: api.file.remove, removeBatch: api.file.removeBatch },
  nameField: 'originalFilename',
  search: [{ field: 'originalFilename', label: '文件名称' }],
  columns: [
    { field: '_thumb', title: '预览', width: 64, render: (row) => <FileThumbs value={row.fileName} /> },
    { field: 'originalFilename', title: '文件名称', sort: true },
    { field: 'fileSize', title: '大小', width: 110, sort: true, render: (row) => sizeText(row.fileSize) },
    { field: 'contentType', title: '类型', kind: 'mono', width: 260 },
    { field: 'fileName', title: '存储名称', kind: 'mono', width: 320, hidden: true },
    { field: 'createTime', title: '上传时间', kind: 'time', width: 160, sort: true },
  ],
  actions: (row) => [
    {
      key: 'download',
      label: '下载',
      call: api.file.view,
      onClick: () => void download(api.file.view, { params: { fileName: row.fileName } }, row.originalFilename).catch(() => undefined),
    },
  ],
});
