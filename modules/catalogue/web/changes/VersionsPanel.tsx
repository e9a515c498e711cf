import { Button } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { api } from '../api.ts';
import { CompareDialog } from './CompareDialog.tsx';
import './changes.css';

/** Versions of the structure of one table, for a tab of its page; each can be compared with the one before it or with the present. */
export function VersionsPanel({ tableId }: { tableId: string }) {
  const answer = useCall(api.tableVersion.list, { params: { id: tableId } });
  const [comparing, setComparing] = useState<{ from: number; to: number } | null>(null);
  const versions = answer.data;
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!versions) return <StateView kind="loading" rows={4} />;
  const present = versions[0]?.versionNo ?? 1;
  return (
    <div className="versions-panel">
      {versions.length === 1 && <p className="muted">首次同步以来结构没有变化，变化后会在这里保留每个版本。</p>}
      <ol className="version-list">
        {versions.map((version) => (
          <li key={version.versionNo}>
            <span className="version-no num">v{version.versionNo}</span>
            <div>
              <div className="version-head">
                <DateText value={version.createTime} />
                {version.isPresent && <Tag tone="line">当前</Tag>}
              </div>
              <p className="muted">
                <span className="num">{version.columnCount}</span> 个字段
                {version.changes > 0 && (
                  <>
                    ，<span className="num">{version.changes}</span> 项变更
                  </>
                )}
              </p>
            </div>
            <span className="grow" />
            {version.versionNo > 1 && (
              <Button size="small" type="text" onClick={() => setComparing({ from: version.versionNo - 1, to: version.versionNo })}>
                与上一版本对比
              </Button>
            )}
            {!version.isPresent && (
              <Button size="small" type="text" onClick={() => setComparing({ from: version.versionNo, to: present })}>
                与当前对比
              </Button>
            )}
          </li>
        ))}
      </ol>
      {comparing && <CompareDialog tableId={tableId} {...comparing} onClose={() => setComparing(null)} />}
    </div>
  );
}
