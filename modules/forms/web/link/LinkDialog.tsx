import { BarChartOutlined, CopyOutlined, DeleteOutlined, EditOutlined, PauseCircleOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Modal, QRCode, Tooltip, type ButtonProps } from 'antd';
import { useState } from 'react';
import { confirmDialog, toast } from '#kit/web/dialog.tsx';
import { minute } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import type { FillLink } from '../../contract/link.ts';
import { api } from '../api.ts';
import { LinkDays } from './LinkDays.tsx';
import { LinkForm } from './LinkForm.tsx';
import './link.css';

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success('链接已复制');
  } catch {
    // without a secure origin there is no clipboard
    toast.info('请选中链接后复制');
  }
}

/** The address of a link that was just made; it is shown this once. */
function NewLink({ address, onClose }: { address: string; onClose: () => void }) {
  return (
    <Alert
      type="success"
      showIcon
      title="链接已生成，只显示这一次，请立即复制或保存二维码"
      closable={{ onClose }}
      description={
        <div className="link-new">
          <div className="link-acts">
            <Input value={address} readOnly onFocus={(event) => event.target.select()} aria-label="公开填报链接" />
            <Button type="primary" icon={<CopyOutlined />} onClick={() => void copy(address)} style={{ marginTop: 8 }}>
              复制链接
            </Button>
          </div>
          <QRCode aria-label="公开填报链接的二维码" value={address} size={128} color="#000" bordered={false} />
        </div>
      }
    />
  );
}

const factsOf = (link: FillLink): string =>
  [
    link.maxRecords === null ? `已收 ${link.recordCount} 份` : `已收 ${link.recordCount} / ${link.maxRecords} 份`,
    `打开 ${link.viewCount} 次`,
    ...(link.refusedCount === 0 ? [] : [`超限拒绝 ${link.refusedCount} 次`]),
    link.hasPassword ? '有密码' : '无密码',
    link.hasCaptcha === '1' ? '有验证码' : '无验证码',
    link.expireTime ? `有效至 ${minute(link.expireTime) ?? ''}` : '长期有效',
    ...(link.hourLimit === null ? [] : [`每地址每小时 ${link.hourLimit} 份`]),
    ...(link.dayLimit === null ? [] : [`每地址每天 ${link.dayLimit} 份`]),
    `由 ${link.ownerName ?? '已删除的账号'} 开启`,
  ].join(' · ');

/** What can be done with a link, as a small picture that says so. */
function Act({ title, label = title, ...button }: ButtonProps & { title: string; label?: string }) {
  return (
    <Tooltip title={title}>
      <Button type="text" size="small" aria-label={label} {...button} />
    </Tooltip>
  );
}

function LinkRow({ link, onEdit }: { link: FillLink; onEdit: () => void }) {
  const update = useWrite(api.link.update, { refreshes: [api.link.list] });
  const remove = useWrite(api.link.remove, { refreshes: [api.link.list] });
  const [hasDays, setDays] = useState(false);
  const isOn = link.status === '1';
  const toggle = () => {
    const { id, linkName, expireTime, hasCaptcha, maxRecords, hourLimit, dayLimit, version } = link;
    const body = { linkName, expireTime, hasCaptcha, maxRecords, hourLimit, dayLimit, version, status: isOn ? '0' : '1' } as const;
    update.mutate({ params: { id }, body });
  };
  const revoke = async () => {
    if (await confirmDialog({ content: '撤销后链接立即失效，已收到的数据保留。', okText: '撤销', danger: true }))
      remove.mutate({ params: { id: link.id } });
  };
  return (
    <li>
      <div>
        <b className="cut">{link.linkName}</b>
        <span className="muted mono">…{link.tokenHint}</span>
        {link.closedBecause ? <Tag tone="idle">{link.closedBecause}</Tag> : <Tag tone="calm">收集中</Tag>}
        <span className="grow" />
        <Act
          title={hasDays ? '收起访问记录' : '访问记录'}
          label="访问记录"
          aria-expanded={hasDays}
          icon={<BarChartOutlined />}
          onClick={() => setDays(!hasDays)}
        />
        <Act title="修改" icon={<EditOutlined />} onClick={onEdit} />
        <Act
          title={isOn ? '禁用' : '启用'}
          icon={isOn ? <PauseCircleOutlined /> : <PlayCircleOutlined />}
          loading={update.isPending}
          onClick={toggle}
        />
        <Act title="撤销" danger icon={<DeleteOutlined />} loading={remove.isPending} onClick={() => void revoke()} />
      </div>
      <p>{factsOf(link)}</p>
      {hasDays && <LinkDays linkId={link.id} />}
    </li>
  );
}

interface Props {
  form: { readonly id: string; readonly formName: string };
  onClose: () => void;
}
/** Links over which people without an account fill a form in: made with their limits, shown once, looked after. */
export default function LinkDialog({ form, onClose }: Props) {
  const [address, setAddress] = useState<string | null>(null);
  const [editing, setEditing] = useState<FillLink | null>(null);
  const found = useCall(api.link.list, { params: { id: form.id } });
  const refusal = found.data?.refusal ?? null;
  return (
    <Modal open title={`公开填报 · ${form.formName}`} width={720} footer={null} className="link-dialog" onCancel={onClose}>
      {address && <NewLink address={address} onClose={() => setAddress(null)} />}
      {found.error && <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />}
      {refusal && <Alert type="warning" showIcon title={refusal} />}
      {found.data && (!refusal || editing) && (
        <LinkForm
          key={editing?.id ?? 'new'}
          formId={form.id}
          link={editing}
          onMade={(path) => setAddress(`${window.location.origin}${path}`)}
          onEnd={() => setEditing(null)}
        />
      )}
      {!found.data && !found.error && <StateView kind="loading" rows={4} />}
      {found.data && found.data.links.length > 0 && (
        <ul className="link-list" aria-label="公开填报链接">
          {found.data.links.map((link) => (
            <LinkRow key={link.id} link={link} onEdit={() => setEditing(link)} />
          ))}
        </ul>
      )}
    </Modal>
  );
}
