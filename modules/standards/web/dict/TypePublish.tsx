import { SendOutlined } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import '../element/element.css';
import { UsesList } from '../uses/UsesList.tsx';

export type TypeOption = CallReply<typeof api.standardType.list>[number];
type Changes = CallReply<typeof api.standardType.changes>;
const WHAT = { added: ['新增', 'ok'], changed: ['修改', 'warn'], removed: ['删除', 'bad'] } as const;

interface TypeVersionProps {
  type: TypeOption | undefined;
  onUsed: () => void;
  onPublish: () => void;
}
/** How the chosen set stands, who uses it, and the way to a new version. */
export function TypeVersion({ type, onUsed, onPublish }: TypeVersionProps) {
  const can = useCan();
  if (!type) return null;
  const isWaiting = type.flowStatus === '3';
  return (
    <>
      {type.versionNo !== null && <Tag tone="ok">生效 V{type.versionNo}</Tag>}
      {type.isEdited && <Tag tone="warn">有未发布的修改</Tag>}
      {type.processInstanceId !== null && <FlowTag flow={type} />}
      <Button onClick={onUsed}>引用</Button>
      {type.keptBy === 'people' && !isWaiting && (type.versionNo === null || type.isEdited) && can(api.standardType.submit) && (
        <Button icon={<SendOutlined />} onClick={onPublish}>
          提交发布
        </Button>
      )}
    </>
  );
}

/** Says which items a new version adds, changes and removes, and which columns stand against the set, before it is submitted. */
export function TypePublishDialog({ type, onClose }: { type: TypeOption; onClose: () => void }) {
  const changes = useCall(api.standardType.changes, { params: { id: type.id } });
  const submit = useWrite(api.standardType.submit, {
    refreshes: [api.standardDict.page],
    onSuccess: ({ flowStatus, versionNo }) => {
      toast.success(flowStatus === '3' ? '已提交审核，通过后生效' : `已发布第 ${versionNo ?? 1} 版，立即生效`);
      onClose();
    },
  });
  const { data, error } = changes;
  return (
    <Modal
      open
      width={760}
      className="impact-dialog"
      title={`发布“${type.gbTypeName}”V${(type.versionNo ?? 0) + 1}`}
      okText="提交发布"
      okButtonProps={{ loading: submit.isPending, disabled: !data }}
      onOk={() => submit.mutate({ params: { id: type.id } })}
      onCancel={onClose}
    >
      {type.versionNo === null && <p>首次发布后，标准项的修改要再次提交发布才生效。</p>}
      {error && <StateView kind="error" inline error={error} onRetry={() => void changes.refetch()} />}
      {!data && !error && <StateView kind="loading" shape="rows" rows={3} />}
      {data && <TypeChanges changes={data} />}
      <UsesList of={{ typeId: type.id }} />
    </Modal>
  );
}

/** What a version of a set changes. */
export function TypeChanges({ changes }: { changes: Changes }) {
  const { added, changed, removed, items, sources, hidden } = changes;
  return (
    <div className="impact">
      <p>
        新增 {count(added)} 项，修改 {count(changed)} 项，删除 <b className={removed > 0 ? 'bad' : ''}>{count(removed)}</b> 项
      </p>
      {sources.length + hidden > 0 && (
        <ul className="impact-sources" aria-label="使用它的字段">
          {sources.map((source) => (
            <li key={source.sourceId}>
              {source.sourceName}{' '}
              <span className="muted">
                对照 {count(source.contrasts)} 个字段，绑定 {count(source.bound)} 个字段
              </span>
            </li>
          ))}
          {hidden > 0 && <li className="muted">另有 {count(hidden)} 个字段无权查看</li>}
        </ul>
      )}
      {items.length > 0 && (
        <div className="impact-scroll">
          <table className="element-table">
            <thead>
              <tr>
                <th>变化</th>
                <th>编码</th>
                <th>变更前</th>
                <th>变更后</th>
              </tr>
            </thead>
            <tbody>
              {items.map(({ what, before, after }) => (
                <tr key={(after ?? before)!.gbCode}>
                  <td>
                    <Tag tone={WHAT[what][1]}>{WHAT[what][0]}</Tag>
                  </td>
                  <td className="mono">{(after ?? before)!.gbCode}</td>
                  <td>{before ? <s>{itemText(before)}</s> : <Missing />}</td>
                  <td>{after ? itemText(after) : <Missing />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
type Item = NonNullable<Changes['items'][number]['after']>;
const itemText = ({ gbName, parentCode, validFrom, validTo, status }: Item): string =>
  [
    gbName,
    parentCode && `上级 ${parentCode}`,
    (validFrom ?? validTo) && `${validFrom ?? '…'} 至 ${validTo ?? '…'}`,
    status === '0' && '禁用',
  ]
    .filter(Boolean)
    .join('，');
