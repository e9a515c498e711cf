import { ArrowLeftOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { DocumentUpload, FileThumbs } from '#modules/files/web/index.ts';
import { useCan } from '#kit/web/can.tsx';
import type { Change } from '#kit/web/detail/change-source.ts';
import { ChangeTimeline, type ChangedField } from '#kit/web/detail/ChangeTimeline.tsx';
import type { Fact } from '#kit/web/detail/DetailDrawer.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { dateTime } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { barredBy, barredProps, type RowRule } from '#kit/web/table/barred.ts';
import { cellOf } from '#kit/web/table/cell.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { Opened } from '#kit/web/table/list-state.ts';
import type { AnyCall, AnyRow } from '#kit/web/table/types.ts';
import { useCall } from '#kit/web/use-call.ts';
import { useAddress, useBackToList } from './address.ts';
import './projects.css';

const THUMB_PX = 96;
const RECENT = 5;

/** Facts under one heading. */
export interface FactGroup<Full> {
  title: string;
  facts: readonly Fact<Full>[];
}

interface RecordDetailProps<Row extends AnyRow, Full extends AnyRow> {
  /** the list that the record is opened from; its `open` leads back */
  list: EntityList<Row>;
  id: string;
  /** `api.supplier.changes` */
  changes: AnyCall;
  title: (row: Full) => string;
  /** states beside the title */
  tags?: (row: Full) => ReactNode;
  /** number or code below the title */
  subtitle?: (row: Full) => ReactNode;
  /** four to seven facts in the head */
  head: readonly Fact<Full>[];
  groups: readonly FactGroup<Full>[];
  /** further tabs between 基本信息 and 附件 */
  tabs?: (row: Full) => readonly { key: string; label: ReactNode; children: ReactNode }[];
  /** names of the fields in the change record, besides those of the facts */
  fields?: readonly ChangedField[];
  /** buttons right of the title, before 修改 */
  actions?: (row: Full) => ReactNode;
  /** panels in the right rail, above 最近变更 */
  rail?: (row: Full) => ReactNode;
  onEdit?: () => void;
  /** rows that may be changed; all of them unless given */
  canEdit?: RowRule<Full>;
}

interface Traces {
  createName: string | null;
  createTime: string;
  updateTime: string;
  remark: string | null;
  attachments?: string | null;
}
const TRACES: readonly Fact<Traces>[] = [
  { field: 'createName', title: '创建人', kind: 'person' },
  { field: 'createTime', title: '创建时间', kind: 'second' },
  { field: 'updateTime', title: '更新时间', kind: 'second' },
  { field: 'remark', title: '备注', wide: true },
];

/**
 * The page of one record, at the address of its list with `open=detail-<id>`: it survives reload, and the back key leads to the list as it
 * was. Show it instead of the list when `useOpenRecord(list).detailId` is set.
 */
export function RecordDetail<Row extends AnyRow, Full extends AnyRow & Traces>(props: RecordDetailProps<Row, Full>) {
  const { list, id, title, tags, subtitle, head, groups, actions, rail, onEdit } = props;
  const can = useCan();
  const answer = useCall(list.api.get as AnyCall, { params: { id } } as never);
  const history = useCall(props.changes, { params: { id } } as never);
  const { pathname } = useLocation();
  const [tab, setTab] = useAddress('tab');
  const handleBack = useBackToList();
  const row = answer.data as Full | undefined;
  useObjectTitle(row && title(row));
  const fields = [
    ...(props.fields ?? []),
    ...[...groups.flatMap((group) => group.facts), ...head, ...TRACES].map(({ field, title: label, dict }) => ({ field, label, dict })),
    { field: 'attachments', label: '附件' },
    { field: 'sort', label: '排序' },
  ];
  const told = history.data as readonly Change[] | undefined;
  const changes = told && labelledChanges(fields, told);
  const back = (
    <PageActions>
      <Button icon={<ArrowLeftOutlined />} onClick={handleBack}>
        返回列表
      </Button>
    </PageActions>
  );
  if (!row)
    return (
      <>
        {back}
        <div className="panel record-wait">
          {answer.error ? (
            <ObjectFailed
              error={answer.error}
              noun={list.options.label}
              back={{ to: pathname, text: '返回列表' }}
              onRetry={() => void answer.refetch()}
            />
          ) : (
            <StateView kind="loading" shape="form" rows={6} />
          )}
        </div>
      </>
    );
  const files = row.attachments ?? null;
  const fileCount = files === null ? 0 : files.split(',').length;
  return (
    <>
      {back}
      <div className="detail-page">
        <div className="panel detail-main">
          <header className="detail-head">
            <div className="record-title">
              <h2>{title(row)}</h2>
              {tags?.(row)}
              <span className="grow" />
              {actions?.(row)}
              {onEdit && list.api.update && can(list.api.update) && (
                <Button type="primary" icon={<EditOutlined />} {...barredProps(barredBy(props.canEdit, row))} onClick={onEdit}>
                  修改
                </Button>
              )}
            </div>
            {subtitle && <div className="mono muted">{subtitle(row)}</div>}
            <Facts facts={head} row={row} />
          </header>
          <Tabs
            className="detail-tabs record-tabs"
            activeKey={tab ?? 'base'}
            onChange={(key) => setTab(key === 'base' ? null : key)}
            items={[
              { key: 'base', label: '基本信息', children: <BaseTab groups={groups} row={row} /> },
              ...(props.tabs?.(row) ?? []).map((one) => ({ ...one, children: <div className="record-body">{one.children}</div> })),
              { key: 'files', label: <Counted name="附件" count={fileCount} />, children: <FilesTab files={files} /> },
              {
                key: 'changes',
                label: <Counted name="变更记录" count={changes?.length ?? 0} />,
                children: (
                  <div className="record-body">
                    {history.error && <StateView kind="error" error={history.error} onRetry={() => void history.refetch()} />}
                    {changes && changes.length > 0 && <ChangeTimeline changes={changes} entityId={id} fields={fields} />}
                    {changes?.length === 0 && <p className="muted">还没有变更记录。</p>}
                  </div>
                ),
              },
            ]}
          />
        </div>
        <aside className="detail-rail">
          {rail?.(row)}
          {changes && changes.length > 0 && <RecentChanges changes={changes} onAll={() => setTab('changes')} />}
        </aside>
      </div>
    </>
  );
}

function RecentChanges({ changes, onAll }: { changes: readonly Change[]; onAll: () => void }) {
  return (
    <section className="panel rail-panel">
      <h2>
        最近变更
        <button type="button" className="rail-more" onClick={onAll}>
          全部
        </button>
      </h2>
      <ul className="rail-rows">
        {changes.slice(0, RECENT).map((change) => (
          <li key={change.logId}>
            <span className="cut">
              <PersonText bare name={change.userName ?? '系统'} /> {change.title}
            </span>
            <span className="muted">{dateTime(change.createTime)?.slice(5, 10)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without the fields that people neither fill in nor see: a deletion and a restoration record the whole row. */
function labelledChanges(fields: readonly ChangedField[], changes: readonly Change[]): readonly Change[] {
  const known = new Set(fields.map((one) => one.field));
  return changes.map((change) => ({
    ...change,
    changes: change.changes.map((one) => ({ ...one, fields: one.fields.filter(({ field }) => known.has(field)) })),
  }));
}

function Facts<Full>({ facts, row, grid }: { facts: readonly Fact<Full>[]; row: Full; grid?: boolean }) {
  return (
    <dl className={grid ? 'facts grid record-facts' : 'facts'}>
      {facts.map((fact) => (
        <div key={fact.field} className={fact.wide ? 'wide' : undefined}>
          <dt>{fact.title}</dt>
          <dd>{fact.render?.(row, cellOf(fact, row)) ?? cellOf(fact, row)}</dd>
        </div>
      ))}
    </dl>
  );
}

const Counted = ({ name, count }: { name: string; count: number }) => (
  <>
    {name}
    {count > 0 && <em className="tab-count">{count}</em>}
  </>
);

function BaseTab<Full extends Traces>({ groups, row }: { groups: readonly FactGroup<Full>[]; row: Full }) {
  return (
    <div className="record-body">
      {[...groups, { title: '其他', facts: TRACES as readonly Fact<Full>[] }].map((group) => (
        <section key={group.title} className="record-group">
          <h3 className="form-section">{group.title}</h3>
          <Facts facts={group.facts} row={row} grid />
        </section>
      ))}
    </div>
  );
}

function FilesTab({ files }: { files: string | null }) {
  if (files === null) return <p className="record-body muted">没有附件。</p>;
  return (
    <div className="record-body record-files">
      <FileThumbs value={files} size={THUMB_PX} />
      <DocumentUpload value={files} disabled />
    </div>
  );
}

/**
 * What is open on a page of records: the detail (in the address), and the form, which over a detail comes back to it.
 *
 *     const open = useOpenRecord(list);
 *     if (open.detailId) return <><RecordDetail … id={open.detailId} onEdit={open.edit} /><EntityForm … opened={open.form} onClose={open.close} /></>;
 */
export function useOpenRecord<Row extends AnyRow>(
  list: EntityList<Row>,
): {
  detailId: string | null;
  form: Opened;
  edit: () => void;
  close: () => void;
} {
  const { opened } = list.state;
  const detailId = opened?.kind === 'detail' ? opened.id : null;
  const [editing, setEditing] = useState<string | null>(null);
  const isEditing = detailId !== null && editing === detailId;
  return {
    detailId,
    form: isEditing ? { kind: 'edit', id: detailId } : opened,
    edit: () => setEditing(detailId),
    close: () => (isEditing ? setEditing(null) : list.open(null)),
  };
}
