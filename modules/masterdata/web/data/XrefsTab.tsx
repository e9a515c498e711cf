import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { FormColumn } from './record-form.ts';
import type { Sources } from './AttributesTab.tsx';
import { SourceTag } from './sources.tsx';
import { valueText } from './values.ts';

/** What each source said last about the record. */
export function XrefsTab({ sources, columns }: { sources: Sources; columns: readonly FormColumn[] }) {
  const { answer, letters } = sources;
  if (answer.error) return <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={4} />;
  const { xrefs } = answer.data;
  if (xrefs.length === 0)
    return <StateView kind="empty" what="没有来源记录" why="这条主数据由手工维护或导入；接入来源后，这里列出每个来源怎么说。" />;
  return (
    <div className="md-xrefs">
      <table className="md-attributes">
        <thead>
          <tr>
            <th>属性</th>
            {xrefs.map((xref) => (
              <th key={xref.id}>
                <SourceTag letter={letters.get(xref.sourceName ?? '') ?? '?'} /> {xref.sourceName ?? '来源已删除'}
                <small className="mono">
                  {xref.tableName} {xref.sourceKey}
                </small>
                <small>
                  更新于 <DateText value={xref.loadTime} />
                </small>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {columns
            .filter(({ columnName }) => xrefs.some(({ values }) => columnName in values))
            .map((column) => (
              <tr key={column.id}>
                <th scope="row">{column.columnComment}</th>
                {xrefs.map((xref) => (
                  <td key={xref.id}>{valueText(column, xref.values[column.columnName]) ?? <span className="none">—</span>}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}
