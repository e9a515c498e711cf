import { CodeOutlined, CopyOutlined, EditOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { LayerTag } from '#kit/web/parts/marks.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { TABLE_KIND_LABELS } from '#modules/sources/contract/table-kind.ts';
import { FollowButton } from '../changes/index.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { placePath } from '../paths.ts';
import { AskAccess } from './AskAccess.tsx';
import { GovernDialog } from './GovernDialog.tsx';
import { TagMarks } from './TagMarks.tsx';
import type { TableDetail } from './TableView.tsx';
import { bytesText } from '#kit/core/text/bytes-text.ts';
import { tableSubject } from './subjects.ts';
import { titleOf } from './labels.ts';

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
        <h2 className="cut" title={titleOf(table)}>
          {titleOf(table)}
        </h2>
        <TableMarks table={table} />
        <span className="grow" />
        <Suspense fallback={null}>
          <FollowButton objectType="table" objectId={table.id} />
        </Suspense>
        {table.may.edit && (
          <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
            维护
          </Button>
        )}
        <AskAccess tableId={table.id} type={table.may.query ? 'default' : 'primary'} />
        {table.may.query && (
          <Button type="primary" icon={<CodeOutlined />} onClick={query}>
            SQL 查询
          </Button>
        )}
      </div>
      <div className="table-path">
        <span className="mono">
          <Link to={placePath(table.sourceId)}>{table.sourceName}</Link>.
          <Link to={placePath(table.sourceId, table.schemaName)}>{table.schemaName}</Link>.{table.tableName}
        </span>
        <button type="button" className="icon-button small" aria-label="复制表名" onClick={() => void copyText(fullName, '表名已复制')}>
          <CopyOutlined />
        </button>
        {table.description && (
          <span className="cut" title={table.description}>
            {table.description}
          </span>
        )}
      </div>
      <TableFacts table={table} />
      {isEditing && <GovernDialog subject={tableSubject(table)} onClose={() => setEditing(false)} />}
    </header>
  );
}

const TableFacts = ({ table }: { table: TableDetail }) => (
  <dl className="table-facts">
    <Fact title="负责人">
      <PersonText name={table.ownerName} />
    </Fact>
    <Fact title="主题域">{table.domainName ?? <Missing />}</Fact>
    <Fact title="行数（估计） · 大小">
      {table.rowEstimate === null ? <Missing /> : count(Number(table.rowEstimate))}
      <span className="muted">{bytesText(table.sizeBytes) ?? <Missing />}</span>
    </Fact>
    <Fact title="近 30 天读取">{count(table.heat)} 次</Fact>
    <Fact title="结构">
      v{table.structureVersion}
      {table.changeTime !== null && (
        <span className="muted">
          <DateText value={table.changeTime} /> 变化
        </span>
      )}
    </Fact>
  </dl>
);

/** Layer, level, state and tags behind the name, and what other modules say of the table. */
const TableMarks = ({ table }: { table: TableDetail }) => (
  <>
    {table.tier && <LayerTag layer={table.tier} />}
    {table.level && <LevelTag level={table.level} />}
    {table.tableKind !== 'table' && <Tag tone="line">{TABLE_KIND_LABELS[table.tableKind]}</Tag>}
    {table.brokenReason !== null && <Tag tone="bad">失效</Tag>}
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
