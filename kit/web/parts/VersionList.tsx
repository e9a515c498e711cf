import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import './version-list.css';

interface Numbered {
  readonly versionNo: number;
}
interface Props<V extends Numbered> {
  /** the latest first */
  versions: readonly V[];
  /** a version beside the one before it; undefined for the first */
  renderOne: (version: V, before: V | undefined) => ReactNode;
  /** a later version beside any earlier one */
  renderPair: (from: V, to: V) => ReactNode;
}
/** Every version of an object with what it changed of the one before, or any two of them against each other. */
export function VersionList<V extends Numbered>({ versions, renderOne, renderPair }: Props<V>) {
  const [pair, setPair] = useState<readonly [number | null, number | null]>([null, null]);
  const options = versions.map(({ versionNo }) => ({ value: versionNo, label: `V${versionNo}` }));
  const [from, to] = pair.map((no) => versions.find(({ versionNo }) => versionNo === no));
  return (
    <>
      {versions.length > 1 && (
        <div className="version-compare">
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
      {from && to ? renderPair(from, to) : versions.map((version, at) => renderOne(version, versions[at + 1]))}
    </>
  );
}

/** One version: its number, what it is now and who made it when, and below that what it changed. */
export function VersionSection({ head, children }: { head: ReactNode; children: ReactNode }) {
  return (
    <section className="version-section">
      <h3>{head}</h3>
      {children}
    </section>
  );
}
