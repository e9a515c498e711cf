import { Select } from 'antd';
import { useMemo, useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { TreeList, type TreeListNode } from '#kit/web/parts/TreeList.tsx';
import { confirmLoss } from '#kit/web/dialog.tsx';
import { useBox } from '#kit/web/table/use-box.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../sets/api.ts';
import { addTable } from './join-edit.ts';
import type { Draft, DraftState } from './use-draft.ts';

export type Catalogue = CallReply<typeof api.dataSet.catalogue>;
export type CatalogueTable = Catalogue['tables'][number];
interface Props {
  draft: Draft;
  state: DraftState;
  catalogue: {
    data: Catalogue | undefined;
    error: Error | null;
    isLoading: boolean;
    refetch: () => unknown;
  };
  onInsert: (text: string) => void;
}

/** Type of a dragged table, for the canvas of joins; as plain text it is its name, for an SQL text. */
export const DRAGGED_TABLE = 'application/x-databrain-table';

/** Left: the source and its tables. A click puts a table into the set, in SQL a double click puts the name into the text. */
export function SourcePanel({ draft, state, catalogue, onInsert }: Props) {
  const sources = useCall(api.dataSet.sources, {}, { staleTime: 60_000 });
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<readonly string[] | null>(null);
  const [ref, box] = useBox();
  const { origin } = draft.model;
  const { nodes, schemas, tables } = useMemo(() => treeOf(catalogue.data, keyword.trim().toLowerCase()), [catalogue.data, keyword]);
  if (origin.kind === 'file')
    return (
      <aside className="set-side set-side-note">
        <h3>上传文件</h3>
        <p className="muted">文件由平台保存并转换为可查询的数据，不需要数据源。拿到该数据集权限的人都能看到其中的数据。</p>
        <p className="muted">替换文件后字段按列名对应，图表保持不变。</p>
      </aside>
    );
  const choose = async (sourceId: string) => {
    const has = draft.model.fields.length > 0 && origin.kind !== 'sql';
    if (has && !(await confirmLoss('更换', '更换数据源将清空已选的表和字段。'))) return;
    state.set({ sourceId });
    if (origin.kind === 'table')
      state.setModel({
        origin: { kind: 'table', table: { schema: '', table: '' } },
        fields: [],
        hierarchies: [],
      });
    if (origin.kind === 'join')
      state.setModel({
        origin: { kind: 'join', model: { tables: [], joins: [], columns: [] } as never },
        fields: [],
        hierarchies: [],
      });
  };
  const pick = async (table: CatalogueTable) => {
    if (origin.kind === 'join') return state.setModel((model) => addTable(model, table, catalogue.data));
    if (origin.kind !== 'table') return;
    const isOther = origin.table.table !== '' && (origin.table.table !== table.tableName || origin.table.schema !== table.schemaName);
    if (origin.table.table === table.tableName && !isOther) return;
    if (isOther && draft.id !== null && !(await confirmLoss('更换', '更换数据表后，同名字段保留设置，其余字段将标为失效。'))) return;
    state.setModel((model) => ({
      origin: { kind: 'table', table: { schema: table.schemaName, table: table.tableName } },
      ...(draft.id === null && { fields: [], hierarchies: [] }),
      ...(draft.id !== null && { fields: model.fields }),
    }));
    if (draft.setName.trim() === '')
      state.set({
        setName: (table.tableComment ?? table.tableName).replace(/[（(].*$/, '').slice(0, 50),
      });
  };
  return (
    <aside className="set-side">
      <Select
        aria-label="数据源"
        placeholder="选择数据源"
        value={draft.sourceId ?? undefined}
        loading={sources.isLoading}
        showSearch={{ optionFilterProp: 'label' }}
        notFoundContent="没有可以使用的数据源"
        options={(sources.data ?? []).map((source) => ({
          value: source.id,
          label: source.isReady ? source.sourceName : `${source.sourceName}（未同步）`,
          disabled: !source.isReady,
        }))}
        onChange={(id: string) => void choose(id)}
      />
      <SearchInput label="搜索表或字段" disabled={draft.sourceId === null} value={keyword} onChange={setKeyword} />
      <div className="set-tables" ref={ref}>
        {draft.sourceId === null && <StateView kind="empty" inline what="先选择数据源" />}
        {catalogue.isLoading && <StateView kind="loading" rows={8} />}
        {catalogue.error && <StateView kind="error" inline error={catalogue.error} onRetry={() => void catalogue.refetch()} />}
        {catalogue.data && nodes.length === 0 && <StateView kind="empty" inline what={keyword ? '没有匹配的表' : '没有可以使用的表'} />}
        {box && nodes.length > 0 && (
          <TreeList
            label="数据表"
            height={box.height}
            nodes={nodes}
            selected={selectedOf(origin, catalogue.data)}
            expanded={chosen ?? schemas}
            onExpand={setChosen}
            onSelect={(_, clicked) => {
              const table = tables.get(clicked);
              if (table) void pick(table);
            }}
            onDoubleClick={(key) => {
              const table = tables.get(key);
              if (origin.kind === 'sql') onInsert(table ? `${table.schemaName}.${table.tableName}` : key.split('\n').at(-1)!);
            }}
          />
        )}
      </div>
      <p className="set-side-hint muted">
        {origin.kind === 'sql' ? '双击或拖入编辑器' : origin.kind === 'join' ? '点击或拖到画布加入关联' : '点击选用数据表'}
      </p>
    </aside>
  );
}

function selectedOf(origin: Draft['model']['origin'], catalogue: Catalogue | undefined): string[] {
  const chosen = origin.kind === 'table' ? [origin.table] : origin.kind === 'join' ? origin.model.tables : [];
  return (catalogue?.tables ?? [])
    .filter((table) => chosen.some((one) => one.table === table.tableName && one.schema === table.schemaName))
    .map((table) => table.id);
}

function treeOf(catalogue: Catalogue | undefined, keyword: string) {
  const bySchema = new Map<string, TreeListNode[]>();
  const tables = new Map<string, CatalogueTable>();
  for (const table of catalogue?.tables ?? []) {
    const hit = (text: string | null) => text?.toLowerCase().includes(keyword) ?? false;
    const isTable = keyword === '' || hit(table.tableName) || hit(table.tableComment);
    const columns = isTable ? table.columns : table.columns.filter((column) => hit(column.name) || hit(column.comment));
    if (!isTable && columns.length === 0) continue;
    tables.set(table.id, table);
    const list = bySchema.get(table.schemaName) ?? [];
    bySchema.set(table.schemaName, list);
    list.push({
      key: table.id,
      ...named(table.tableComment ?? table.tableName, table.tableName),
      drag: { [DRAGGED_TABLE]: table.id, 'text/plain': `${table.schemaName}.${table.tableName}` },
      children: columns.map((column) => ({
        key: `${table.id}\n${column.name}`,
        selectable: false,
        isLeaf: true,
        ...named(column.comment ?? column.name, column.name),
      })),
    });
  }
  const nodes = [...bySchema].map(([schema, children]): TreeListNode => ({
    key: `schema:${schema}`,
    selectable: false,
    ...named(schema || '默认', `${children.length}`),
    children,
  }));
  return { nodes, tables, schemas: nodes.map((node) => node.key) };
}

const named = (name: string, note: string) => ({ name, title: `${name} ${note}`, extra: <span className="cut mono">{note}</span> });
