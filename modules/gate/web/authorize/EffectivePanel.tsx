import { Select } from 'antd';
import { useState } from 'react';
import { day } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import type { SubjectGrants } from '../../contract/authorize.ts';
import { api } from '../api.ts';
import type { Place } from './drafts.ts';

type Effective = CallReply<typeof api.authorize.effective>;

/** What one of the people reached gets of the chosen table now, all of his grants together, and why. */
export function EffectivePanel({ subject, place }: { subject: SubjectGrants; place: Place | null }) {
  const [picked, setPicked] = useState<string | null>(null);
  const userId = subject.members.some((member) => member.id === picked) ? picked : (subject.members[0]?.id ?? null);
  const isTable = place?.type === 'table';
  const answer = useCall(
    api.authorize.effective,
    { query: { userId: userId ?? '0', tableId: isTable ? place.id : '0' } },
    { enabled: userId !== null && isTable },
  );
  return (
    <aside className="effective-panel" aria-label="实际生效">
      <h3>实际生效</h3>
      {subject.members.length === 0 ? (
        <StateView kind="empty" inline what="还没有人受这些授权影响" />
      ) : (
        <>
          <label htmlFor="effective-person">以谁的身份查看</label>
          <Select
            id="effective-person"
            showSearch={{ optionFilterProp: 'label' }}
            value={userId}
            onChange={setPicked}
            options={subject.members.map(({ id, name }) => ({ value: id, label: name }))}
          />
          {subject.people > subject.members.length && <small>仅列出前 {subject.members.length} 人，其他人见权限查询</small>}
          {!isTable && <StateView kind="empty" inline what="选择一张表，查看他实际能看到什么" />}
          {isTable && answer.error && <StateView kind="error" inline error={answer.error} onRetry={() => void answer.refetch()} />}
          {isTable && answer.isLoading && <StateView kind="loading" shape="form" rows={4} />}
          {isTable && answer.data && <Facts answer={answer.data} />}
        </>
      )}
    </aside>
  );
}

const named = (columns: Effective['columns']): string => columns.map((column) => column.cnName ?? column.name).join('、');

function Facts({ answer }: { answer: Effective }) {
  const actionOf = (action: Effective['actions'][number]['action']) => answer.actions.find((one) => one.action === action)!;
  const query = actionOf('query');
  const exporting = actionOf('export');
  const seen = answer.columns.filter((column) => column.shown !== 'hidden');
  const masked = answer.columns.filter((column) => column.shown === 'masked');
  const hidden = answer.columns.filter((column) => column.shown === 'hidden');
  const ends = query.because.flatMap((reason) => reason.endTime ?? []).toSorted();
  const isForever = query.because.some((reason) => reason.endTime === null);
  if (!answer.user.isActive) return <p className="rights-note">该账号已禁用或过期，不能使用任何数据。</p>;
  return (
    <>
      <dl>
        <Fact
          name="看到的行"
          value={query.isAllowed ? (query.rows === null ? '全部行' : '部分行') : '看不到'}
          note={query.rows?.join(' 或 ')}
          isCode
        />
        <Fact
          name="看到的字段"
          value={`${seen.length} / ${answer.columns.length}`}
          note={hidden.length === 0 ? undefined : `${hidden.length} 个不可见`}
        />
        <Fact name="脱敏" value={`${masked.length} 个`} note={named(masked)} />
        <Fact name="导出" value={exporting.isAllowed ? '可以' : '不可以'} note={exporting.because[0]?.text} />
        {query.isAllowed && <Fact name="到期" value={isForever ? '长期' : (day(ends.at(-1)) ?? '—')} />}
      </dl>
      <h4>{query.isAllowed ? '为什么能查询' : '为什么不能查询'}</h4>
      {query.because.length === 0 ? (
        <p>没有任何授权给出查询。</p>
      ) : (
        query.because.map((reason) => <p key={reason.grantId ?? reason.kind}>{reason.text}</p>)
      )}
      {query.isAllowed && hidden.length > 0 && (
        <>
          <h4>{hidden.length} 个字段为什么不可见</h4>
          <p>{named(hidden)}：没有授权包含这些字段</p>
        </>
      )}
    </>
  );
}

const Fact = ({ name, value, note, isCode }: { name: string; value: string; note?: string | undefined; isCode?: boolean }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b>
      {note && <small className={isCode ? 'mono' : undefined}>{note}</small>}
    </dd>
  </div>
);
