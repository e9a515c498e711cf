import { Select } from 'antd';
import { useState } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { useCall } from '#kit/web/use-call.ts';
import type { ModelVersion } from '../../contract/model.ts';
import { modelChanges, typeText } from '../../core/index.ts';
import type { api } from '../api.ts';

type Answer = ReturnType<typeof useCall<typeof api.model.versions>>;

/** Every version that was in force with what it changed, or any two against each other. */
export function VersionsTab({ answer }: { answer: Answer }) {
  const [pair, setPair] = useState<readonly [number | null, number | null]>([null, null]);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={6} />;
  const versions = answer.data;
  if (versions.length === 0) return <StateView kind="empty" what="还没有生效的版本" why="审批通过并建模后，每一版都保留在这里。" />;
  const options = versions.map(({ versionNo }) => ({ value: versionNo, label: `V${versionNo}` }));
  const of = (no: number | null) => versions.find(({ versionNo }) => versionNo === no);
  const [from, to] = [of(pair[0]), of(pair[1])];
  return (
    <div className="md-tab">
      {versions.length > 1 && (
        <div className="md-tools">
          <span>对比版本</span>
          <Select
            allowClear
            aria-label="较早的版本"
            placeholder="选择版本"
            value={pair[0]}
            options={options}
            onChange={(no?: number) => setPair([no ?? null, pair[1]])}
          />
          <span>与</span>
          <Select
            allowClear
            aria-label="较新的版本"
            placeholder="选择版本"
            value={pair[1]}
            options={options}
            onChange={(no?: number) => setPair([pair[0], no ?? null])}
          />
        </div>
      )}
      {from && to ? (
        <section className="md-version">
          <h3>
            V{from.versionNo} → V{to.versionNo}
          </h3>
          <Changes changes={modelChanges(from.columns, to.columns)} none="两版相同" />
        </section>
      ) : (
        versions.map((version) => <VersionBlock key={version.versionNo} version={version} />)
      )}
    </div>
  );
}

function VersionBlock({ version }: { version: ModelVersion }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="md-version">
      <h3>
        V{version.versionNo} {version.isCurrent ? <Tag tone="calm">在用</Tag> : <Tag>历史</Tag>}
        <span className="muted">
          <DateText value={version.createTime} /> 建模{version.authorName && `，${version.authorName}`}
        </span>
        <button type="button" className="name-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? '收起' : `查看 ${version.columns.length} 列`}
        </button>
      </h3>
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
    </section>
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
