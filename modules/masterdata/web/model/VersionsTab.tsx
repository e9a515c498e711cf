import { useState } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { VersionList, VersionSection } from '#kit/web/parts/VersionList.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { useCall } from '#kit/web/use-call.ts';
import type { ModelVersion } from '../../contract/model.ts';
import { modelChanges, typeText } from '../../core/index.ts';
import type { api } from '../api.ts';

type Answer = ReturnType<typeof useCall<typeof api.model.versions>>;

/** Every version that was in force with what it changed, or any two against each other. */
export function VersionsTab({ answer }: { answer: Answer }) {
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={6} />;
  if (answer.data.length === 0) return <StateView kind="empty" what="还没有生效的版本" why="审批通过并建模后，每一版都保留在这里。" />;
  return (
    <div className="md-tab">
      <VersionList
        versions={answer.data}
        renderOne={(version) => <VersionBlock key={version.versionNo} version={version} />}
        renderPair={(from, to) => (
          <VersionSection head={`V${from.versionNo} → V${to.versionNo}`}>
            <Changes changes={modelChanges(from.columns, to.columns)} none="两版相同" />
          </VersionSection>
        )}
      />
    </div>
  );
}

function VersionBlock({ version }: { version: ModelVersion }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <VersionSection
      head={
        <>
          V{version.versionNo} {version.isCurrent ? <Tag tone="calm">在用</Tag> : <Tag>历史</Tag>}
          <span className="muted">
            <DateText value={version.createTime} /> 建模{version.authorName && `，${version.authorName}`}
          </span>
          <button type="button" className="name-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? '收起' : `查看 ${version.columns.length} 列`}
          </button>
        </>
      }
    >
      <Changes changes={version.changes} none={version.versionNo === 1 ? '首次建模' : '与上一版相同'} />
      {isOpen && (
        <table className="md-plain">
          <thead>
            <tr>
              <th>列名</th>
              <th>中文名</th>
              <th>类型</th>
              <th>必填</th>
              <th>唯一</th>
            </tr>
          </thead>
          <tbody>
            {version.columns.map((column) => (
              <tr key={column.id}>
                <td className="mono">{column.columnName}</td>
                <td>{column.columnComment}</td>
                <td>{typeText(column)}</td>
                <td>{column.isRequired === '1' ? '是' : '—'}</td>
                <td>{column.isUnique === '1' ? '是' : '—'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </VersionSection>
  );
}
function Changes({ changes, none }: { changes: readonly string[]; none: string }) {
  if (changes.length === 0) return <p className="muted">{none}</p>;
  return (
    <ul className="md-plan">
      {changes.map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
  );
}
