import { Button, Segmented, Table } from 'antd';
import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { AccessRequestDialog } from './AccessRequestDialog.tsx';
import { presetOf, useAskable } from './AskAccess.tsx';
import { chosenColumns, COLUMN_KINDS, columnsSummary, countOf, type ColumnKind } from './column-filter.ts';
import { GovernDialog, type Subject } from './GovernDialog.tsx';
import { columnSubject, type ColumnRow } from './subjects.ts';
import { CHECK_WIDTH, fittingColumns } from './table-columns.tsx';
import type { TableDetail } from './TableView.tsx';

interface Props {
  table: TableDetail;
  onColumn: (id: string) => void;
}
const KINDS = Object.keys(COLUMN_KINDS) as ColumnKind[];
/** Above this only the rows in sight are drawn. */
const VIRTUAL_FROM = 200;
const HEAD_HEIGHT = 40;

/** Columns of a table: names and descriptions are edited where they stand, several at once through 批量维护. */
export function ColumnsTab({ table, onColumn }: Props) {
  const filter = useFilter();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [asked, setAsked] = useState<ColumnRow | null>(null);
  const [boxRef, box] = useBox();
  const save = useWrite(api.governance.column, { overlay: false, refreshes: [api.table.get, api.search.find] });
  const { held, isOpen } = useAskable(table.id);
  const canEdit = table.may.edit;
  const rows = chosenColumns(table.columns, filter.kind, filter.keyword);
  const { shown, folded } = fittingColumns(
    {
      canEdit,
      onOpen: ({ id }) => onColumn(id),
      onSave: ({ id, version }, field, value) => save.mutateAsync({ params: { id }, body: { [field]: value, version } }),
      onGovern: (column) => setSubject(columnSubject(column)),
      onRequest: held && !isOpen ? setAsked : null,
    },
    box ? box.width - (canEdit ? CHECK_WIDTH : 0) : Number.POSITIVE_INFINITY,
  );
  return (
    <div className="columns-tab">
      <Tools columns={table.columns} folded={folded} {...filter} />
      <div className="columns-table list-table" ref={boxRef}>
        <Table<ColumnRow>
          size="small"
          rowKey="id"
          tableLayout="fixed"
          pagination={false}
          virtual={rows.length > VIRTUAL_FROM}
          dataSource={rows}
          columns={shown}
          scroll={{
            x: shown.reduce((sum, { width }) => sum + width, canEdit ? CHECK_WIDTH : 0),
            ...(box ? { y: Math.max(box.height - HEAD_HEIGHT, 120) } : {}),
          }}
          rowSelection={
            canEdit
              ? {
                  selectedRowKeys: [...chosen],
                  onChange: (keys) => setChosen(keys.map(String)),
                  columnWidth: CHECK_WIDTH,
                  getTitleCheckboxProps: () => ({ 'aria-label': '全选' }),
                }
              : undefined
          }
          locale={{ emptyText: <NoColumns isFiltered={table.columns.length > 0} onClear={filter.clear} /> }}
        />
      </div>
      <Foot columns={table.columns} chosen={chosen.length} onGovern={() => setSubject({ kind: 'column', ids: chosen })} />
      {subject && (
        <GovernDialog
          subject={subject}
          onClose={(done) => {
            setSubject(null);
            if (done) setChosen([]);
          }}
        />
      )}
      {asked && held && <AccessRequestDialog tableId={table.id} preset={presetOf(held, asked)} onClose={() => setAsked(null)} />}
    </div>
  );
}

function useFilter() {
  const [keyword, setKeyword] = useState('');
  const [kind, setKind] = useState<ColumnKind>('all');
  const clear = () => {
    setKeyword('');
    setKind('all');
  };
  return { keyword, setKeyword, kind, setKind, clear };
}

interface ToolsProps extends ReturnType<typeof useFilter> {
  columns: readonly ColumnRow[];
  /** columns of the list that found no room */
  folded: number;
}

const Tools = ({ columns, folded, keyword, setKeyword, kind, setKind }: ToolsProps) => (
  <div className="columns-tools">
    <SearchInput className="columns-filter" label="筛选字段" placeholder="字段名 / 中文名" value={keyword} onChange={setKeyword} />
    <Segmented<ColumnKind>
      aria-label="字段范围"
      value={kind}
      onChange={setKind}
      options={KINDS.map((value) => ({ value, label: `${COLUMN_KINDS[value].label} ${countOf(columns, value)}` }))}
    />
    <span className="grow" />
    {folded > 0 && <span className="folded-note">宽度不足，收起 {folded} 列</span>}
  </div>
);

const NoColumns = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <StateView kind="filtered" noun="字段" onClear={onClear} />
  ) : (
    <StateView kind="empty" what="还没有字段" why="数据源同步后，这里显示它的字段。" />
  );

/** What there is; while rows are chosen, what can be done with them. */
const Foot = ({ columns, chosen, onGovern }: { columns: readonly ColumnRow[]; chosen: number; onGovern: () => void }) => (
  <div className="column-list-foot">
    {chosen === 0 ? (
      <span className="muted">{columnsSummary(columns)}</span>
    ) : (
      <>
        <span className="muted">
          已选 <b className="num">{chosen}</b> 个字段
        </span>
        <Button size="small" type="primary" onClick={onGovern}>
          批量维护
        </Button>
      </>
    )}
  </div>
);
