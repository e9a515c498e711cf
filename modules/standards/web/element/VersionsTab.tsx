import { Select } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { VersionBlock, type Version } from './VersionBlock.tsx';

/** Every version with what it changed of the one before, or any two of them against each other. */
export function VersionsTab({ versions }: { versions: readonly Version[] }) {
  const [pair, setPair] = useState<readonly [string | null, string | null]>([null, null]);
  if (versions.length === 0) return <StateView kind="empty" inline what="还没有发布过" why="提交发布后，每一版都保留在这里" />;
  const options = versions.map(({ id, versionNo }) => ({ value: id, label: `V${versionNo}` }));
  const [from, to] = pair.map((id) => versions.find((version) => version.id === id));
  return (
    <div className="element-versions">
      {versions.length > 1 && (
        <div className="version-compare">
          <span>对比版本</span>
          <Select
            allowClear
            aria-label="较早的版本"
            placeholder="选择版本"
            value={pair[0]}
            options={options}
            onChange={(id?: string) => setPair([id ?? null, pair[1]])}
          />
          <span>与</span>
          <Select
            allowClear
            aria-label="较新的版本"
            placeholder="选择版本"
            value={pair[1]}
            options={options}
            onChange={(id?: string) => setPair([pair[0], id ?? null])}
          />
        </div>
      )}
      {from && to ? (
        <VersionBlock version={to} before={from} />
      ) : (
        versions.map((version, index) => <VersionBlock key={version.id} version={version} before={versions[index + 1]} />)
      )}
    </div>
  );
}
