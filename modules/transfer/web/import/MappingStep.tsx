import { Alert, Select } from 'antd';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { Rows } from '../Rows.tsx';
import { KIND_WORDS } from '../words.ts';
import { DocumentRows } from './DocumentRows.tsx';
import type { Contents, Import } from './use-import.ts';

const search = { optionFilterProp: 'label' };

/** 对应关系: sources, then their tables and columns, then documents. */
export function MappingStep({ work, contents }: { work: Import; contents: Contents }) {
  const lost = contents.links.filter(({ isFound }) => !isFound);
  return (
    <>
      {contents.sources.length > 0 && <SourceRows work={work} contents={contents} />}
      {contents.tables.length > 0 && <TableRows work={work} contents={contents} />}
      <section aria-label="内容">
        <h3>
          内容 <small className="muted">替换的内容保留原来的版本，可以恢复</small>
        </h3>
        <DocumentRows work={work} contents={contents} />
      </section>
      {lost.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`点击跳转的 ${lost.map(({ kind, name }) => `${KIND_WORDS[kind]}“${name}”`).join('、')} 不在文件和当前平台中，这些跳转将去掉`}
        />
      )}
    </>
  );
}

const SourceRows = ({ work, contents: { sources, choices } }: { work: Import; contents: Contents }) => (
  <section aria-label="数据源">
    <h3>数据源</h3>
    {choices.length === 0 ? (
      <StateView kind="empty" inline what="当前平台没有您可以使用的数据源" why="请管理员登记数据源，或授权给您" />
    ) : (
      <Rows
        label="数据源对应"
        rows={sources}
        keyOf={({ key }) => key}
        columns={[
          { title: '文件中的数据源', cell: ({ name }) => <b>{name}</b> },
          { title: '使用它的数据集', cell: ({ sets }) => sets.join('、') },
          {
            title: '当前平台的数据源',
            width: 280,
            cell: ({ key, name, sourceId }) => (
              <Select
                aria-label={`数据源“${name}”对应`}
                className="transfer-pick"
                showSearch={search}
                status={sourceId === null ? 'error' : undefined}
                placeholder="请选择数据源"
                value={sourceId}
                options={choices.map((one) => ({ value: one.id, label: one.name }))}
                onChange={(id: string) => work.chooseSource(key, id)}
              />
            ),
          },
        ]}
      />
    )}
  </section>
);

type Table = Contents['tables'][number];
const nameOf = (schema: string, table: string): string => (schema === '' ? table : `${schema}.${table}`);

const isSame = ({ isFound, schema, table, toSchema, toTable, columns }: Table): boolean =>
  isFound && toSchema === schema && toTable === table && columns.length === 0;

/** Tables that are called otherwise here or are missing; the others need no choice. */
function TableRows({ work, contents: { tables } }: { work: Import; contents: Contents }) {
  const other = tables.filter((table) => !isSame(table));
  const same = tables.length - other.length;
  return (
    <section aria-label="表和字段">
      <h3>
        表和字段 <small className="muted">{same > 0 && `${same} 张表与当前数据源一致${other.length > 0 ? '，其余需要对应' : ''}`}</small>
      </h3>
      {other.length > 0 && (
        <Rows
          label="表和字段对应"
          rows={other}
          keyOf={({ source, schema, table }) => JSON.stringify([source, schema, table])}
          columns={[
            { title: '文件中的表', cell: ({ schema, table }) => <span className="mono">{nameOf(schema, table)}</span> },
            { title: '数据集', cell: ({ sets }) => sets.join('、') },
            { title: '当前平台的表', width: 280, cell: (one) => <TablePick table={one} work={work} /> },
            { title: '字段', width: 320, cell: (one) => <ColumnPicks table={one} work={work} /> },
          ]}
        />
      )}
    </section>
  );
}

function TablePick({ table: one, work }: { table: Table; work: Import }) {
  const same = one.toSchema === one.schema && one.toTable === one.table;
  if (one.isFound && same) return <Tag tone="ok">一致</Tag>;
  if (!one.isFound && one.proposals.length === 0) return <span className="bad">没有名称相近的表，请选择其他数据源或跳过</span>;
  return (
    <Select
      aria-label={`表“${one.table}”对应`}
      className="transfer-pick mono"
      status={one.isFound ? undefined : 'error'}
      placeholder="请选择表"
      value={one.isFound ? nameOf(one.toSchema, one.toTable) : null}
      options={one.proposals.map(({ schema, table }) => ({ value: nameOf(schema, table), label: nameOf(schema, table) }))}
      onChange={(name: string) => {
        const to = one.proposals.find(({ schema, table }) => nameOf(schema, table) === name);
        if (to) work.chooseTable(one, to);
      }}
    />
  );
}

function ColumnPicks({ table: one, work }: { table: Table; work: Import }) {
  if (!one.isFound) return <span className="none">—</span>;
  if (one.columns.length === 0) return <Tag tone="ok">一致</Tag>;
  return (
    <div className="transfer-columns">
      {one.columns.map(({ column, to }) => (
        <div key={column}>
          <span className="mono cut" title={column}>
            {column}
          </span>
          <Select
            aria-label={`字段“${column}”对应`}
            className="transfer-pick mono"
            showSearch={search}
            status={to === null ? 'error' : undefined}
            placeholder="请选择字段"
            value={to}
            options={one.known.map((name) => ({ value: name, label: name }))}
            onChange={(name: string) => work.chooseColumn(one, column, name)}
          />
        </div>
      ))}
    </div>
  );
}
