import { CodeOutlined, CopyOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { count, minute } from '#kit/web/format.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { TABLE_KIND_LABELS } from '#modules/sources/contract/table-kind.ts';
import { FollowButton } from '../changes/index.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { placePath } from '../paths.ts';
import { GovernDialog } from './GovernDialog.tsx';
import { TagMarks } from './TagMarks.tsx';
import type { TableDetail } from './TableView.tsx';
import { bytesText } from '#kit/core/text/bytes-text.ts';
import { tableSubject } from './subjects.ts';
import { tierText } from './labels.ts';

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.warning('浏览器不允许复制，请手动选择');
  }
}

/** Names, marks, people and size of a table. */
export function TableHeader({ table }: { table: TableDetail }) {
  const navigate = useNavigate();
  const [isEditing, setEditing] = useState(false);
  const fullName = `${quote(table.schemaName)}.${quote(table.tableName)}`;
  const query = () =>
    void navigate(`/metadata/sqlconsole?sourceId=${table.sourceId}&sql=${encodeURIComponent(`select *\nfrom ${fullName}\nlimit 100`)}`);
  return (
    <header className="table-header">
      <div className="table-title">
        <h2 className="cut" title={table.cnName ?? table.tableComment ?? table.tableName}>
          {table.cnName ?? table.tableComment ?? table.tableName}
        </h2>
        <TableMarks table={table} />
        <span className="grow" />
        <Suspense fallback={null}>
          <FollowButton objectType="table" objectId={table.id} />
        </Suspense>
        {table.may.edit && (
          <Button size="small" icon={<EditOutlined />} onClick={() => setEditing(true)}>
            维护
          </Button>
        )}
        {table.may.query && (
          <Button size="small" type="primary" icon={<CodeOutlined />} onClick={query}>
            SQL 查询
          </Button>
        )}
      </div>
      <div className="table-path">
        <Link to={placePath(table.sourceId)}>{table.sourceName}</Link>
        <span>/</span>
        <Link className="mono" to={placePath(table.sourceId, table.schemaName)}>
          {table.schemaName}
        </Link>
        <span>/</span>
        <button type="button" className="mono" title="复制表名" onClick={() => void copyText(fullName, '表名已复制')}>
          {table.tableName} <CopyOutlined />
        </button>
      </div>
      {table.description && <p className="table-description">{table.description}</p>}
      <dl className="table-facts">
        <Fact title="负责人">{table.ownerName ?? <Missing />}</Fact>
        <Fact title="主题域">{table.domainName ?? <Missing />}</Fact>
        <Fact title="行数（估计）">{table.rowEstimate === null ? <Missing /> : count(Number(table.rowEstimate))}</Fact>
        <Fact title="大小">{bytesText(table.sizeBytes) ?? <Missing />}</Fact>
        <Fact title="近30天读取（截至现在）">{count(table.heat)} 次</Fact>
        <Fact title="结构版本">v{table.structureVersion}</Fact>
        <Fact title="结构最近变化">{table.changeTime === null ? <Missing /> : minute(table.changeTime)}</Fact>
      </dl>
      {isEditing && <GovernDialog subject={tableSubject(table)} onClose={() => setEditing(false)} />}
    </header>
  );
}

/** Kind, state, tier, level and tags behind the name, and what other modules say of the table. */
const TableMarks = ({ table }: { table: TableDetail }) => (
  <>
    <Tag tone="line">{TABLE_KIND_LABELS[table.tableKind]}</Tag>
    {table.brokenReason !== null && <Tag tone="bad">失效</Tag>}
    {table.tier && (
      <Tag tone="accent" dot={false}>
        {tierText(table.tier)}
      </Tag>
    )}
    {table.level && <LevelTag level={table.level} />}
    <TagMarks tags={table.tags} missing={false} />
    <Slot name="metadata.table.badges" of={{ tableId: table.id }} />
  </>
);

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd className="cut">{children}</dd>
  </div>
);
