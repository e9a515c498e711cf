import { useState } from 'react';
import { DetailDrawer } from '#kit/web/detail/DetailDrawer.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { ListActions } from '#kit/web/entity-page/define-entity-page.tsx';
import { useEntityPage } from '#kit/web/entity-page/use-entity-page.ts';
import { EntityForm } from '#kit/web/form/EntityForm.tsx';
import type { FormField, InputOf } from '#kit/web/form/types.ts';
import { EntityTable } from '#kit/web/table/EntityTable.tsx';
import type { RowAction, RowOf } from '#kit/web/table/types.ts';
import { Tag } from '#kit/web/Tag.tsx';
import { useWrite } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { HostCalls } from './host/HostCalls.tsx';

type Row = RowOf<typeof api.host>;

const SCHEMES = [
  { value: 'https', label: 'HTTPS（加密）' },
  { value: 'http', label: 'HTTP（明文）' },
  { value: 'smtps', label: 'SMTPS（加密的邮件服务器）' },
  { value: 'smtp', label: 'SMTP（邮件服务器）' },
];

const options = {
  label: '外部地址',
  nameField: 'hostName' as const,
  search: [
    { field: 'hostName', label: '名称' },
    { field: 'host', label: '主机' },
    { field: 'status', label: '状态', dict: 'sys_common_status' },
  ],
  columns: [
    { field: 'hostName' as const, title: '名称', width: 160, sort: true },
    {
      field: 'host' as const,
      title: '地址',
      kind: 'mono' as const,
      width: 260,
      sort: true,
      render: (row: Row) => `${row.scheme}://${row.host.includes(':') ? `[${row.host}]` : row.host}:${row.port}`,
    },
    {
      field: 'isPrivateAllowed' as const,
      title: '访问范围',
      width: 104,
      render: (row: Row) => (row.isPrivateAllowed === '1' ? <Tag tone="warn">可访问内网</Tag> : <Tag tone="line">仅互联网</Tag>),
    },
    {
      field: 'isFlowAllowed' as const,
      title: '流程与服务',
      width: 92,
      render: (row: Row) => (row.isFlowAllowed === '1' ? <Tag tone="calm">允许</Tag> : <Tag tone="line">不允许</Tag>),
    },
    { field: 'secretHeader' as const, title: '密钥请求头', width: 116 },
    { field: 'ownerName' as const, title: '负责人', kind: 'person' as const, width: 88 },
    { field: 'status' as const, title: '状态', dict: 'sys_common_status', width: 76 },
    { field: 'updateTime' as const, title: '更新时间', kind: 'time' as const, width: 150 },
    { field: 'remark' as const, title: '备注', hidden: true },
  ],
};

const fields: readonly FormField<InputOf<typeof api.host>>[] = [
  { field: 'hostName', label: '名称', placeholder: '例如 短信网关' },
  { field: 'scheme', label: '协议', widget: 'radio', options: SCHEMES, initial: 'https' },
  {
    field: 'host',
    label: '主机',
    placeholder: '例如 api.example.com',
    hint: '只填主机名或IP，不含协议、端口和路径；本机和云平台元数据地址不允许访问',
  },
  { field: 'port', label: '端口', widget: 'number', initial: 443 },
  { field: 'ownerName', label: '负责人' },
  { field: 'testPath', label: '测试路径', placeholder: '/', hint: '点击测试时以 GET 访问；邮件服务器不用填写' },
  {
    field: 'isPrivateAllowed',
    label: '允许访问内网',
    widget: 'switch',
    initial: '0',
    hint: '主机在内网时由安全管理员打开；关闭时只能访问互联网地址',
  },
  {
    field: 'isFlowAllowed',
    label: '允许流程与服务调用',
    widget: 'switch',
    initial: '0',
    hint: '打开后，流程设计者和集成服务的开发者可以调用这个地址，密钥随请求发出但不会显示给他们',
  },
  { field: 'status', label: '状态', widget: 'switch', initial: '1' },
  {
    field: 'secretHeader',
    label: '密钥请求头',
    section: '密钥与证书',
    placeholder: '例如 Authorization',
    hint: '每次调用都带上；不需要时留空',
  },
  { field: 'secretValue', label: '密钥值', widget: 'password', hint: '保存后不再显示，原样提交则保留；修改地址后须重新填写' },
  {
    field: 'caText',
    label: '服务器证书或其签发机构证书',
    widget: 'area',
    wide: true,
    placeholder: '-----BEGIN CERTIFICATE-----',
    hint: '使用自签名证书的 HTTPS 或邮件服务才需要，填写 PEM 文本；证书总是要验证的',
  },
  { field: 'remark', label: '备注', widget: 'area', wide: true },
];

/** 外部地址: where the platform may call, a try, and what it has called. */
export default function HostPage() {
  const list = useEntityPage(api.host, options);
  const [shown, setShown] = useState<Row | null>(null);
  const test = useWrite(api.host.test, {
    onSuccess: ({ status, address, ms }) => toast.success(`连接成功：${address} 在 ${ms} 毫秒内返回 ${status}`),
  });
  const actions = (row: Row): RowAction[] => [
    {
      key: 'test',
      label: '测试',
      call: api.host.test,
      disabled: test.isPending,
      onClick: () => test.mutate({ params: { id: row.id } }),
    },
    { key: 'calls', label: '调用日志', call: api.host.calls, onClick: () => setShown(row) },
  ];
  return (
    <div className="panel list-page">
      <ListActions<Row> list={list} />
      <EntityTable<Row> list={list} actions={actions} />
      <EntityForm api={api.host} label="外部地址" fields={fields} opened={list.state.opened} onClose={() => list.open(null)} />
      <DetailDrawer<Row> list={list} form={fields} />
      {shown && <HostCalls host={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
