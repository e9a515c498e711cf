import { CloseOutlined, DownOutlined, ExclamationCircleFilled, UpOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import type { ReplyOf } from '#kit/web/client.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { isGoneError } from '#kit/web/parts/ObjectFailed.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useNow } from '#kit/web/parts/use-now.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { FlowDrawing } from '../drawing/FlowDrawing.tsx';
import { stayText } from '../stay.ts';
import { DueTag } from './DueTag.tsx';
import { HandOverDialog } from './HandOverDialog.tsx';
import { PanelActions } from './PanelActions.tsx';
import { StayBars } from './StayBars.tsx';
import type { RunningRow } from './RunningList.tsx';

type Standing = ReplyOf<typeof api.running.standing>;
type Cause = Standing['causes'][number];

const TRACKS = 'workflow:instance:track';
const NEXT: Readonly<Record<NonNullable<Standing['tasks'][number]['next']>['action'], string>> = {
  remind: '再次提醒',
  approve: '自动同意',
  reject: '自动不同意',
  leader: '升级给上级',
  return: '退回发起人',
};

interface TrackPanelProps {
  row: RunningRow;
  /** as a drawer over the list, where there is no room beside it */
  isDrawer: boolean;
  onClose: () => void;
  /** to the row above or below; undefined at the ends */
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
}

/** 流程跟踪: one running instance beside the list: its way, who had it how long, why it does not go on, what can be done. */
export function TrackPanel({ row, isDrawer, onClose, onUp, onDown }: TrackPanelProps) {
  const can = useCan();
  const standing = useCall(api.running.standing, { params: { id: row.id } }, { enabled: can(api.running.standing) });
  const [handing, setHanding] = useState<{ proposal?: Proposal } | null>(null);
  const head = (
    <>
      <Button type="text" size="small" aria-label="上一个" icon={<UpOutlined />} disabled={!onUp} onClick={onUp} />
      <Button type="text" size="small" aria-label="下一个" icon={<DownOutlined />} disabled={!onDown} onClick={onDown} />
    </>
  );
  const tasks = (standing.data?.tasks ?? []).filter(({ kind }) => kind !== 'submit');
  const first = standing.data?.causes.map(proposalOf).find((one) => one !== undefined);
  const body = (
    <>
      <div className="track-panel-body" tabIndex={0} role="group" aria-label="流程经过">
        <header className="track-panel-title">
          <h3>{row.title}</h3> <DueTag dueTime={row.dueTime} isSuspended={row.suspensionState === '2'} />
          <p className="muted">
            {row.definitionName} V{row.versionNo} · {row.starterName} <DateText value={row.startTime} /> 发起 ·{' '}
            <code className="mono">{row.id}</code>
          </p>
        </header>
        <Course row={row} mayTrack={can.perm(TRACKS)} />
        {standing.error && !isGoneError(standing.error) && (
          <StateView kind="error" inline error={standing.error} onRetry={() => void standing.refetch()} />
        )}
        {standing.data && <Causes causes={standing.data.causes} onHand={(proposal) => setHanding({ proposal })} />}
        {standing.data && <Outlook row={row} standing={standing.data} />}
      </div>
      <PanelActions row={row} mayHand={tasks.length > 0} onHand={() => setHanding(first ? { proposal: first } : {})} />
      {handing && <HandOverDialog id={row.id} title={row.title} tasks={tasks} {...handing} onClose={() => setHanding(null)} />}
    </>
  );
  if (isDrawer)
    return (
      <Drawer open title="流程跟踪" size={460} extra={head} className="track-drawer" onClose={onClose}>
        {body}
      </Drawer>
    );
  return (
    <section className="panel track-panel" aria-label="流程跟踪">
      <div className="panel-head">
        <h2>流程跟踪</h2>
        <span className="grow" />
        {head}
        <Button type="text" size="small" aria-label="关闭" icon={<CloseOutlined />} onClick={onClose} />
      </div>
      {body}
    </section>
  );
}

/** The way of the instance, for those who may track it within their data scope. */
function Course({ row, mayTrack }: { row: RunningRow; mayTrack: boolean }) {
  const track = useCall(api.instance.track, { query: { processInstanceId: row.id } }, { enabled: mayTrack });
  if (!mayTrack) return <StateView kind="forbidden" inline what="没有“流程跟踪”权限，看不到流程经过" why="需要时请联系系统管理员授权" />;
  if (isGoneError(track.error))
    return <StateView kind="forbidden" inline what="该流程不在您的流程跟踪数据范围内，或已经结束" why="需要时请联系系统管理员授权" />;
  if (track.error) return <StateView kind="error" inline error={track.error} onRetry={() => void track.refetch()} />;
  if (!track.data) return <StateView kind="loading" rows={4} />;
  return (
    <>
      <FlowDrawing track={track.data} />
      <StayBars track={track.data} />
    </>
  );
}

export interface Proposal {
  readonly taskId: string;
  readonly userId: string;
  readonly name: string;
}
const proposalOf = ({ taskId, way }: Cause): Proposal | undefined =>
  way?.kind === 'hand' && taskId !== null ? { taskId, userId: way.userId, name: way.name } : undefined;

/** Why it does not go on, and the way out. */
function Causes({ causes, onHand }: { causes: readonly Cause[]; onHand: (proposal: Proposal) => void }) {
  if (causes.length === 0) return null;
  return (
    <ul className="track-causes" aria-label="停留原因">
      {causes.map((cause) => (
        <li key={`${cause.taskId} ${cause.text}`} className={cause.isBad ? 'bad' : undefined}>
          <ExclamationCircleFilled aria-hidden />
          <p>
            {cause.text}。<Way cause={cause} onHand={onHand} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Way({ cause, onHand }: { cause: Cause; onHand: (proposal: Proposal) => void }): ReactNode {
  const can = useCan();
  const proposal = proposalOf(cause);
  if (proposal && cause.way?.kind === 'hand') {
    const who = `${cause.way.relation} ${proposal.name}`;
    if (!can(api.running.handOver)) return `可请流程管理员移交给${who}。`;
    return (
      <>
        可移交给
        <button type="button" className="name-link" onClick={() => onHand(proposal)}>
          {who}
        </button>
        ，或改派其他人。
      </>
    );
  }
  if (cause.way?.kind === 'pick') return '可移交给能办理的人。';
  if (cause.way?.kind === 'activate') return '激活后继续。';
  if (cause.way?.kind !== 'operation') return null;
  return can.perm('workflow:operation:list') ? (
    <>
      请到 <Link to="/workflow/operation">流程运维</Link> 重试或跳过。
    </>
  ) : (
    '请联系流程运维人员处理。'
  );
}

/** What happens by itself: reminders that were sent, what the rule of the node does next, when it will likely end. */
function Outlook({ row, standing }: { row: RunningRow; standing: Standing }) {
  const now = useNow();
  const reminded = Math.max(0, ...standing.tasks.map((task) => task.reminded));
  const urged = standing.tasks
    .flatMap(({ urgedTime }) => urgedTime ?? [])
    .toSorted()
    .at(-1);
  const next = standing.tasks.flatMap((task) => task.next ?? []).toSorted((a, b) => (a.time < b.time ? -1 : 1))[0];
  const { median } = standing;
  const end = median === null ? null : new Date(row.startTime).getTime() + median * 1000;
  return (
    <dl className="track-outlook">
      <div>
        <dt>到期处理</dt>
        <dd>
          {reminded > 0 && `已提醒 ${reminded} 次`}
          {reminded > 0 && urged && '，'}
          {urged && (
            <>
              <DateText value={urged} /> 催办过
            </>
          )}
          {reminded === 0 && !urged && <span className="muted">还没有提醒或催办</span>}
        </dd>
      </div>
      <div>
        <dt>下一步</dt>
        <dd>
          {next ? (
            <>
              <DateText value={next.time} /> {NEXT[next.action]}
              {next.person !== null && ` ${next.person}`}
            </>
          ) : (
            <span className="muted">节点没有设置超时处理</span>
          )}
        </dd>
      </div>
      <div>
        <dt>预计办结</dt>
        <dd>
          {end === null && <span className="muted">近 30 天没有办结的同类流程</span>}
          {end !== null && end > now && (
            <>
              <DateText value={end} /> <span className="muted">按近 30 天中位数</span>
            </>
          )}
          {end !== null && end <= now && <span className="muted">已超过近 30 天中位数 {stayText(median ?? 0)}</span>}
        </dd>
      </div>
    </dl>
  );
}
