import { Button } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DetailDrawer, type Fact } from '#kit/web/detail/DetailDrawer.tsx';
import { DictTag, type Tones } from '#kit/web/dict/DictTag.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage, type EntityList, type EntityPageOptions } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { count } from '#kit/web/format.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { FileThumbs, ImageUpload } from '#modules/files/web/index.ts';
import { api } from '../api.ts';
import { CancelDialog } from './CancelDialog.tsx';
import './certificate.css';
import { Renewals } from './Renewals.tsx';
import { RenewDrawer } from './RenewDrawer.tsx';

type Row = RowOf<typeof api.certificate>;
type Detail = CallReply<typeof api.certificate.get>;

const TONES: Tones = { '1': 'calm', '2': 'warn', '3': 'bad', '4': 'idle' };

function EndText({ row }: { row: Pick<Row, 'validTo' | 'daysLeft' | 'certStatus'> }) {
  if (row.validTo === null) return <>长期有效</>;
  const { daysLeft } = row;
  return (
    <span className="cert-end">
      {row.validTo}
      {row.certStatus === '2' && daysLeft !== null && <small>{daysLeft === 0 ? '今天到期' : `剩 ${daysLeft} 天`}</small>}
      {row.certStatus === '3' && daysLeft !== null && <small className="over">已过 {-daysLeft} 天</small>}
    </span>
  );
}

const options: EntityPageOptions<Row> = {
  label: '证书',
  nameField: 'certName',
  search: [
    { field: 'certName', label: '证书名称' },
    { field: 'certType', label: '证书类型', dict: 'sys_cert_type' },
    { field: 'certStatus', label: '证书状态', dict: 'prj_cert_status' },
    { field: 'certNo', label: '证书编号' },
    { field: 'issueOrg', label: '发证机构' },
    { field: 'validToBegin', to: 'validToEnd', inDays: true, label: '有效期至' },
  ],
  views: [
    { id: 'expiring', name: '即将到期', values: { certStatus: '2' }, sort: 'validTo' },
    { id: 'expired', name: '已过期', values: { certStatus: '3' }, sort: '-validTo' },
  ],
  columns: [
    { field: 'certName', title: '证书名称', width: 196, sort: true },
    { field: 'certType', title: '证书类型', dict: 'sys_cert_type', width: 84 },
    { field: 'certNo', title: '证书编号', kind: 'mono', width: 148 },
    { field: 'grade', title: '等级', width: 96 },
    { field: 'issueOrg', title: '发证机构', width: 140, hidden: true },
    { field: 'validTo', title: '有效期至', width: 178, sort: true, render: (row) => <EndText row={row} /> },
    { field: 'certStatus', title: '证书状态', dict: 'prj_cert_status', tones: TONES, width: 92 },
    { field: 'imageFiles', title: '扫描件', width: 66, render: (row) => <FileThumbs value={row.imageFiles} size={24} /> },
    { field: 'ownerUnit', title: '持有单位', width: 170, hidden: true },
    { field: 'issueDate', title: '发证日期', kind: 'day', width: 120, sort: true, hidden: true },
    { field: 'validFrom', title: '有效期起', kind: 'day', width: 120, hidden: true },
    { field: 'status', title: '状态', dict: 'sys_common_status', width: 90, hidden: true },
    { field: 'createTime', title: '创建时间', kind: 'time', width: 150, sort: true, hidden: true },
  ],
};

const facts: readonly Fact<Detail>[] = [
  { field: 'certNo', title: '证书编号', kind: 'mono' },
  { field: 'certType', title: '证书类型', dict: 'sys_cert_type' },
  { field: 'certStatus', title: '证书状态', render: (row) => <DictTag code="prj_cert_status" value={row.certStatus} tones={TONES} /> },
  { field: 'grade', title: '等级' },
  { field: 'issueOrg', title: '发证机构' },
  { field: 'ownerUnit', title: '持有单位' },
  { field: 'issueDate', title: '发证日期', kind: 'day' },
  { field: 'validFrom', title: '有效期起', kind: 'day' },
  { field: 'validTo', title: '有效期至', render: (row) => <EndText row={row} /> },
  { field: 'status', title: '状态', dict: 'sys_common_status' },
  { field: 'cancelReason', title: '注销原因', wide: true },
  { field: 'imageFiles', title: '扫描件', wide: true, render: (row) => <FileThumbs value={row.imageFiles} size={96} /> },
  { field: 'remark', title: '备注', wide: true },
];

const fields: readonly FormField<InputOf<typeof api.certificate>>[] = [
  { field: 'certName', label: '证书名称', wide: true },
  { field: 'certType', label: '证书类型', dict: 'sys_cert_type' },
  { field: 'certNo', label: '证书编号' },
  { field: 'grade', label: '等级', placeholder: '如 甲级、AAA' },
  { field: 'issueOrg', label: '发证机构' },
  { field: 'ownerUnit', label: '持有单位' },
  { field: 'issueDate', label: '发证日期', widget: 'day' },
  { field: 'validFrom', label: '有效期起', widget: 'day' },
  { field: 'validTo', label: '有效期至', widget: 'day', hint: '不填为长期有效' },
  { field: 'imageFiles', label: '扫描件', wide: true, render: (props) => <ImageUpload {...props} /> },
  { field: 'sort', label: '排序', widget: 'number', initial: 0 },
  { field: 'status', label: '状态', widget: 'switch', initial: '1', hint: '禁用的证书不在大屏展示' },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 证书管理 */
export default function CertificatePage() {
  const list = useEntityPage(api.certificate, options);
  const can = useCan();
  const [renewing, setRenewing] = useState<string | null>(null);
  const [cancelling, setCancelling] = useState<Row | null>(null);
  const actions = (row: Row): RowAction[] =>
    row.certStatus === '4'
      ? []
      : [
          { key: 'renew', label: '续期', call: api.certificate.renew, onClick: () => setRenewing(row.id) },
          { key: 'cancel', label: '注销', call: api.certificate.cancel, danger: true, onClick: () => setCancelling(row) },
        ];
  return (
    <>
      <Stats list={list} />
      <div className="panel list-page">
        <ListActions<Row> list={list} />
        <EntityTable<Row> list={list} actions={actions} />
        <EntityForm
          api={api.certificate}
          label="证书"
          fields={fields}
          opened={list.state.opened}
          refreshes={[api.certificate.stats]}
          onClose={() => list.open(null)}
        />
        <DetailDrawer<Row>
          list={list}
          facts={facts}
          form={[...fields, { field: 'cancelReason', label: '注销原因' }]}
          actions={(row: Detail) =>
            row.certStatus !== '4' &&
            can(api.certificate.renew) && (
              <Button type="primary" onClick={() => setRenewing(row.id)}>
                续期
              </Button>
            )
          }
        >
          {(row: Detail) => <Renewals rows={row.renewals} />}
        </DetailDrawer>
      </div>
      {renewing !== null && <RenewDrawer id={renewing} onClose={() => setRenewing(null)} />}
      {cancelling && <CancelDialog certificate={cancelling} onClose={() => setCancelling(null)} />}
    </>
  );
}

const TILES = [
  { key: 'total', label: '全部证书', status: null },
  { key: 'valid', label: '有效', status: '1' },
  { key: 'expiring', label: '90 天内到期', status: '2' },
  { key: 'expired', label: '已过期', status: '3' },
  { key: 'cancelled', label: '已注销', status: '4' },
] as const;

/** How many there are of each status; a click narrows the list. */
function Stats({ list }: { list: EntityList<Row> }) {
  const { data } = useCall(api.certificate.stats);
  const chosen = list.state.values['certStatus'] ?? null;
  const choose = (status: string | null) => {
    const { certStatus: _old, ...rest } = list.state.values;
    list.update({ values: status === null ? rest : { ...rest, certStatus: status }, page: 1, view: '' });
  };
  return (
    <div className="panel cert-stats">
      {TILES.map(({ key, label, status }) => (
        <button
          type="button"
          key={key}
          className={`cert-stat ${key}${chosen === status ? ' on' : ''}`}
          aria-pressed={chosen === status}
          onClick={() => choose(status)}
        >
          <span>{label}</span>
          <b className={data && data[key] === 0 ? 'zero' : undefined}>{data ? count(data[key]) : '—'}</b>
        </button>
      ))}
    </div>
  );
}
