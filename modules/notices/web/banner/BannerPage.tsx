import { Tag } from '#kit/web/Tag.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { minute } from '#kit/web/format.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowOf } from '#kit/web/table/types.ts';
import type { CallReply } from '#kit/web/use-call.ts';
import { FileThumbs, ImageUpload } from '#modules/files/web/index.ts';
import { api } from '../api.ts';
import { audienceFields, audienceText } from '../AudienceFields.tsx';

type Row = RowOf<typeof api.banner>;
type Detail = CallReply<typeof api.banner.get>;

const IMAGE_TYPES = ['png', 'jpg', 'jpeg', 'webp'];

/** Whether it is on show now: status and period together. */
function StateTag({ row }: { row: Pick<Row, 'status' | 'startTime' | 'endTime'> }) {
  // not memoized: the tag outlives the state that it was first rendered with
  const now = serverNow();
  if (row.status === '0') return <Tag tone="idle">禁用</Tag>;
  if (row.startTime !== null && Date.parse(row.startTime) > now) return <Tag tone="accent">未开始</Tag>;
  if (row.endTime !== null && Date.parse(row.endTime) <= now) return <Tag tone="idle">已结束</Tag>;
  return <Tag tone="calm">展示中</Tag>;
}
const periodText = (row: Pick<Row, 'startTime' | 'endTime'>): string =>
  row.startTime === null && row.endTime === null ? '长期' : `${minute(row.startTime) ?? '即日'} 至 ${minute(row.endTime) ?? '长期'}`;

const options: EntityPageOptions<Row> = {
  label: '轮播图',
  nameField: 'title',
  search: [
    { field: 'title', label: '标题' },
    { field: 'position', label: '位置', dict: 'sys_banner_position' },
    { field: 'platform', label: '平台', dict: 'sys_banner_platform' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  views: [
    { id: 'home', name: '首页', values: { position: 'home' } },
    { id: 'login', name: '登录页', values: { position: 'login' } },
  ],
  columns: [
    { field: 'imageFile', title: '图片', width: 70, render: (row) => <FileThumbs value={row.imageFile} /> },
    { field: 'title', title: '标题', width: 190, sort: true },
    { field: 'position', title: '位置', dict: 'sys_banner_position', width: 80 },
    { field: 'platform', title: '平台', dict: 'sys_banner_platform', width: 90, hidden: true },
    { field: 'status', title: '状态', width: 90, render: (row) => <StateTag row={row} /> },
    { field: 'startTime', title: '展示时间', width: 200, render: periodText },
    { field: 'linkUrl', title: '链接', kind: 'mono', width: 136 },
    { field: 'sort', title: '排序', kind: 'number', width: 80, sort: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'imageFile', title: '图片', wide: true, render: (row) => <FileThumbs value={row.imageFile} size={160} /> },
  { field: 'title', title: '标题' },
  { field: 'subtitle', title: '副标题' },
  { field: 'position', title: '位置', dict: 'sys_banner_position' },
  { field: 'platform', title: '平台', dict: 'sys_banner_platform' },
  { field: 'linkType', title: '链接类型', dict: 'sys_banner_link' },
  { field: 'linkUrl', title: '链接地址', kind: 'mono' },
  { field: 'startTime', title: '展示时间', render: periodText },
  { field: 'status', title: '状态', render: (row) => <StateTag row={row} /> },
  { field: 'targets', title: '发布对象', wide: true, render: (row) => audienceText(row) },
  { field: 'remark', title: '备注', wide: true },
];

const fields: readonly FormField<InputOf<typeof api.banner>>[] = [
  { field: 'title', label: '标题' },
  { field: 'subtitle', label: '副标题' },
  {
    field: 'imageFile',
    label: '图片',
    wide: true,
    hint: '建议宽高比：登录页 4:3，首页 6:1；标题和副标题显示在图片左侧',
    render: (props) => <ImageUpload {...props} limit={1} types={IMAGE_TYPES} />,
  },
  { field: 'position', label: '位置', widget: 'radio', dict: 'sys_banner_position', initial: 'home' },
  { field: 'platform', label: '平台', widget: 'radio', dict: 'sys_banner_platform', initial: 'web' },
  { field: 'linkType', label: '链接类型', widget: 'radio', dict: 'sys_banner_link', initial: '0', section: '链接' },
  {
    field: 'linkUrl',
    label: '链接地址',
    placeholder: '内页如 /home，外链如 https://…',
    visible: (values) => values.linkType !== '0',
    required: (values) => values.linkType !== '0',
  },
  ...audienceFields((values) => values.position !== 'login'),
  { field: 'startTime', label: '开始时间', widget: 'time', section: '展示设置', hint: '不填为立即开始' },
  { field: 'endTime', label: '结束时间', widget: 'time', hint: '不填为长期展示' },
  { field: 'sort', label: '排序', widget: 'number', initial: 0, hint: '数字小的在前' },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** The sign-in page has no session, so its banners are public. */
const prepare = (values: InputOf<typeof api.banner>) =>
  values.position === 'login' ? { ...values, publishScope: '1', targets: [] } : values;

export default function BannerPage() {
  const list = useEntityPage(api.banner, options);
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} />
      <EntityForm
        api={api.banner}
        label="轮播图"
        fields={fields}
        opened={list.state.opened}
        prepare={prepare}
        refreshes={[api.banner.home, api.banner.login]}
        onClose={() => list.open(null)}
      />
      <DetailDrawer<Row> list={list} facts={facts} form={[...fields]} />
    </div>
  );
}
