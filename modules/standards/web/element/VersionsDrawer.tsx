import { Drawer } from 'antd';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { ATTRIBUTE_LABELS } from '../../core/attributes.ts';
import { api } from '../api.ts';
import './element.css';

type Version = CallReply<typeof api.standardElement.versions>[number];
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Every version of an element with what it changed of the one before. */
export function VersionsDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const element = useCall(api.standardElement.get, { params: { id } });
  const { data, error, refetch } = useCall(api.standardElement.versions, { params: { id } });
  return (
    <Drawer open title={`版本${element.data ? `：${element.data.elementName}` : ''}`} size={720} onClose={onClose}>
      {error && <StateView kind="error" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <StateView kind="loading" rows={5} />}
      {data?.length === 0 && <StateView kind="empty" what="还没有发布过" />}
      {data?.map((version, index) => (
        <VersionBlock key={version.id} version={version} before={data[index + 1]} />
      ))}
    </Drawer>
  );
}

function VersionBlock({ version, before }: { version: Version; before: Version | undefined }) {
  return (
    <section className="element-version">
      <h3>
        V{version.versionNo} {version.endTime === null ? <Tag tone="ok">生效中</Tag> : <Tag>已失效</Tag>}
        <span className="muted">
          <DateText value={version.publishTime} /> 发布{version.publishName && `，${version.publishName}`}
          {version.endTime !== null && (
            <>
              ，<DateText value={version.endTime} /> 止
            </>
          )}
        </span>
      </h3>
      {before === undefined ? (
        <p className="muted">首次发布</p>
      ) : (
        <table className="element-changes">
          <thead>
            <tr>
              <th>属性</th>
              <th>修改前</th>
              <th>修改后</th>
            </tr>
          </thead>
          <tbody>
            {version.changed.map((name) => (
              <tr key={name}>
                <td>{ATTRIBUTE_LABELS[name] ?? name}</td>
                <td>
                  <s>{textOf(before.attributes[name]) ?? <Missing />}</s>
                </td>
                <td>{textOf(version.attributes[name]) ?? <Missing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
