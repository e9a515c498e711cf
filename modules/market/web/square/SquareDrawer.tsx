import { Button, Drawer, Tabs } from 'antd';
import { Can, useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { count } from '#kit/web/format.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { LevelTag } from '#modules/gate/web/parts.ts';
import { decisionText } from '../subscriptions/decision.ts';
import { rowFilterText } from '../../core/row-grant.ts';
import { api } from '../api.ts';
import { Fact } from '../Fact.tsx';
import { OfferedPlans } from '../plans/plans.tsx';
import { DescribedTable } from '../PlainTable.tsx';
import { SUBSCRIPTION_TONES } from '../tones.ts';
import { Inputs, Outputs } from './Described.tsx';
import { SquareDocs } from './SquareDocs.tsx';
import { SquareTry } from './SquareTry.tsx';

export type SquareApi = CallReply<typeof api.square.get>;
const WIDTH = 860;

/** One API of the market: what it takes and gives, how it is called, and what the own applications may use of it. */
export function SquareDrawer({ id, onApply, onClose }: { id: string; onApply: () => void; onClose: () => void }) {
  useReturnFocus();
  const can = useCan();
  const found = useCall(api.square.get, { params: { id } });
  const shown = found.data;
  return (
    <Drawer
      open
      size={WIDTH}
      title={shown ? `${shown.apiName} ${shown.apiVersion}` : 'API 市场'}
      className="market-drawer"
      onClose={onClose}
      extra={
        <Can call={api.subscription.create}>
          <Button type="primary" disabled={!shown} onClick={onApply}>
            申请订阅
          </Button>
        </Can>
      }
    >
      {found.isError && <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />}
      {!found.isError && !shown && <StateView kind="loading" rows={8} />}
      {shown && (
        <Tabs
          items={[
            { key: 'about', label: '说明', children: <About of={shown} /> },
            { key: 'docs', label: '调用文档', children: <SquareDocs of={shown} /> },
            ...(can(api.square.tryOut) ? [{ key: 'try', label: '调试', children: <SquareTry of={shown} /> }] : []),
          ]}
        />
      )}
    </Drawer>
  );
}

const limitText = ({ rateLimit: { enable, seconds, times } }: SquareApi): string =>
  enable === '1' ? `每 ${count(seconds)} 秒 ${count(times)} 次` : '不限流';

function About({ of }: { of: SquareApi }) {
  return (
    <div className="market-docs">
      {of.offlineTime && (
        <p className="market-note">
          将于 <DateText value={of.offlineTime} /> 下线：{of.offlineReason}
        </p>
      )}
      <dl className="facts grid">
        <Fact title="说明" wide>
          {of.remark}
        </Fact>
        <Fact title="类型">{of.kind === 'api' ? '数据API' : '集成服务'}</Fact>
        <Fact title="负责人">{[of.owner, of.deptName].filter(Boolean).join(' · ') || null}</Fact>
        <Fact title="分组">{of.groupName}</Fact>
        <Fact title="级别">{of.level && <LevelTag level={of.level} />}</Fact>
        <Fact title="发布时间">
          <DateText value={of.releaseTime} />
        </Fact>
        {of.defaultSize !== null && (
          <Fact title="每页条数">
            默认 {of.defaultSize}，最多 {of.maxSize}
          </Fact>
        )}
        <Fact title="限流">{limitText(of)}</Fact>
        <Fact title="订阅审批">{decisionText(of)}</Fact>
      </dl>
      <OfferedPlans apiId={of.id} />
      {of.subscriptions.length > 0 && <Own of={of} />}
      <Inputs of={of} />
      <Outputs of={of} />
    </div>
  );
}

/** 我的应用: what each may use. */
const Own = ({ of }: { of: SquareApi }) => (
  <DescribedTable
    title="我的应用"
    label="我的应用列表"
    rows={of.subscriptions}
    keyOf={({ id }) => id}
    columns={[
      { title: '应用', cell: ({ appName }) => appName },
      { title: '状态', cell: ({ status }) => <DictTag code="market_subscription_status" value={status} tones={SUBSCRIPTION_TONES} /> },
      of.kind === 'api' && { title: '返回字段', cell: ({ fields }) => (fields === null ? '全部字段' : `${fields.length} 个字段`) },
      of.kind === 'api' && { title: '行范围', cell: ({ rows }) => rowFilterText(rows) },
      { title: '到期', cell: ({ endTime }) => <DateText value={endTime} /> },
    ]}
  />
);
