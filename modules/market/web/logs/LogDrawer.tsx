import { Drawer } from 'antd';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { GoneState, isGoneError } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { measures } from '#kit/web/theme.ts';
import { useCall } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import { Fact } from '../Fact.tsx';
import { bytesText } from '../statistics/figures.ts';
import { CallTimesBar } from './CallTimesBar.tsx';
import { HttpStatus } from './status.tsx';
import './logs.css';

/** One call: who, what, how long, and why it was refused. A line of a log has no history of its own. */
export function LogDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  useReturnFocus();
  const answer = useCall(api.apiLog.get, { params: { id } });
  const row = answer.data;
  return (
    <Drawer open size={measures.drawer} title={row ? `${row.apiName ?? '未知API'} 的一次调用` : '接口日志详情'} onClose={onClose}>
      {answer.error && isGoneError(answer.error) && <GoneState noun="接口日志" action={null} />}
      {answer.error && !isGoneError(answer.error) && <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isLoading && <StateView kind="loading" shape="form" rows={6} />}
      {row && (
        <dl className="facts grid">
          <Fact title="状态">
            <HttpStatus value={row.httpStatus} />
          </Fact>
          <Fact title="时间">
            <DateText value={row.callerDate} kind="log" />
          </Fact>
          <Fact title="数据API">
            {row.apiName} <span className="mono">{row.apiVersion}</span>
          </Fact>
          <Fact title="应用">{row.appName ?? '未识别'}</Fact>
          <Fact title="耗时" wide>
            <CallTimesBar row={row} />
          </Fact>
          <Fact title="返回行数">{count(row.callerSize)}</Fact>
          <Fact title="返回大小">{bytesText(row.bytes)}</Fact>
          {row.errorKey && (
            <Fact title="错误标识">
              <span className="mono">{row.errorKey}</span>
            </Fact>
          )}
          <Fact title="来源地址">
            <span className="mono">{row.callerIp}</span>
          </Fact>
          <Fact title="请求编号">
            <span className="mono">{row.requestId}</span>
            <CopyButton size="small" type="text" text={row.requestId} what="请求编号" />
          </Fact>
          <Fact title="调用地址" wide>
            <span className="mono">
              {row.reqMethod} {row.callerUrl}
            </span>
          </Fact>
          <Fact title="参数" wide>
            <Params text={row.callerParams} />
          </Fact>
          <Fact title="说明" wide>
            {row.msg || null}
          </Fact>
        </dl>
      )}
    </Drawer>
  );
}

/** Parameters as they were noted: those of masked columns stand there as ***. */
function Params({ text }: { text: string }) {
  if (text === '' || text === '{}') return <span className="muted">没有参数</span>;
  return <pre className="market-pre mono">{text}</pre>;
}
