import { EditOutlined } from '@ant-design/icons';
import { Button, Drawer, Space, Tooltip } from 'antd';
import { Suspense, useState, type ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Can } from '#kit/web/can.tsx';
import { minute } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import type { MANUAL_FIELDS } from '../../contract/change.ts';
import { api } from '../api.ts';
import { AskAccess } from './AskAccess.tsx';
import { RegisterChange } from '../changes/index.ts';
import { LevelFact, LevelHistory } from '#modules/gate/web/parts.ts';
import { tablePath } from '../paths.ts';
import { GovernDialog } from './GovernDialog.tsx';
import { TagMarks } from './TagMarks.tsx';
import { dataType } from './data-type.ts';
import { columnSubject } from './subjects.ts';

type Field = (typeof MANUAL_FIELDS)[number];

function useColumn(id: string) {
  const answer = useCall(api.column.get, { params: { id } });
  useObjectTitle(answer.data && `${answer.data.tableName}.${answer.data.columnName}`);
  return answer;
}

/** One column: what the source says, what people say, its changes; three facts can be registered for change as in the family. */
export function ColumnDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const [field, setField] = useState<Field | null>(null);
  const answer = useColumn(id);
  const { data: column } = answer;
  // whether it may be described is a question of its table
  const table = useCall(api.table.get, { params: { id: column?.tableId ?? '' } }, { enabled: column !== undefined });
  const [isEditing, setEditing] = useState(false);
  const registered = (name: Field, value: ReactNode) => (
    <>
      {value}
      <Can call={api.change.create}>
        <Tooltip title="变更登记">
          <Button type="text" size="small" icon={<EditOutlined />} aria-label="变更登记" onClick={() => setField(name)} />
        </Tooltip>
      </Can>
    </>
  );
  return (
    <Drawer
      open
      size={measures.drawer}
      title="字段详情"
      onClose={onClose}
      extra={
        column && (
          <Space>
            <AskAccess tableId={column.tableId} column={column} />
            {table.data?.may.edit && (
              <Button icon={<EditOutlined />} onClick={() => setEditing(true)}>
                维护
              </Button>
            )}
          </Space>
        )
      }
    >
      {answer.error && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {!column && !answer.error && <StateView kind="loading" shape="form" rows={10} />}
      {column && (
        <dl className="column-facts">
          <Fact title="字段名">{registered('columnName', <span className="mono">{column.columnName}</span>)}</Fact>
          <Fact title="注释">{registered('columnComment', column.columnComment ?? <Missing />)}</Fact>
          <Fact title="默认值">
            {registered('dataDefault', column.dataDefault === null ? <Missing /> : <span className="mono">{column.dataDefault}</span>)}
          </Fact>
          <Fact title="中文名">{column.cnName ?? <Missing />}</Fact>
          <Fact title="说明">{column.description ?? <Missing />}</Fact>
          <Fact title="数据表">
            <NameLink mono name={`${column.schemaName}.${column.tableName}`} to={tablePath(column.tableId)} />
          </Fact>
          <Fact title="数据源">{column.sourceName}</Fact>
          <Fact title="类型">
            <span className="mono">{dataType(column)}</span>
          </Fact>
          <Fact title="主键">{column.columnKey === '1' ? '是' : '否'}</Fact>
          <Fact title="可空">{column.columnNullable === '1' ? '是' : '否'}</Fact>
          <Fact title="外键引用">{column.reference === null ? <Missing /> : <span className="mono">{column.reference}</span>}</Fact>
          <GovernedFacts column={column} />
          <Fact title="更新时间">{minute(column.updateTime)}</Fact>
        </dl>
      )}
      {column && isEditing && <GovernDialog subject={columnSubject(column)} onClose={() => setEditing(false)} />}
      {column && field && (
        <Suspense fallback={null}>
          <RegisterChange column={column} field={field} onClose={() => setField(null)} />
        </Suspense>
      )}
    </Drawer>
  );
}

/** What people and other modules decided about a column. */
const GovernedFacts = ({ column }: { column: CallReply<typeof api.column.get> }) => (
  <>
    <Fact title="数据分类">{column.className ?? <Missing />}</Fact>
    <Fact title="敏感级别">
      <LevelFact {...column} />
    </Fact>
    <Fact title="级别变更记录">
      <LevelHistory steps={column.levelHistory} />
    </Fact>
    <Fact title="标签">
      <TagMarks tags={column.tags} />
    </Fact>
    <Slot name="metadata.column.facts" of={{ columnId: column.id, tableId: column.tableId }} />
  </>
);

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);
