import { StateView } from '#kit/web/parts/StateView.tsx';
import { VersionList } from '#kit/web/parts/VersionList.tsx';
import { VersionBlock, type Version } from './VersionBlock.tsx';

/** Every published version of an element with what it changed, or any two of them against each other. */
export function VersionsTab({ versions }: { versions: readonly Version[] }) {
  if (versions.length === 0) return <StateView kind="empty" inline what="还没有发布过" why="提交发布后，每一版都保留在这里" />;
  return (
    <VersionList
      versions={versions}
      renderOne={(version, before) => <VersionBlock key={version.id} version={version} before={before} />}
      renderPair={(from, to) => <VersionBlock version={to} before={from} />}
    />
  );
}
