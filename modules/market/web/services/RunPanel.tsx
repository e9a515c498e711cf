import { PlayCircleOutlined } from '@ant-design/icons';
import { Alert, Button, Drawer, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { useWrite } from '#kit/web/use-call.ts';
import type { ServiceParam } from '../../contract/service-param.ts';
import { paramProblems } from '../debug/problems.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { api } from './api.ts';
import { RunAnswer } from './RunAnswer.tsx';
import './services.css';

interface Runnable {
  readonly id: string;
  readonly serviceName: string;
  readonly reqParams: readonly ServiceParam[];
}
const WIDTH = 760;

/** 调试 beside the list. */
export function RunDrawer({ service, onClose }: { service: Runnable & { serviceVersion: number }; onClose: () => void }) {
  useReturnFocus();
  return (
    <Drawer open size={WIDTH} title={`调试 ${service.serviceName} v${service.serviceVersion}`} onClose={onClose} className="market-drawer">
      <RunPanel service={service} barred={null} />
    </Drawer>
  );
}

interface PanelProps {
  service: Runnable;
  barred: string | null;
  head?: ReactNode;
  /** keeps the form of an answer with the service */
  onShape?: ((data: unknown) => void) | undefined;
}
/** Calls a service really, as its callers would: the answer, every step with what went in and came out, how long it took. */
export function RunPanel({ service, barred, head, onShape }: PanelProps) {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const attempt = useWrite(api.service.run, { overlay: false, quiet: true });
  const problems = paramProblems(attempt.error);
  const valueOf = ({ paramName, exampleValue }: ServiceParam) => typed[paramName] ?? exampleValue ?? '';
  const run = () => {
    if (barred !== null || attempt.isPending) return;
    const given = service.reqParams.map((param) => [param.paramName, valueOf(param)] as const).filter(([, value]) => value !== '');
    attempt.mutate({ params: { id: service.id }, body: { params: Object.fromEntries(given) } });
  };
  return (
    <div className="market-debug-panel">
      {head}
      <form
        className="market-debug-form"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <div className="market-fields small">
          {service.reqParams.map((param) => (
            <Field
              key={param.paramName}
              id={`run-${param.paramName}`}
              label={param.paramName}
              isRequired={param.nullable === '0' && !param.defaultValue}
              hint={param.paramComment}
              problem={problems.get(param.paramName)}
            >
              <Input
                id={`run-${param.paramName}`}
                status={statusOf(problems.get(param.paramName))}
                value={valueOf(param)}
                placeholder={placeholderOf(param)}
                onChange={(event) => setTyped((now) => ({ ...now, [param.paramName]: event.target.value }))}
              />
            </Field>
          ))}
        </div>
        <div className="market-inline">
          <Button htmlType="submit" icon={<PlayCircleOutlined />} loading={attempt.isPending} disabled={barred !== null}>
            运行
          </Button>
          <span className="muted">{barred ?? '真实调用外部服务，写入服务日志'}</span>
        </div>
      </form>
      <Outcome attempt={attempt} hasProblems={problems.size > 0} onShape={onShape} />
    </div>
  );
}
function placeholderOf({ defaultValue, paramType }: ServiceParam): string {
  if (defaultValue) return `默认 ${defaultValue}`;
  return paramType === '5' ? '多个值用逗号分隔' : '';
}

type Attempt = Pick<ReturnType<typeof useWrite<typeof api.service.run>>, 'data' | 'error' | 'isPending'>;
interface OutcomeProps {
  attempt: Attempt;
  hasProblems: boolean;
  onShape: PanelProps['onShape'];
}
function Outcome({ attempt: { data, error, isPending }, hasProblems, onShape }: OutcomeProps) {
  if (isPending && !data) return <StateView kind="loading" rows={4} />;
  if (error) return <Alert type="error" showIcon role="alert" title={hasProblems ? '参数不正确，请按上面的提示修改' : error.message} />;
  if (!data) return <StateView kind="empty" inline what="填好参数后运行，结果显示在这里" />;
  return <RunAnswer answer={data} onShape={onShape} />;
}
