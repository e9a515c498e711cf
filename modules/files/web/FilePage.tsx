import { count } from '#kit/web/format.ts';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { download } from '#kit/web/send.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { PdfView } from '#kit/web/upload/FilePreview.tsx';
import { useSigned } from '#kit/web/upload/use-signed.ts';
import { useCall } from '#kit/web/use-call.ts';
import { FILE_KINDS, type FileKind } from '../contract/file.ts';
import { KIND_LABELS, kindOf } from '../core/kind.ts';
import { sizeText } from '../core/size.ts';
import { api } from './api.ts';
import { FileThumbs } from './bound.tsx';
import { FileUses } from './FileUses.tsx';
import './files.css';

type Row = RowOf<typeof api.file>;

const own = { page: api.file.page, get: api.file.get, remove: api.file.remove, removeBatch: api.file.removeBatch };

const options: EntityPageOptions<Row> = {
  label: '文件',
  nameField: 'originalFilename',
  search: [
    { field: 'originalFilename', label: '文件名称' },
    { field: 'kind', label: '类型', options: Object.keys(FILE_KINDS).map((value) => ({ value, label: KIND_LABELS[value as FileKind] })) },
    {
      field: 'use',
      label: '使用情况',
      options: [
        { value: 'bound', label: '使用中' },
        { value: 'orphan', label: '无人使用' },
        { value: 'temporary', label: '临时文件' },
      ],
    },
    { field: 'createName', label: '上传人' },
    { field: 'beginTime', to: 'endTime', label: '上传时间' },
  ],
  columns: [
    { field: '_thumb', title: '预览', width: 56, render: (row) => <FileThumbs value={row.fileName} /> },
    { field: 'originalFilename', title: '文件名称', sort: true },
    { field: 'fileSize', title: '大小', width: 92, sort: true, render: (row) => sizeText(row.fileSize) },
    { field: '_kind', title: '类型', width: 84, hidden: true, render: (row) => KIND_LABELS[kindOf(row.fileName)] },
    { field: 'createName', title: '上传人', kind: 'person', width: 100 },
    { field: 'deptName', title: '部门', width: 132 },
    { field: '_uses', title: '使用情况', width: 196, render: (row) => <FileUses uses={row.uses} expireTime={row.expireTime} /> },
    { field: 'createTime', title: '上传时间', kind: 'time', width: 146, sort: true },
    { field: 'contentType', title: '媒体类型', kind: 'mono', width: 260, hidden: true },
    { field: 'fileName', title: '存储名称', kind: 'mono', width: 320, hidden: true },
  ],
};

const facts: readonly Fact<Row>[] = [
  { field: 'originalFilename', title: '文件名称', wide: true },
  { field: 'fileSize', title: '大小', render: (row) => sizeText(row.fileSize) },
  { field: '_kind', title: '类型', render: (row) => KIND_LABELS[kindOf(row.fileName)] },
  { field: 'createName', title: '上传人', kind: 'person' },
  { field: 'deptName', title: '部门' },
  { field: 'createTime', title: '上传时间', kind: 'second' },
  { field: 'expireTime', title: '到期清理', kind: 'second' },
  { field: '_uses', title: '使用情况', wide: true, render: (row) => <FileUses uses={row.uses} expireTime={row.expireTime} all /> },
  { field: 'contentType', title: '媒体类型', kind: 'mono', wide: true },
  { field: 'fileName', title: '存储名称', kind: 'mono', wide: true },
];

/** A picture or PDF at the width of the drawer; other types can only be saved. */
function Preview({ row }: { row: Row }) {
  const kind = kindOf(row.fileName);
  const signed = useSigned(api.file.sign, kind === 'image' ? [row.fileName] : []);
  const url = signed.get(row.fileName)?.url;
  if (kind === 'pdf')
    return (
      <div className="file-preview">
        <PdfView api={api.file} item={{ name: row.fileName, originalFilename: row.originalFilename }} />
      </div>
    );
  return url ? (
    <div className="file-preview">
      <img src={url} alt={row.originalFilename} />
    </div>
  ) : null;
}

/** What the files that the caller reaches add up to. */
function Figures() {
  const { data } = useCall(api.file.figures, {});
  if (!data) return null;
  return (
    <dl className="file-figures">
      <div>
        <dt>文件</dt>
        <dd>{count(data.count)} 个</dd>
      </div>
      <div>
        <dt>占用</dt>
        <dd>{sizeText(data.bytes)}</dd>
      </div>
      <div>
        <dt>无人使用</dt>
        <dd>
          {count(data.orphans)} 个（{sizeText(data.orphanBytes)}）
        </dd>
      </div>
      <div>
        <dt>存储</dt>
        <dd>{data.store === 's3' ? 'S3 兼容存储（未经实测）' : '本机目录'}</dd>
      </div>
    </dl>
  );
}

export default function FilePage() {
  const list = useEntityPage(own, options);
  const can = useCan();
  const actions = (row: Row): readonly RowAction[] => [
    {
      key: 'download',
      label: '下载',
      call: api.file.view,
      onClick: () => void download(api.file.view, { params: { fileName: row.fileName } }, row.originalFilename).catch(() => undefined),
    },
  ];
  return (
    <div className="panel list-page">
      <PageActions>{can(api.file.figures) && <Figures />}</PageActions>
      <EntityTable<Row> list={list} actions={actions} />
      <DetailDrawer<Row> list={list} facts={facts}>
        {(row: Row) => <Preview row={row} />}
      </DetailDrawer>
    </div>
  );
}
