import { DateText } from '#kit/web/parts/DateText.tsx';
import { VersionSection } from '#kit/web/parts/VersionList.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import { ATTRIBUTE_LABELS } from '../../core/attributes.ts';
import type { api } from '../api.ts';

export type Version = CallReply<typeof api.standardElement.versions>[number];
const NAMES = Object.keys(ATTRIBUTE_LABELS);

/** Attributes in which two versions differ. */
export const differing = (before: Version, after: Version): string[] => NAMES.filter((name) => before.texts[name] !== after.texts[name]);

/** A version with what it changed of another one. */
export function VersionBlock({ version, before }: { version: Version; before: Version | undefined }) {
  const changed = before ? differing(before, version) : [];
  return (
    <VersionSection
      head={
        <>
          V{version.versionNo} {version.endTime === null ? <Tag tone="ok">生效中</Tag> : <Tag>已失效</Tag>}
          <span className="muted">
            <DateText value={version.publishTime} /> 发布{version.publishName && `，${version.publishName}`}
            {version.endTime !== null && (
              <>
                ，<DateText value={version.endTime} /> 止
              </>
            )}
          </span>
        </>
      }
    >
      {before === undefined ? (
        <p className="muted">首次发布</p>
      ) : changed.length === 0 ? (
        <p className="muted">与 V{before.versionNo} 相同</p>
      ) : (
        <table className="element-table">
          <thead>
            <tr>
              <th>属性</th>
              <th>V{before.versionNo}</th>
              <th>V{version.versionNo}</th>
            </tr>
          </thead>
          <tbody>
            {changed.map((name) => (
              <tr key={name}>
                <td>{ATTRIBUTE_LABELS[name] ?? name}</td>
                <td>
                  <s>{before.texts[name] ?? <Missing />}</s>
                </td>
                <td>{version.texts[name] ?? <Missing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </VersionSection>
  );
}
