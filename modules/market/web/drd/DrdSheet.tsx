import { CheckCircleOutlined, CloseOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useChangeAddress, useOwnSearch } from '#kit/web/address.ts';
import { confirmLoss, toast } from '#kit/web/dialog.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { day } from '#kit/web/format.ts';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall, useRefresh, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { api } from '../api.ts';
import { DRD_TONES } from '../tones.ts';
import { ApplyDialog } from './ApplyDialog.tsx';
import { FeedbackTab } from './FeedbackTab.tsx';
import { FreqText, SayDialog, ShareTag, typesText } from './parts.tsx';
import { UsedTab } from './UsedTab.tsx';

export type Detail = CallReply<typeof api.drd.get>;
interface Props {
  id: string;
  onClose: () => void;
  onEdit: () => void;
  onOpen: (id: string) => void;
}

/** The sheet of a resource: core metadata, items, what is behind it, who uses it, what is said. */
export function DrdSheet({ id, onClose, onEdit, onOpen }: Props) {
  const { search } = useOwnSearch();
  const change = useChangeAddress();
  const { data, error, refetch } = useCall(api.drd.get, { params: { id } });
  const tab = search.get('tab') ?? 'facts';
  if (error || !data)
    return (
      <aside className="drd-sheet" aria-label="资源详情">
        {error ? (
          <StateView kind="error" error={error} onRetry={() => void refetch()} more={<Button onClick={onClose}>关闭</Button>} />
        ) : (
          <StateView kind="loading" rows={8} />
        )}
      </aside>
    );
  const tabs = [
    { key: 'facts', label: '目录信息' },
    { key: 'items', label: `信息项 ${data.itemList.length}` },
    { key: 'mounts', label: `挂接 ${data.mounts.length}` },
    { key: 'uses', label: `使用 ${data.applyCount}` },
    { key: 'feedback', label: `评价与纠错 ${data.feedbackCount}` },
  ];
  return (
    <aside className="drd-sheet" aria-label="资源详情">
      <Head row={data} onClose={onClose} />
      <div className="drd-tabs" role="tablist">
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            onClick={() => change({ tab: key === 'facts' ? null : key })}
          >
            {label}
          </button>
        ))}
      </div>
      <div className="drd-body" role="tabpanel">
        {tab === 'facts' && (
          <>
            <Facts row={data} onOpen={onOpen} />
            <Items row={data} most={5} />
            <Mounts row={data} />
          </>
        )}
        {tab === 'items' && <Items row={data} most={Infinity} />}
        {tab === 'mounts' && <Mounts row={data} />}
        {tab === 'uses' && <UsedTab id={id} />}
        {tab === 'feedback' && <FeedbackTab row={data} />}
      </div>
      <Foot row={data} onEdit={onEdit} onClose={onClose} onSay={() => change({ tab: 'feedback' })} />
    </aside>
  );
}

const Head = ({ row, onClose }: { row: Detail; onClose: () => void }) => (
  <header>
    <div className="drd-title">
      <h2 className="cut">{row.resName}</h2>
      <DictTag code="data_drd_status" value={row.publishStatus} tones={DRD_TONES} />
      <span className="grow" />
      <button type="button" className="icon-button" aria-label="关闭详情" onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
    {row.summary && <p>{row.summary}</p>}
  </header>
);

function Facts({ row, onOpen }: { row: Detail; onOpen: (id: string) => void }) {
  const facts: readonly { name: string; value: ReactNode }[] = [
    { name: '资源代码', value: <span className="mono">{row.resCode}</span> },
    { name: '资源分类', value: row.catalogPath.join(' / ') },
    { name: '提供方', value: row.ownerDeptName ? `${row.ownerDeptName}${row.deptNo ? `（${row.deptNo}）` : ''}` : null },
    { name: '资源格式', value: typesText(row.mountTypes) },
    { name: '共享类型', value: <ShareTag value={row.shareType} /> },
    { name: '共享条件', value: row.shareCondition },
    { name: '共享方式', value: row.shareWay },
    { name: '开放属性', value: row.openType === '1' ? '向社会开放' : '不开放' },
    { name: '更新周期', value: <FreqText value={row.updateFreq} /> },
    { name: '发布日期', value: row.publishTime ? day(row.publishTime) : null },
    { name: '安全级别', value: row.classifyLevel ? <LevelTag level={row.classifyLevel} /> : null },
    { name: '责任人', value: row.ownerUserName },
    { name: '质量分', value: row.qualityScore === null ? null : <Score value={row.qualityScore} /> },
    { name: '主题域', value: row.subjectAreaName },
    { name: '标签', value: row.tags.length > 0 ? row.tags.join('、') : null },
    {
      name: '关联资源',
      value:
        row.related.length > 0
          ? row.related.map(({ id, resName }) => (
              <button key={id} type="button" className="name-link" onClick={() => onOpen(id)}>
                {resName}
              </button>
            ))
          : null,
    },
  ];
  return (
    <section>
      <h3>
        核心元数据 <small>GB/T 21063.3</small>
        <span className="grow" />
        {row.gaps.length === 0 ? (
          <small>
            <CheckCircleOutlined /> 编目合格
          </small>
        ) : (
          <small className="market-masked">
            <WarningOutlined /> 缺少 {row.gaps.join('、')}
          </small>
        )}
      </h3>
      <dl className="drd-facts">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value ?? <Missing />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Items({ row, most }: { row: Detail; most: number }) {
  const sensitive = row.itemList.filter((item) => item.sensitive === '1').length;
  return (
    <section>
      <h3>
        信息项{' '}
        <small>
          {row.itemList.length} 项，{sensitive} 项敏感
        </small>
      </h3>
      {row.itemList.length === 0 ? (
        <StateView kind="empty" inline what="没有信息项" />
      ) : (
        <table className="drd-items">
          <tbody>
            {row.itemList.slice(0, most).map((item) => (
              <tr key={item.code}>
                <td>{item.name}</td>
                <td className="mono">{item.code}</td>
                <td className="mono muted">{item.type}</td>
                <td>{item.level ? <LevelTag level={item.level} /> : item.sensitive === '1' ? '敏感' : <Missing />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Mounts = ({ row }: { row: Detail }) => (
  <section>
    <h3>
      挂接
      <span className="grow" />
      {row.lineagePath && (
        <Link to={row.lineagePath}>
          <small>查看血缘</small>
        </Link>
      )}
    </h3>
    {row.mounts.length === 0 && <StateView kind="empty" inline what="还没有挂接对象" />}
    <div className="drd-mounts">
      {row.mounts.map((mount) => (
        <div key={`${mount.mountType}.${mount.refId}`} className="drd-mount">
          <span>
            {mount.path ? (
              <Link className="cut" to={mount.path}>
                {mount.name}
              </Link>
            ) : (
              <span className="cut">{mount.name}</span>
            )}
            {mount.qualityScore !== null && (
              <small className="muted">
                质量 <Score value={mount.qualityScore} />
              </small>
            )}
          </span>
          <small className="muted cut">{mount.isGone ? '对象已删除，请修改挂接' : mount.detail}</small>
        </div>
      ))}
    </div>
  </section>
);

type Step = 'apply' | 'publish' | 'return' | 'offline' | null;
/** Why it cannot be used yet, who decides, and what the reader may do. */
function Foot({ row, onEdit, onClose, onSay }: { row: Detail; onEdit: () => void; onClose: () => void; onSay: () => void }) {
  const [step, setStep] = useState<Step>(null);
  const refresh = useRefresh();
  const submit = useWrite(api.drd.submit, { overlay: false, onSuccess: () => toast.success('已提交审核') });
  const params = { id: row.id };
  const remove = async () => {
    if (!(await confirmLoss('删除', `删除资源“${row.resName}”？`, () => api.drd.remove({ params }, { overlay: false })))) return;
    toast.success('已删除');
    onClose();
    await refresh(api.drd.page);
  };
  return (
    <footer>
      <p>{stateText(row)}</p>
      {row.may.edit && <Button onClick={() => void remove()}>删除</Button>}
      {row.may.edit && <Button onClick={onEdit}>修改</Button>}
      {row.publishStatus === '3' && <Button onClick={onSay}>纠错</Button>}
      {row.may.offline && <Button onClick={() => setStep('offline')}>下架</Button>}
      {row.may.submit && (
        <Button type="primary" loading={submit.isPending} onClick={() => submit.mutate({ params })}>
          提交审核
        </Button>
      )}
      {row.may.publish && <Button onClick={() => setStep('return')}>退回</Button>}
      {row.may.publish && (
        <Button type="primary" onClick={() => setStep('publish')}>
          上架
        </Button>
      )}
      {row.may.apply && (
        <Button type="primary" onClick={() => setStep('apply')}>
          申请使用
        </Button>
      )}
      <StepDialog row={row} step={step} onClose={() => setStep(null)} />
    </footer>
  );
}

/** The question of a step that needs words. */
function StepDialog({ row, step, onClose }: { row: Detail; step: Step; onClose: () => void }) {
  const after = (text: string) => () => {
    onClose();
    toast.success(text);
  };
  const publish = useWrite(api.drd.publish, { overlay: false, onSuccess: after('已办理') });
  const offline = useWrite(api.drd.offline, { overlay: false, onSuccess: after('已下架') });
  const params = { id: row.id };
  return (
    <>
      {step === 'apply' && <ApplyDialog row={row} onClose={onClose} />}
      {(step === 'publish' || step === 'return') && (
        <SayDialog
          title={step === 'publish' ? `上架“${row.resName}”` : `退回“${row.resName}”`}
          label="意见"
          okText={step === 'publish' ? '上架' : '退回'}
          isRequired={step === 'return'}
          isBusy={publish.isPending}
          onSend={(opinion) => publish.mutate({ params, body: { approved: step === 'publish', opinion } })}
          onClose={onClose}
        />
      )}
      {step === 'offline' && (
        <SayDialog
          title={`下架“${row.resName}”`}
          label="下架原因"
          okText="下架"
          isRequired
          danger
          isBusy={offline.isPending}
          onSend={(reason) => offline.mutate({ params, body: { reason: reason ?? '' } })}
          onClose={onClose}
        />
      )}
    </>
  );
}

function stateText(row: Detail): string {
  if (row.publishStatus === '2') return row.flowStatus === '3' ? '正在流程中审批' : '等待提交人以外的人审核上架';
  if (row.publishStatus !== '3') return row.gaps.length > 0 ? `编目不完整，缺少 ${row.gaps.join('、')}` : '尚未上架，其他人看不到';
  if (row.isUsable) return '你有生效中的使用权';
  if (row.shareType === '3') return '该资源不予共享';
  return row.deciders.length > 0 ? `你还没有使用权，由 ${row.deciders.slice(0, 3).join('、')} 等审批` : '你还没有使用权';
}
