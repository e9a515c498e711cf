import { Fragment, useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { Missing, Tag } from '#kit/web/Tag.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { api } from '../api.ts';
import { AlertLogDrawer } from './AlertLogDrawer.tsx';
import { alertFields } from './alert-fields.tsx';

type Row = RowOf<typeof api.alertRule>;

function Ways({ row }: { row: Row }) {
  const ways = [
    ...(row.toRuleOwner === '1' ? ['规则负责人'] : []),
    ...(row.toTableOwner === '1' ? ['数据表负责人'] : []),
    ...(row.userIds.length > 0 ? [`${row.userIds.length} 人`] : []),
  ];
  return (
    <>
      {ways.join('、') || null}
      {row.byMail === '1' && <Tag tone="line">邮件</Tag>}
      {row.webhookKind !== null && <DictTag code="quality_webhook_kind" value={row.webhookKind} />}
    </>
  );
}
const options: EntityPageOptions<Row> = {
  label: '告警规则',
  nameField: 'alertName',
  search: [
    { field: 'alertName', label: '告警名称' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'alertName', title: '告警名称', width: 200, sort: true },
    {
      field: 'kinds',
      title: '告警时机',
      width: 240,
      render: ({ kinds }) => (
        <>
          {kinds.map((kind, at) => (
            <Fragment key={kind}>
              {at > 0 && '、'}
              <DictTag code="quality_alert_kind" value={kind} />
            </Fragment>
          ))}
        </>
      ),
    },
    { field: 'userIds', title: '通知', width: 260, render: (row) => <Ways row={row} /> },
    {
      field: 'quietFrom',
      title: '免打扰',
      width: 130,
      render: ({ quietFrom, quietTo }) => (quietFrom === null ? <Missing /> : `${quietFrom}–${quietTo}`),
    },
    {
      field: 'groupMinutes',
      title: '合并',
      width: 90,
      render: ({ groupMinutes }) => (groupMinutes === 0 ? '不合并' : `${groupMinutes} 分钟`),
    },
    { field: 'webhookHost', title: '机器人主机', width: 160, kind: 'mono', hidden: true },
    { field: 'status', title: '状态', width: 80, dict: 'sys_common_status' },
    { field: 'updateTime', title: '更新时间', width: 150, kind: 'time', sort: true },
    { field: 'remark', title: '备注', hidden: true },
  ],
};

/** 告警规则: who hears of results that changed, where and when. */
export default function AlertPage() {
  const list = useEntityPage(api.alertRule, options);
  const [shown, setShown] = useState<Row | null>(null);
  const test = async (row: Row) => {
    // errors are shown by the request layer
    const attempts = await api.alertRule.test({ params: { id: row.id } }).catch(() => null);
    for (const { way, isSent, message } of attempts ?? [])
      if (isSent) toast.success(`${way}：${message}`);
      else toast.error(`${way}：${message}`);
  };
  const actions = (row: Row): RowAction[] => [
    { key: 'test', label: '测试', call: api.alertRule.test, onClick: () => void test(row) },
    { key: 'log', label: '记录', call: api.alertLog.page, onClick: () => setShown(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.alertRule} label="告警规则" fields={alertFields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={alertFields} />
      {shown && <AlertLogDrawer alert={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
