import { Alert, Button, Input, InputNumber, Modal, Progress, Typography } from 'antd';
import { useState } from 'react';
import { Tag } from '#kit/web/Tag.tsx';
import { dateTime, count } from '#kit/web/format.ts';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { useOnce } from '#kit/web/use-once.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import type { LogCheck, LogProblem } from '../../contract/log-chain.ts';
import { api } from '../api.ts';
import '../system.css';
import { StateView } from '#kit/web/parts/StateView.tsx';

const PROBLEMS: Record<LogProblem['kind'], string> = {
  changed: '内容被修改',
  missing: '日志被删除',
  gap: '校验链断开',
  unlinked: '不是由系统写入',
  end: '校验链端点被替换',
  shortened: '校验链被截短',
};

/** State of the chain, a check with progress, and what the last one found. */
export default function LogChainDialog({ onClose }: { onClose: () => void }) {
  const [anchorSeq, setAnchorSeq] = useState<number | null>(null);
  const [anchorHash, setAnchorHash] = useState('');
  const answer = useCall(api.logChain.state, {}, { refetchInterval: 2_000 });
  const verify = useWrite(api.logChain.verify, { overlay: false, refreshes: [api.logChain.state] });
  const state = answer.data;
  const latest = state?.latest ?? null;
  const isRunning = latest?.state === 'running';
  const hasHalfAnchor = (anchorSeq === null) !== (anchorHash.trim() === '');
  const start = useOnce(verify.isPending, () => {
    const anchor = anchorSeq === null ? null : { seq: anchorSeq, hash: anchorHash.trim() };
    verify.mutate({ body: { anchor } });
  });
  return (
    <Modal
      open
      width={720}
      title="校验操作日志"
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        <Button key="start" type="primary" loading={verify.isPending} disabled={isRunning || !state || hasHalfAnchor} onClick={start}>
          开始校验
        </Button>,
      ]}
    >
      {answer.error && !state ? (
        <Alert type="error" showIcon title={answer.error.message} action={<Button onClick={() => void answer.refetch()}>重试</Button>} />
      ) : !state ? (
        <StateView kind="loading" shape="form" rows={4} />
      ) : (
        <div className="log-chain">
          <p className="muted">
            每条操作日志都带有一个与上一条相连的校验值，只有本系统能生成。修改、删除或插入任何一条都会被校验发现。日志没有删除入口，到期由定时任务清理。
          </p>
          <dl className="log-chain-facts">
            <dt>已纳入校验</dt>
            <dd className="num">{count(state.linked)} 条</dd>
            <dt>保留天数</dt>
            <dd className="num">{state.keepDays} 天</dd>
            <dt>最早日志</dt>
            <dd className="num">{state.oldest ? <DateText value={state.oldest} kind="log" /> : '无'}</dd>
            <dt>到期已清理</dt>
            <dd className="num">{count(state.removed)} 条</dd>
            <dt>最新序号</dt>
            <dd className="num">{state.headSeq}</dd>
            <dt>最新校验值</dt>
            <dd>
              {state.headHash ? (
                <Typography.Text className="mono" copyable>
                  {state.headHash}
                </Typography.Text>
              ) : (
                '无'
              )}
            </dd>
          </dl>
          <p className="muted">把最新序号和校验值定期抄录到系统之外；校验时填入抄录的一组，可以发现整条链被重做。</p>
          <div className="log-chain-anchor">
            <InputNumber aria-label="抄录的序号" placeholder="抄录的序号" min={1} precision={0} value={anchorSeq} onChange={setAnchorSeq} />
            <Input
              aria-label="抄录的校验值"
              placeholder="抄录的校验值（可不填）"
              className="mono"
              value={anchorHash}
              onChange={(event) => setAnchorHash(event.target.value)}
              status={hasHalfAnchor ? 'warning' : undefined}
            />
          </div>
          {latest && <Outcome check={latest} />}
        </div>
      )}
    </Modal>
  );
}

function Outcome({ check }: { check: LogCheck }) {
  if (check.state === 'running')
    return (
      <div role="status">
        <Progress aria-label="校验进度" percent={check.percent} />
        <span className="muted">正在校验…</span>
      </div>
    );
  if (check.state === 'failed') return <Alert type="warning" showIcon title="上次校验没有完成，请重新开始" />;
  const when = `${dateTime(check.endTime ?? check.createTime)}　${check.createBy}`;
  if (check.problemCount === 0)
    return <Alert type="success" showIcon title={`校验 ${count(check.checked)} 条，未发现问题`} description={when} />;
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={`校验 ${count(check.checked)} 条，发现 ${check.problemCount} 处问题，请立即联系安全管理员`}
        description={when}
      />
      <ol className="log-chain-problems">
        {check.problems.map((problem) => (
          <li key={`${problem.kind}-${problem.seq}-${problem.logId}`}>
            <Tag tone="bad">{PROBLEMS[problem.kind]}</Tag>
            {problem.seq !== null && <span className="num">序号 {problem.seq}</span>}
            {problem.logId && <span className="mono">日志 {problem.logId}</span>}
          </li>
        ))}
        {check.problemCount > check.problems.length && <li className="muted">只列出前 {check.problems.length} 处</li>}
      </ol>
    </>
  );
}
