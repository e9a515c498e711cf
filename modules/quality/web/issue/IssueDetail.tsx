import { ArrowLeftOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from '#kit/web/dialog.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import type { EntityList } from '#kit/web/entity-page/use-entity-page.ts';
import { count, day } from '#kit/web/format.ts';
import { useObjectTitle } from '#kit/web/page/object-title.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { ObjectFailed } from '#kit/web/parts/ObjectFailed.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useRefresh, type CallReply } from '#kit/web/use-call.ts';
import { tablePath } from '#modules/catalogue/web/index.ts';
import { api } from '../api.ts';
import { BadRowsTable } from '../BadRows.tsx';
import { Level } from '../Level.tsx';
import { RowFiles } from '../report/Files.tsx';
import { ISSUE_TONES, STATE_TONES } from '../tones.ts';
import { watchBatch } from '../watch-batch.ts';
import { AssignDialog, CloseDialog, ISSUE_VIEWS, StepDialog, STEPS, WaiveDialog, type Step } from './dialogs.tsx';
import type { IssueRow } from './IssuePage.tsx';
import { IssueLineage, Siblings } from './Lineage.tsx';
import { Results } from './Results.tsx';
import { Trail } from './Trail.tsx';

type Full = CallReply<typeof api.issue.get>;
type Asked = Step | 'assign' | 'close' | 'waive';

/** One issue: what is wrong, who mends it until when, what happened, where the data come from. */
export default function IssueDetail({ id, list }: { id: string; list: EntityList<IssueRow> }) {
  const answer = useCall(api.issue.get, { params: { id } });
  const row = answer.data;
  useObjectTitle(row && `${row.issueNo} ${row.ruleName}`);
  const back = (
    <Button icon={<ArrowLeftOutlined />} onClick={() => list.open(null)}>
      返回列表
    </Button>
  );
  if (!row)
    return (
      <>
        <PageActions>{back}</PageActions>
        <div className="panel">
          {answer.error ? (
            <ObjectFailed
              error={answer.error}
              noun="工单"
              back={{ to: '/quality/checkissue', text: '返回列表' }}
              onRetry={() => void answer.refetch()}
            />
          ) : (
            <StateView kind="loading" shape="form" rows={6} />
          )}
        </div>
      </>
    );
  return (
    <>
      <Actions row={row} back={back} />
      <div className="issue-page">
        <div className="issue-main">
          <Head row={row} />
          <Results results={row.results} />
          <Rows row={row} />
          <Recheck row={row} />
        </div>
        <aside className="issue-rail">
          <IssueLineage id={id} />
          <Siblings id={id} tableId={row.ruleTableId} />
          <Trail id={id} mayComment={row.mayComment} />
        </aside>
      </div>
    </>
  );
}

function Actions({ row, back }: { row: Full; back: React.ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const refresh = useRefresh();
  const close = () => setAsked(null);
  const has = (move: Full['moves'][number]) => row.moves.includes(move);
  const start = async () => {
    const done = await api.issue.start({ params: { id: row.id }, body: {} }).catch(() => 'failed' as const);
    if (done === 'failed') return;
    toast.success('已开始处理');
    await refresh(...ISSUE_VIEWS);
  };
  const more = [
    ...(['refute', 'reopen'] as const).filter(has).map((key) => ({ key, label: STEPS[key].title })),
    ...(has('close') ? [{ key: 'close' as const, label: '关闭工单' }] : []),
  ];
  return (
    <>
      <PageActions>
        {back}
        {has('assign') && <Button onClick={() => setAsked('assign')}>转派</Button>}
        {has('waive') && <Button onClick={() => setAsked('waive')}>{row.state === '5' ? '变更豁免' : '申请豁免'}</Button>}
        {more.length > 0 && (
          <Dropdown trigger={['click']} menu={{ items: more, onClick: ({ key }) => setAsked(key as Asked) }}>
            <Button aria-label="更多操作">更多</Button>
          </Dropdown>
        )}
        {has('start') && <Button onClick={() => void start()}>开始处理</Button>}
        {has('return') && <Button onClick={() => setAsked('return')}>复核退回</Button>}
        {has('submit') && (
          <Button type="primary" onClick={() => setAsked('submit')}>
            提交复核
          </Button>
        )}
        {has('approve') && (
          <Button type="primary" onClick={() => setAsked('approve')}>
            复核通过
          </Button>
        )}
      </PageActions>
      {asked === 'assign' && <AssignDialog ids={[row.id]} onClose={close} />}
      {asked === 'close' && <CloseDialog ids={[row.id]} onClose={close} />}
      {asked === 'waive' && <WaiveDialog id={row.id} onClose={close} />}
      {asked !== null && asked in STEPS && <StepDialog step={asked as Step} id={row.id} onClose={close} />}
    </>
  );
}

const STAGES = ['待处理', '处理中', '待复核', '关闭'] as const;
/** Where an issue stands among the four stages; a waiver and a false alarm end it, too. */
const stageOf = (state: Full['state']): number => ({ '1': 0, '2': 1, '3': 2, '4': 3, '5': 3, '6': 3 })[state];

/** How an ended issue ended. */
function endText(row: Full): string {
  if (row.state === '5') return `豁免至 ${day(new Date(new Date(row.waiveUntil ?? 0).getTime() - 1)) ?? ''}`;
  if (row.state === '6') return `${row.closedByName ?? ''} 标为误报`;
  return { recheck: '复检通过自动关闭', person: `${row.closedByName ?? ''} 关闭`, rule: '规则已变更或删除' }[row.closedBy ?? 'person'];
}

const Facts = ({ row }: { row: Full }) => (
  <dl>
    <div>
      <dt>级别</dt>
      <dd>
        <Level id={row.ruleLevelId} name={row.ruleLevelName} />
      </dd>
    </div>
    <div className="wide">
      <dt>对象</dt>
      <dd>
        <Link className="mono" to={tablePath(row.ruleTableId)} title={row.ruleTableComment ?? ''}>
          {row.ruleTable ?? '已删除的表'}
          {row.ruleColumn && `.${row.ruleColumn}`}
        </Link>
      </dd>
    </div>
    <div className="wide">
      <dt>规则</dt>
      <dd>
        <Link to={`/quality/checkrule?open=detail-${row.checkRuleId}`}>{row.ruleName}</Link>
      </dd>
    </div>
    <div>
      <dt>处理人</dt>
      <dd>{row.assigneeName ? <PersonText name={row.assigneeName} /> : '未指派'}</dd>
    </div>
    <div>
      <dt>复核人</dt>
      <dd>{row.reviewerName ? <PersonText name={row.reviewerName} /> : <Missing />}</dd>
    </div>
    <div>
      <dt>整改期限</dt>
      <dd>{stageOf(row.state) < 3 ? <DateText value={row.dueTime} kind="due" /> : <Missing />}</dd>
    </div>
    <div>
      <dt>表得分</dt>
      <dd>
        <Score value={row.tableScore} />
      </dd>
    </div>
  </dl>
);

function Head({ row }: { row: Full }) {
  const stage = stageOf(row.state);
  const isOpen = stage < 3;
  return (
    <section className="panel issue-head" aria-label="工单概况">
      <Facts row={row} />
      {row.ruleSentence && <p className="issue-sentence">{row.ruleSentence}</p>}
      {row.isWithheld && (
        <p className="issue-sentence muted">规则按取值检查您不能查看明文的字段，不显示它的条件和行数；请在元数据详情页申请权限。</p>
      )}
      <ol className="issue-stages" aria-label="进度">
        {STAGES.map((name, at) => (
          <li
            key={name}
            className={at < stage ? 'done' : at === stage ? 'now' : ''}
            {...(at === stage && { 'aria-current': 'step' as const })}
          >
            <i aria-hidden>{at < stage ? '✓' : at + 1}</i>
            <div>
              <b>{at === 3 && !isOpen ? <DictTag code="data_issue_status" value={row.state} tones={ISSUE_TONES} /> : name}</b>
              <small className="muted">
                {at === 0 && <DateText value={row.openTime} />}
                {at === 3 && (isOpen ? '复检通过自动关闭' : endText(row))}
              </small>
            </div>
          </li>
        ))}
        <li className="flow">
          <FlowTag flow={row.flow} />
        </li>
      </ol>
      {row.state === '5' && row.waiveReason && <p className="issue-sentence muted">豁免原因：{row.waiveReason}</p>}
    </section>
  );
}

function Rows({ row }: { row: Full }) {
  // of numbers, and of what the reader may not know, there are no rows to ask for
  const hasRows = row.lastErrorCount !== null && row.lastErrorCount > 0;
  const answer = useCall(api.issue.rows, { params: { id: row.id }, query: { pageSize: 50 } }, { enabled: hasRows });
  return (
    <Panel
      title="不合格的行"
      note="实时读取"
      actions={
        answer.data &&
        answer.data.rows.length > 0 &&
        row.lastFailReportId && <RowFiles reportId={row.lastFailReportId} name={row.ruleName} />
      }
    >
      {answer.isError && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
      {!hasRows && (
        <StateView
          kind="empty"
          inline
          what={row.isWithheld ? '没有查看这些行的权限' : '这种检查没有可列出的行'}
          why={row.isWithheld ? '规则按取值检查您不能查看明文的字段' : '结果是一个数值或结构，不是数据行'}
        />
      )}
      {hasRows && !answer.data && !answer.isError && <StateView kind="loading" shape="rows" rows={5} />}
      {answer.data && <BadRowsTable found={answer.data} total={row.lastErrorCount} />}
    </Panel>
  );
}

function Recheck({ row }: { row: Full }) {
  const [isRunning, setRunning] = useState(false);
  const refresh = useRefresh();
  const run = async () => {
    setRunning(true);
    // errors are shown by the request layer
    const started = await api.issue.recheck({ params: { id: row.id } }).catch(() => null);
    if (started) await watchBatch(started.batch);
    setRunning(false);
    if (!started) return;
    await refresh(...ISSUE_VIEWS, api.issue.rows, api.report.page, api.rule.page, api.score.get);
    toast.success('复检完成');
  };
  return (
    <section className="panel issue-recheck" aria-label="复检">
      <div>
        <h2>复检</h2>
        <span className="muted">只执行这一条规则，通过后自动关闭工单</span>
        <p>
          上次 <DateText value={row.lastCheckTime} /> <DictTag code="quality_report_state" value={row.lastState} tones={STATE_TONES} />
          {row.results.at(-1)?.checkErrorCount != null && ` ${count(row.results.at(-1)!.checkErrorCount!)} 行`}
        </p>
      </div>
      {row.mayRecheck && (
        <Button icon={<PlayCircleOutlined />} loading={isRunning} onClick={() => void run()}>
          立即复检
        </Button>
      )}
    </section>
  );
}
