import { CodeOutlined, CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { Can } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count, minute } from '#kit/web/format.ts';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { TABLE_KIND_LABELS } from '../../contract/table.ts';
import { api } from '../api.ts';
import { bytesText } from './data-type.ts';

const quote = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

/** Name, size and keys of the table whose columns are listed below. */
export function TableHeader({ id }: { id: string }) {
  const navigate = useNavigate();
  const { data: table } = useCall(api.table.get, { params: { id } }, { staleTime: 60_000 });
  if (!table) return <div className="table-header" aria-busy />;
  const fullName = `${quote(table.schemaName)}.${quote(table.tableName)}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(fullName);
      toast.success('表名已复制');
    } catch {
      toast.warning('浏览器不允许复制，请手动选择');
    }
  };
  const query = () =>
    void navigate(`/metadata/sqlconsole?sourceId=${table.sourceId}&sql=${encodeURIComponent(`select *\nfrom ${fullName}\nlimit 100`)}`);
  return (
    <header className="table-header">
      <div className="table-title">
        <h2>{table.tableComment ?? table.tableName}</h2>
        <Tag tone="line">{TABLE_KIND_LABELS[table.tableKind]}</Tag>
        <span className="grow" />
        <Can call={api.console.run}>
          <Button icon={<CodeOutlined />} onClick={query}>
            SQL 查询
          </Button>
        </Can>
      </div>
      <button type="button" className="table-path mono" title="复制表名" onClick={() => void copy()}>
        {fullName} <CopyOutlined />
      </button>
      <dl className="table-facts">
        <Fact title="数据源">{table.sourceName}</Fact>
        <Fact title="行数（估计）">{table.rowEstimate === null ? <Missing /> : count(Number(table.rowEstimate))}</Fact>
        <Fact title="大小">{bytesText(table.sizeBytes) ?? <Missing />}</Fact>
        <Fact title="字段">{table.columnCount}</Fact>
        <Fact title="主键">{keyText(table.keys, 'primary')}</Fact>
        <Fact title="外键">{keyText(table.keys, 'foreign')}</Fact>
        <Fact title="最近变化">{minute(table.updateTime)}</Fact>
      </dl>
    </header>
  );
}

function keyText(keys: readonly { kind: string; columns: string[]; refTable: string | null }[], kind: string) {
  const found = keys.filter((key) => key.kind === kind);
  if (found.length === 0) return <Missing />;
  const text = found.map((key) => `${key.columns.join(', ')}${key.refTable ? ` → ${key.refTable}` : ''}`).join('；');
  return (
    <span className="mono cut" title={text}>
      {text}
    </span>
  );
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
