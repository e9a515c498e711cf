import { EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { useEntityPanel, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { AckDialog } from './AckDialog.tsx';
import { RenameGuesses } from './RenameGuesses.tsx';
import { tableColumns, type ChangeRow } from './change-list.tsx';
import './changes.css';

const OPTIONS: EntityPageOptions<ChangeRow> = {
  label: '变更记录',
  nameField: 'objectName',
  columns: tableColumns,
  details: false,
  search: [
    { field: 'keyword', label: '对象', placeholder: '字段名' },
    { field: 'changeKind', label: '变更类型', dict: 'metadata_change_kind' },
    { field: 'status', label: '状态', dict: 'metadata_change_status' },
  ],
};

/** Nothing is added or removed here: that is done where everything can be seen. */
const shown = { page: api.change.page };

/** Changes of one table, for a tab of its page: the list, and confirming. */
export function ChangesPanel({ tableId }: { tableId: string }) {
  const options = useMemo(() => ({ ...OPTIONS, always: { tableId } }), [tableId]);
  const list = useEntityPanel(shown, options);
  const can = useCan();
  const [acking, setAcking] = useState<readonly string[] | null>(null);
  return (
    <div className="changes-panel">
      <RenameGuesses tableId={tableId} />
      <EntityTable<ChangeRow>
        list={list}
        canEdit={() => false}
        canRemove={() => false}
        actions={(row) =>
          row.status === '0' && can(api.change.ack) ? [{ key: 'ack', label: '确认', onClick: () => setAcking([row.id]) }] : []
        }
        batch={[{ key: 'ack', label: '确认', call: api.change.ack, onClick: (rows) => setAcking(rows.map((row) => row.id)) }]}
      />
      {acking && (
        <AckDialog
          ids={acking}
          onClose={(done) => {
            setAcking(null);
            if (done) list.select([]);
          }}
        />
      )}
    </div>
  );
}

/** 关注: whoever follows is told of changes. */
export function FollowButton({ objectType, objectId }: { objectType: 'source' | 'table'; objectId: string }) {
  const params = { objectType, objectId };
  const { data } = useCall(api.follow.get, { params });
  const refreshes = [api.follow.get, api.follow.mine];
  const follow = useWrite(api.follow.follow, { overlay: false, refreshes, onSuccess: () => toast.success('已关注，发生变更时会通知您') });
  const unfollow = useWrite(api.follow.unfollow, { overlay: false, refreshes, onSuccess: () => toast.success('已取消关注') });
  if (!data) return null;
  const names = data.followers.map((one) => one.nickname).join('、');
  const toggle = () => (data.isFollowing ? unfollow.mutate({ params }) : follow.mutate({ body: params }));
  return (
    <Tooltip title={names ? `关注者：${names}` : '还没有人关注'}>
      <Button
        icon={data.isFollowing ? <EyeInvisibleOutlined /> : <EyeOutlined />}
        loading={follow.isPending || unfollow.isPending}
        onClick={toggle}
      >
        {data.isFollowing ? '取消关注' : '关注变更'}
        {data.followers.length > 0 && <span className="num muted"> {data.followers.length}</span>}
      </Button>
    </Tooltip>
  );
}
