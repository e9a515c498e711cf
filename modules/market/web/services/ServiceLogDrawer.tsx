import { Drawer } from 'antd';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { CopyButton } from '../CopyButton.tsx';
import { Fact } from '../Fact.tsx';
import { HttpStatus, millis } from '../logs/status.tsx';
import { api } from './api.ts';

const WIDTH = 720;
type Line = CallReply<typeof api.serviceLog.get>;

/** One call of a service with the steps of its chain, as they ran. */
export function ServiceLogDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const answer = useCall(api.serviceLog.get, { params: { id } });
  const row = answer.data;
  return (
    <Drawer open size={WIDTH} title={row ? `服务日志：${row.serviceName ?? ''}` : '服务日志'} onClose={onClose} className="market-drawer">
      {answer.isError && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <StateView kind="loading" shape="form" rows={6} />}
      {row && (
        <>
          <Facts row={row} />
          {row.steps.length > 0 && <Trace steps={row.steps} />}
        </>
      )}
    </Drawer>
  );
}

const Facts = ({ row }: { row: Line }) => (
  <dl className="facts grid">
    <Fact title="状态">
      <HttpStatus value={row.httpStatus} />
    </Fact>
    <Fact title="时间">
      <DateText value={row.callerDate} kind="log" />
    </Fact>
    <Fact title="集成服务">
      {row.serviceName} <span className="mono">{`${row.serviceNo} v${row.serviceVersion}`}</span>
    </Fact>
    <Fact title="应用">{row.appName ?? '调试'}</Fact>
    <Fact title="耗时">{millis(row.time)} 毫秒</Fact>
    <Fact title="后端状态">{row.upstreamStatus === null ? null : <HttpStatus value={row.upstreamStatus} />}</Fact>
    <Fact title="来源地址">
      <span className="mono">{row.callerIp}</span>
    </Fact>
    <Fact title="请求编号">
      <span className="mono">{row.requestId}</span>
    </Fact>
    <Fact title="跟踪号" wide>
      <span className="mono">{row.traceId}</span>
      {row.traceId && <CopyButton size="small" type="text" text={row.traceId} what="跟踪号" />}
    </Fact>
    <Fact title="后端地址" wide>
      {row.target && <span className="mono">{row.target}</span>}
    </Fact>
    <Fact title="参数" wide>
      {row.callerParam && row.callerParam !== '{}' ? <pre className="market-pre mono">{row.callerParam}</pre> : null}
    </Fact>
    {row.callerSoap !== '' && (
      <Fact title="报文" wide>
        <pre className="market-pre mono">{row.callerSoap}</pre>
      </Fact>
    )}
    <Fact title="说明" wide>
      {row.msg || null}
    </Fact>
  </dl>
);

/** The steps over the time of the whole call. */
function Trace({ steps }: { steps: Line['steps'] }) {
  return (
    <section className="service-steps" aria-label="调用链">
      <p className="market-plan-head">调用链（{count(steps.length)} 个步骤）</p>
      <div className="market-scroll" tabIndex={0} role="region" aria-label="调用链">
        <table className="market-table">
          <thead>
            <tr>
              {['步骤', '状态', '后端状态', '耗时（毫秒）', '说明'].map((title) => (
                <th scope="col" key={title}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step.id}>
                <td>
                  {step.step}
                  {step.target && <span className="service-step-target mono">{step.target}</span>}
                </td>
                <td>
                  <HttpStatus value={step.httpStatus} />
                </td>
                <td>{step.upstreamStatus === null ? '—' : <HttpStatus value={step.upstreamStatus} />}</td>
                <td className="num">{millis(step.time)}</td>
                <td className="service-step-msg">{step.msg}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
