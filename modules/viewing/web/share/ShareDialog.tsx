import { CopyOutlined, DeleteOutlined, HistoryOutlined, LinkOutlined, StopOutlined } from '@ant-design/icons';
import { Alert, Button, type ButtonProps, DatePicker, Form, Input, InputNumber, Modal, Switch, Tag, Tooltip } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useState } from 'react';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { proposalRefusal } from '#kit/contract/flow.ts';
import { useVersionedWrite } from '#kit/web/conflict/use-versioned-write.tsx';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { minute } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { MIN_PASSWORD_CHARS, type Share } from '../../contract/share.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { shareApi } from './api.ts';
import { LINK_FIELDS } from './link-fields.ts';
import './share-dialog.css';

dayjs.locale('zh-cn');

interface ShareDialogProps {
  entity: 'board' | 'screen';
  id: string;
  name: string;
  open: boolean;
  onClose: () => void;
}
interface Values {
  shareName?: string;
  password?: string;
  expireTime?: Dayjs | null;
  maxViews?: number | null;
  ipRanges?: string;
  allowExport?: boolean;
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // without a secure origin there is no clipboard: the old way still works
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  toast.success('链接已复制');
}

function NewLink({ address, close }: { address: string; close: () => void }) {
  return (
    <Alert
      type="success"
      showIcon
      title="链接已生成，只显示这一次，请立即复制"
      closable={{ onClose: close }}
      description={
        <span className="share-new">
          <Input value={address} readOnly onFocus={(event) => event.target.select()} aria-label="分享链接" />
          <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy(address)}>
            复制
          </Button>
        </span>
      }
    />
  );
}

function Visits({ id }: { id: string }) {
  const visits = useCall(shareApi.visits, { params: { id } });
  if (visits.isPending) return <p className="share-note">正在取访问记录…</p>;
  if (visits.error) return <p className="share-note">{visits.error.message}</p>;
  if (visits.data.length === 0) return <p className="share-note">还没有人打开过</p>;
  return (
    <ul className="share-visits">
      {visits.data.map((visit) => (
        <li key={visit.id}>
          <DateText value={visit.createTime} />
          <span>{visit.ip}</span>
          <span className={visit.outcome === '打开' ? undefined : 'share-bad'}>{visit.outcome}</span>
          <span className="share-agent" title={visit.agent ?? ''}>
            {visit.agent}
          </span>
        </li>
      ))}
    </ul>
  );
}

interface ToolProps extends Pick<ButtonProps, 'icon' | 'danger' | 'loading' | 'onClick'> {
  label: string;
  /** why it has to wait */
  refusal?: string | null;
}
const Tool = ({ label, refusal = null, ...button }: ToolProps) => (
  <Tooltip title={refusal ?? label}>
    <Button type="text" size="small" aria-label={label} disabled={refusal !== null} {...button} />
  </Tooltip>
);

function LinkRow({ link }: { link: Share }) {
  const [isOpen, setOpen] = useState(false);
  const update = useVersionedWrite(shareApi.update, { fields: LINK_FIELDS });
  const remove = useWrite(shareApi.remove);
  const isOn = link.status === '1';
  const toggle = () => {
    const { id, version, shareName, expireTime, maxViews, ipRanges, allowExport } = link;
    update.write({ body: { id, version, shareName, expireTime, maxViews, ipRanges, allowExport, status: isOn ? '0' : '1' } });
  };
  const revoke = async () => {
    if (await confirmDialog({ content: '撤销后链接立即失效，已打开的页面也不能再读取数据。', okText: '撤销', danger: true }))
      remove.mutate({ params: { id: link.id } });
  };
  const facts = [
    link.hasPassword ? '有密码' : '无密码',
    link.expireTime ? `有效至 ${minute(link.expireTime) ?? ''}` : '长期有效',
    link.maxViews === null ? `已打开 ${link.viewCount} 次` : `已打开 ${link.viewCount} / ${link.maxViews} 次`,
    ...(link.ipRanges ? [`限 ${link.ipRanges}`] : []),
    ...(link.allowExport === '1' ? ['可导出'] : []),
  ];
  return (
    <li className="share-link">
      <div className="share-link-head">
        <LinkOutlined />
        <b>{link.shareName ?? '未命名链接'}</b>
        <span className="share-note">…{link.tokenHint}</span>
        <FlowTag flow={link.flow}>
          {link.closedBecause ? <Tag color="error">{link.closedBecause}</Tag> : <Tag color="success">可访问</Tag>}
        </FlowTag>
        <span className="share-link-tools">
          <Tool label="访问记录" icon={<HistoryOutlined />} onClick={() => setOpen(!isOpen)} />
          <Tool
            label={isOn ? '禁用' : '启用'}
            icon={<StopOutlined />}
            refusal={proposalRefusal('edit', link.flow)}
            loading={update.isPending}
            onClick={toggle}
          />
          <Tool
            label="撤销"
            icon={<DeleteOutlined />}
            danger
            refusal={proposalRefusal('delete', link.flow)}
            loading={remove.isPending}
            onClick={() => void revoke()}
          />
        </span>
      </div>
      <p className="share-note">
        {facts.join(' · ')} · 以 {link.runAsName ?? '已删除的账号'} 的权限读取
      </p>
      {isOpen && <Visits id={link.id} />}
      {update.dialog}
    </li>
  );
}

/** Links of a board or screen: making one with its limits, copying it once, looking after the others. */
export function ShareDialog({ entity, id, name, open, onClose }: ShareDialogProps) {
  const [form] = Form.useForm<Values>();
  const [address, setAddress] = useState<string | null>(null);
  const links = useCall(shareApi.list, { query: { entityType: entity, entityId: id } }, { enabled: open });
  const create = useWrite(shareApi.create, {
    onSuccess: ({ path }) => {
      setAddress(`${window.location.origin}${path}`);
      form.resetFields();
    },
  });
  const make = (values: Values) => {
    // Enter once more
    if (create.isPending) return;
    create.mutate({
      body: {
        entityType: entity,
        entityId: id,
        shareName: values.shareName ?? null,
        password: values.password || null,
        expireTime: values.expireTime?.toISOString() ?? null,
        maxViews: values.maxViews ?? null,
        ipRanges: values.ipRanges ?? null,
        allowExport: values.allowExport ? '1' : '0',
      },
    });
  };
  const close = () => {
    setAddress(null);
    onClose();
  };
  return (
    <Modal open={open} onCancel={close} title={`分享 · ${name}`} footer={null} width={720} destroyOnHidden>
      {address && <NewLink address={address} close={() => setAddress(null)} />}
      <Form form={form} layout="vertical" className="share-form" onFinish={make}>
        <Form.Item name="shareName" label="链接名称">
          <Input maxLength={64} placeholder="给谁用的，便于以后辨认" />
        </Form.Item>
        <Form.Item name="password" label="访问密码" rules={[{ min: MIN_PASSWORD_CHARS, message: `访问密码至少${MIN_PASSWORD_CHARS}位` }]}>
          <Input.Password maxLength={64} autoComplete="new-password" placeholder="不填则无需密码" />
        </Form.Item>
        <Form.Item name="expireTime" label="有效期至">
          <DatePicker
            showTime={{ format: 'HH:mm' }}
            format="YYYY-MM-DD HH:mm"
            placeholder="不填则长期有效"
            disabledDate={(day: Dayjs) => day.isBefore(dayjs().startOf('day'))}
          />
        </Form.Item>
        <Form.Item name="maxViews" label="最多打开次数">
          <InputNumber min={1} max={1_000_000} precision={0} placeholder="不限" />
        </Form.Item>
        <Form.Item name="ipRanges" label="允许的地址" tooltip="IP 或网段，多个用逗号分隔，如 10.1.0.0/16">
          <Input maxLength={1000} placeholder="不限" />
        </Form.Item>
        <Form.Item name="allowExport" label="允许导出" valuePropName="checked">
          <Switch />
        </Form.Item>
        <Button type="primary" htmlType="submit" icon={<LinkOutlined />} loading={create.isPending}>
          生成链接
        </Button>
        <p className="share-note">打开链接的人看到的数据与您的数据权限相同；您的账号禁用或失去权限后，链接随之失效。</p>
      </Form>
      <h4 className="share-list-head">已有链接</h4>
      {links.isPending && <p className="share-note">正在加载…</p>}
      {links.error && (
        <p className="share-note" role="alert">
          {links.error.message}
          <Button type="link" size="small" onClick={() => void links.refetch()}>
            重试
          </Button>
        </p>
      )}
      {links.data?.length === 0 && <StateView kind="empty" inline what="还没有分享链接" />}
      <ul className="share-links">
        {links.data?.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </ul>
    </Modal>
  );
}
