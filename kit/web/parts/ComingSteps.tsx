import { CheckOutlined, MailOutlined, SendOutlined, UserOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { ComingStep } from '#kit/contract/flow.ts';
import './coming-steps.css';

interface ComingStepsProps {
  steps: readonly (Pick<ComingStep, 'id' | 'name' | 'kind' | 'note'> & { readonly people: readonly string[] })[];
  /** a change of the request is being looked at: these are the steps of the one before */
  isBusy?: boolean;
}
/** Who would decide on a request in turn, from the person who makes it to the moment it takes effect. */
export const ComingSteps = ({ steps, isBusy = false }: ComingStepsProps) => (
  <ol className="coming-steps" aria-busy={isBusy}>
    <Step icon={<SendOutlined />} what="您提交" />
    {steps.map(({ id, name, kind, people, note }) => (
      <Step
        key={id}
        icon={kind === 'copy' ? <MailOutlined /> : <UserOutlined />}
        what={people.join('、') || (note ?? (kind === 'copy' ? '没有抄送人' : '按规则自动处理'))}
        where={kind === 'copy' && name !== '抄送' ? `抄送：${name}` : name}
      />
    ))}
    <Step icon={<CheckOutlined />} what="生效，发消息给您" />
  </ol>
);

const Step = ({ icon, what, where }: { icon: ReactNode; what: string; where?: string }) => (
  <li>
    <i aria-hidden>{icon}</i>
    <b>{what}</b>
    {where !== undefined && <span className="muted">{where}</span>}
  </li>
);
