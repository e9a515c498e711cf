import { useCan } from '#kit/web/can.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from './api.ts';

type Row = RowOf<typeof api.online>;

const options: EntityPageOptions<Row> = {
  label: '在线用户',
  nameField: 'username',
  search: [
    { field: 'username', label: '用户名' },
    { field: 'ip', label: 'IP 地址' },
  ],
  columns: [
    { field: 'username', title: '用户名', width: 130 },
    { field: 'nickname', title: '昵称', width: 130 },
    { field: 'deptName', title: '部门' },
    { field: 'ip', title: 'IP 地址', kind: 'mono', width: 140 },
    { field: 'region', title: '地区', width: 118 },
    { field: 'browser', title: '浏览器', width: 150 },
    { field: 'os', title: '操作系统', width: 130 },
    {
      field: 'isLocked',
      title: '状态',
      width: 110,
      render: (row) =>
        row.isCurrent ? <Tag tone="accent">本机</Tag> : row.isLocked === '1' ? <Tag tone="idle">已锁屏</Tag> : <Tag tone="calm">在线</Tag>,
    },
    { field: 'loginTime', title: '登录时间', kind: 'second', width: 170 },
    { field: 'lastTime', title: '最近活动', kind: 'second', width: 170 },
  ],
};

export default function OnlinePage() {
  const list = useEntityPage(api.online, options);
  const can = useCan();
  const kick = useWrite(api.online.kick);
  const kickUser = useWrite(api.online.kickUser);
  const end = async (content: string, work: () => Promise<unknown>) => {
    if (!(await confirmDialog({ content, okText: '强制下线', danger: true, onOk: work }))) return;
    toast.success('已强制下线');
    await list.refresh();
  };
  const actions = (row: Row): readonly RowAction[] =>
    row.isCurrent
      ? []
      : [
          {
            key: 'kick',
            label: '下线',
            call: api.online.kick,
            danger: true,
            onClick: () => void end(`确定让“${row.nickname}”的这个会话下线吗？`, () => kick.mutateAsync({ params: { id: row.id } })),
          },
          {
            key: 'kickUser',
            label: '全部下线',
            call: api.online.kickUser,
            danger: true,
            onClick: () =>
              void end(`确定让“${row.nickname}”的全部会话下线吗？`, () => kickUser.mutateAsync({ params: { userId: row.userId } })),
          },
        ];
  return (
    <div className="panel list-page">
      <EntityTable<Row> list={list} actions={can(api.online.kick) ? actions : undefined} />
    </div>
  );
}
