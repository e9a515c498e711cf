import { CopyOutlined, EditOutlined, SwapOutlined } from '@ant-design/icons';
import { Button, Space } from 'antd';
import { useNavigate } from 'react-router';
import { confirmDialog } from '#kit/web/dialog.tsx';
import { useSession } from '#kit/web/session.ts';
import { useCall, useRefresh } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import type { FormRecord } from '../../contract/record.ts';
import { api } from '../api.ts';
import { dropLocalDraft } from '../fill/drafts.ts';

const MINE = '/datafilling/my';
/** A change can be asked for: none waits, or it came back to the reader. */
export const mayAsk = ({ canChange, change }: FormRecord): boolean =>
  canChange && (change === null || (change.isOwn && change.flowStatus === '2'));

/** What a reader can do with a record: correct it, ask for a change of what has passed, begin another one after it. */
export function RecordActions({ record }: { record: FormRecord }) {
  const { formId, id } = record;
  const navigate = useNavigate();
  const refresh = useRefresh();
  const user = useSession((session) => session.user);
  const open = (search: string) => void navigate(`${MINE}?open=${formId}${search}`);
  const copy = async () => {
    const params = { id: formId };
    const replaces = (await api.record.draft({ params })) !== null;
    const question = { okText: '替换', content: '该表单有未提交的草稿，复制会替换它。' };
    if (replaces && !(await confirmDialog(question))) return;
    await api.record.copy({ params: { id: formId, recordId: id } });
    if (user) dropLocalDraft(user.id, formId);
    await refresh(api.record.draft, api.record.mine);
    open('');
  };
  return (
    <Space wrap>
      <Button icon={<CopyOutlined />} onClick={() => void copy().catch(() => undefined)}>
        复制
      </Button>
      {record.canEdit && (
        <Button type="primary" icon={<EditOutlined />} onClick={() => open(`&record=${id}`)}>
          修改
        </Button>
      )}
      {mayAsk(record) && (
        <Button type="primary" icon={<SwapOutlined />} onClick={() => open(`&record=${id}&change=1`)}>
          {record.change ? '修改变更' : '变更'}
        </Button>
      )}
    </Space>
  );
}

/** Changes that were asked for of a record that has passed, each with its approval. */
export function ChangeList({ record: { formId, id } }: { record: FormRecord }) {
  const { data } = useCall(api.record.changes, { params: { id: formId, recordId: id } });
  if (!data || data.length === 0) return null;
  return (
    <section aria-label="变更记录">
      <h3>变更记录</h3>
      <ul className="record-changes">
        {data.map(({ flowStatus, processInstanceId, userName, reason, createTime, id: key }) => (
          <li key={key}>
            <FlowTag flow={{ flowStatus, processInstanceId, businessTypeName: '变更' }} />
            <span>
              {userName ?? '—'} <DateText value={createTime} />
            </span>
            {reason && <span className="muted">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
