import { LockOutlined } from '@ant-design/icons';
import { type Tones, DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

export type Qualification = CallReply<typeof api.practicingQualification.get>;

/** 有效 is the calm state; what asks for action is coloured. */
export const CERT_TONES: Tones = { '1': 'calm', '2': 'warn', '3': 'bad', '4': 'idle' };

export const CertTag = ({ value }: { value: string }) => <DictTag code="prj_cert_status" value={value} tones={CERT_TONES} />;

/** The state in a list: where a day is near or has passed, how far it is says more than the word for it. */
export function CertLeft({ row }: { row: Pick<Qualification, 'daysLeft' | 'certStatus'> }) {
  if (row.certStatus !== '2' && row.certStatus !== '3') return <CertTag value={row.certStatus} />;
  const left = count(Math.abs(row.daysLeft));
  const text = row.certStatus === '3' ? `已过期 ${left} 天` : row.daysLeft === 0 ? '今天到期' : `${left} 天后到期`;
  return <Tag tone={row.certStatus === '3' ? 'bad' : 'warn'}>{text}</Tag>;
}

/** 还有 12 天, 已过期 3 天 */
export function leftText(row: Pick<Qualification, 'daysLeft' | 'certStatus'>): string {
  if (row.certStatus === '4') return '已注销';
  if (row.daysLeft < 0) return `已过期 ${count(-row.daysLeft)} 天`;
  return row.daysLeft === 0 ? '今天到期' : `还有 ${count(row.daysLeft)} 天`;
}

/** 一级注册建造师 机电 */
export const CertName = ({ row }: { row: Pick<Qualification, 'certName' | 'specialty'> }) => (
  <span title={row.specialty ? `${row.certName}（${row.specialty}）` : row.certName}>
    {row.certName}
    {row.specialty && <span className="muted"> {row.specialty}</span>}
  </span>
);

/** The project that has locked a certificate. */
export function Occupied({ row }: { row: Pick<Qualification, 'occupied' | 'occupiedProjectName' | 'occupiedProjectId'> }) {
  if (row.occupied !== '1') return <span className="muted">未锁定</span>;
  const project = row.occupiedProjectName ?? row.occupiedProjectId ?? '';
  return (
    <span className="occupied" title={project}>
      <LockOutlined /> <span className="cut">{project}</span>
    </span>
  );
}

/** The project that has locked a certificate, or the approval of a change of that. */
export const Lock = ({ row }: { row: Parameters<typeof Occupied>[0]['row'] & Pick<Qualification, 'flow'> }) =>
  row.flow ? <FlowTag flow={row.flow} /> : <Occupied row={row} />;

/** 人证合一, or what is wrong with it. */
export const Unified = ({ value }: { value: string }) => (value === '1' ? <Tag tone="calm">一致</Tag> : <Tag tone="warn">不一致</Tag>);
