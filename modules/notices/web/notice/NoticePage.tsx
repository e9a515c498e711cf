import { PushpinFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { minute } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { serverNow } from '#kit/web/server-clock.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { barredProps } from '#kit/web/table/barred.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { DocumentUpload, FileThumbs } from '#modules/files/web/index.ts';
import { api } from '../api.ts';
import { audienceFields, audienceText } from '../AudienceFields.tsx';
import { DocumentView } from '../document/DocumentView.tsx';
import { managerPicture } from '../document/pictures.ts';
import './notice.css';
import { Receipts } from './Receipts.tsx';

type Row = RowOf<typeof api.notice>;
type Detail = CallReply<typeof api.notice.get>;
type State = Pick<Row, 'publishStatus' | 'publishTime' | 'expireTime' | 'flow'>;

const DocumentEditor = lazyPart(() => import('../document/DocumentEditor.tsx'));

/** What is published has to be withdrawn before it changes. */
const isOpen = (row: Pick<Row, 'publishStatus'>): boolean => row.publishStatus !== '1';
const mayEdit = (row: Pick<Row, 'publishStatus' | 'flow'>) => proposalRefusal('edit', row.flow) ?? isOpen(row);
const mayRemove = (row: Pick<Row, 'publishStatus' | 'flow'>) => proposalRefusal('delete', row.flow) ?? isOpen(row);

/** What people call the state: a published notice may still wait for its time, or have run out. */
function StateTag({ row }: { row: State }) {
  // not memoized: the tag outlives the state that it was first rendered with
  const now = serverNow();
  if (row.flow) return <FlowTag flow={row.flow} />;
  if (row.publishStatus === '0') return <Tag tone="idle">草稿</Tag>;
  if (row.publishStatus === '2') return <Tag tone="warn">已撤回</Tag>;
  if (row.publishTime !== null && Date.parse(row.publishTime) > now) return <Tag tone="accent">定时发布</Tag>;
  if (row.expireTime !== null && Date.parse(row.expireTime) <= now) return <Tag tone="idle">已过期</Tag>;
  return <Tag tone="calm">已发布</Tag>;
}

const options: EntityPageOptions<Row> = {
  label: '公告',
  nameField: 'title',
  search: [
    { field: 'title', label: '标题' },
    { field: 'type', label: '类型', dict: 'sys_notice_type' },
    { field: 'publishStatus', label: '状态', dict: 'sys_notice_status' },
    { field: 'publishScope', label: '发布范围', dict: 'sys_audience' },
    { field: 'mustRead', label: '必读', dict: 'sys_yes_no' },
  ],
  views: [
    { id: 'published', name: '已发布', values: { publishStatus: '1' } },
    { id: 'draft', name: '草稿', values: { publishStatus: '0' } },
    { id: 'withdrawn', name: '已撤回', values: { publishStatus: '2' } },
  ],
  columns: [
    {
      field: 'title',
      title: '标题',
      width: 252,
      sort: true,
      render: (row, own) => (
        <span className="notice-title">
          {row.topFlag === '1' && <PushpinFilled title="置顶" />}
          <span className="cut">{own}</span>
          {row.mustRead === '1' && <Tag tone="line">必读</Tag>}
        </span>
      ),
    },
    { field: 'type', title: '类型', dict: 'sys_notice_type', width: 84 },
    { field: 'publishScope', title: '发布范围', dict: 'sys_audience', width: 80 },
    { field: 'publishStatus', title: '状态', width: 90, render: (row) => <StateTag row={row} /> },
    { field: 'readCount', title: '已读人数', kind: 'number', width: 84 },
    { field: 'publisher', title: '发布人', width: 90 },
    { field: 'publishTime', title: '发布时间', kind: 'time', width: 154, sort: true },
    { field: 'expireTime', title: '过期时间', kind: 'time', width: 150, hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'type', title: '类型', dict: 'sys_notice_type' },
  { field: 'publishStatus', title: '状态', dict: 'sys_notice_status', render: (row) => <StateTag row={row} /> },
  { field: 'publisher', title: '发布人' },
  { field: 'readCount', title: '已读人数', kind: 'number' },
  { field: 'publishTime', title: '发布时间', kind: 'time' },
  { field: 'expireTime', title: '过期时间', render: (row) => (row.expireTime ? <DateText value={row.expireTime} /> : '长期有效') },
  { field: 'topFlag', title: '置顶', dict: 'sys_yes_no' },
  { field: 'mustRead', title: '必读', dict: 'sys_yes_no' },
  { field: 'targets', title: '发布对象', wide: true, render: (row) => audienceText(row) },
  { field: 'attachments', title: '附件', wide: true, render: (row) => <FileThumbs value={row.attachments} /> },
  { field: 'remark', title: '备注', wide: true },
];

const fields: readonly FormField<InputOf<typeof api.notice>>[] = [
  { field: 'title', label: '标题', wide: true },
  { field: 'type', label: '类型', widget: 'radio', dict: 'sys_notice_type', initial: '1', wide: true },
  {
    field: 'content',
    label: '正文',
    wide: true,
    required: () => true,
    render: (props) => (
      <Suspense fallback={<div className="notice-editor-wait" />}>
        <DocumentEditor {...props} />
      </Suspense>
    ),
  },
  { field: 'attachments', label: '附件', wide: true, render: (props) => <DocumentUpload {...props} /> },
  ...audienceFields(),
  { field: 'publishTime', label: '发布时间', widget: 'time', section: '发布设置', hint: '不填则在点击发布时立即生效' },
  { field: 'expireTime', label: '过期时间', widget: 'time', hint: '不填为长期有效' },
  { field: 'topFlag', label: '置顶', widget: 'switch', dict: 'sys_yes_no', initial: '0' },
  { field: 'mustRead', label: '必读', widget: 'switch', dict: 'sys_yes_no', initial: '0', hint: '读者登录后必须确认已阅读' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 公告管理: write, publish, withdraw, see who has read. */
export default function NoticePage() {
  const list = useEntityPage(api.notice, options);
  const [receiptsOf, setReceiptsOf] = useState<Row | null>(null);
  const { publish, publishSaved, revoke } = usePublishing();
  const can = useCan();
  const actions = (row: Row): RowAction[] =>
    !isOpen(row)
      ? [
          { key: 'receipts', label: '阅读回执', call: api.notice.receipts, onClick: () => setReceiptsOf(row) },
          { key: 'revoke', label: '撤回', call: api.notice.revoke, danger: true, onClick: () => void revoke(row) },
        ]
      : [
          {
            key: 'publish',
            label: '发布',
            call: api.notice.publish,
            disabled: proposalRefusal('submit', row.flow),
            onClick: () => publish(row),
          },
        ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} canEdit={mayEdit} canRemove={mayRemove} />
      <EntityForm
        api={api.notice}
        label="公告"
        fields={fields}
        opened={list.state.opened}
        onClose={() => list.open(null)}
        further={{ label: '保存并发布', call: api.notice.publish, run: publishSaved }}
      />
      <DetailDrawer<Row>
        list={list}
        facts={facts}
        form={[...fields]}
        canEdit={mayEdit}
        actions={(row: Row) =>
          isOpen(row) &&
          can(api.notice.publish) && (
            <Button type="primary" {...barredProps(proposalRefusal('submit', row.flow))} onClick={() => publish(row)}>
              发布
            </Button>
          )
        }
      >
        {(row: Detail) => (
          <section className="section-line">
            <DocumentView document={row.content} picture={managerPicture} />
          </section>
        )}
      </DetailDrawer>
      {receiptsOf && <Receipts notice={receiptsOf} onClose={() => setReceiptsOf(null)} />}
    </div>
  );
}

type Asked = Pick<Row, 'id' | 'title' | 'publishTime'>;
function questionOf({ title, publishTime }: Asked): string {
  const isLater = publishTime !== null && Date.parse(publishTime) > Date.now();
  const when = isLater ? `将于 ${minute(publishTime) ?? ''} 对发布对象可见` : '立即对发布对象可见';
  return `发布公告“${title}”？${when}，发布后须撤回才能修改。`;
}

function usePublishing() {
  const also = { refreshes: [api.notice.page, api.notice.minePage, api.message.unread] };
  const published = ({ publishTime }: { readonly publishTime: string | null }) => {
    if (publishTime === null) return toast.success('已提交审批，通过后发布');
    const isLater = Date.parse(publishTime) > Date.now() + 60_000;
    return toast.success(isLater ? `将于 ${minute(publishTime) ?? ''} 发布` : '已发布');
  };
  const saving = useWrite(api.notice.publish, { ...also, onSuccess: published });
  const asked = useRef<Asked | null>(null);
  const publishing = useWrite(api.notice.publish, {
    ...also,
    onSuccess: published,
    confirm: () => confirmDialog({ content: asked.current && questionOf(asked.current), okText: '发布' }),
  });
  const revoking = useWrite(api.notice.revoke, { ...also, onSuccess: () => toast.success('已撤回，读者不再看到该公告') });
  const ask = async (question: Pick<Parameters<typeof confirmDialog>[0], 'content' | 'okText' | 'danger'>, run: () => Promise<unknown>) => {
    if (await confirmDialog(question)) await run().catch(() => undefined);
  };
  return {
    // no confirmation: the button already states the effect
    publishSaved: (id: string) => saving.mutate({ params: { id } }),
    publish: (row: Asked) => {
      asked.current = row;
      publishing.mutate({ params: { id: row.id } });
    },
    revoke: (row: Pick<Row, 'id' | 'title'>) =>
      ask({ content: `撤回公告“${row.title}”？读者将立即看不到它，重新发布后需再次阅读。`, okText: '撤回', danger: true }, () =>
        revoking.mutateAsync({ params: { id: row.id } }),
      ),
  };
}
