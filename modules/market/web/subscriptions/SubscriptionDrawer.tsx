import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { FlowTag } from '#kit/web/parts/FlowTag.tsx';
import { measures } from '#kit/web/theme.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { callPath } from '../../core/address.ts';
import { rowFilterText } from '../../core/row-grant.ts';
import { Fact } from '../Fact.tsx';
import { api } from '../api.ts';
import { SUBSCRIPTION_TONES } from '../tones.ts';
import { ChangePlanDialog } from '../plans/ChangePlanDialog.tsx';
import { PlanLine, useOffered } from '../plans/plans.tsx';
import { flowOf, type Row } from './columns.tsx';

/** One subscription: what was asked for, and what was decided. */
export function SubscriptionDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  useReturnFocus();
  return (
    <Drawer open size={measures.drawer} title={`${row.appName} 订阅 ${row.apiName}`} onClose={onClose}>
      <dl className="facts grid">
        <Fact title="状态">
          <DictTag code="market_subscription_status" value={row.status} tones={SUBSCRIPTION_TONES} />
        </Fact>
        <Fact title="应用">{row.appName}</Fact>
        <Fact title="数据API">
          {row.apiName} <span className="mono">{row.apiVersion}</span>
        </Fact>
        <Fact title="有效天数">{row.days}</Fact>
        <Fact title="调用地址" wide>
          <span className="mono">{callPath(row)}</span>
        </Fact>
        <Fact title="申请用途" wide>
          {row.reason}
        </Fact>
        <Fact title="返回字段" wide>
          {row.fields === null ? '全部字段' : <span className="mono">{row.fields.join('、')}</span>}
        </Fact>
        <Fact title="行范围" wide>
          {rowFilterText(row.rows)}
        </Fact>
        <Fact title="调用方案" wide>
          <PlanOf row={row} onChanged={onClose} />
        </Fact>
        <Fact title="申请类型">{row.renewsId === null ? '新申请' : '续期'}</Fact>
        <Fact title="审批流程">
          <FlowTag flow={flowOf(row)}>由API负责人审批</FlowTag>
        </Fact>
        <Fact title="申请人">{row.applicant}</Fact>
        <Fact title="申请时间">
          <DateText value={row.applyTime} kind="log" />
        </Fact>
        <Fact title="审批人">{row.decider}</Fact>
        <Fact title="审批时间">
          <DateText value={row.decideTime} kind="log" />
        </Fact>
        <Fact title="审批意见" wide>
          {row.opinion}
        </Fact>
        <Fact title="开始时间">
          <DateText value={row.startTime} kind="log" />
        </Fact>
        <Fact title="到期时间">
          <DateText value={row.endTime} kind="log" />
        </Fact>
      </dl>
    </Drawer>
  );
}

/** The plan of a subscription, and another one by who may change it. */
function PlanOf({ row, onChanged }: { row: Row; onChanged: () => void }) {
  const can = useCan();
  const mayChange = row.mayGrant && can(api.plan.assign);
  const offered = useOffered(mayChange ? row.apiId : null);
  const [isChanging, setChanging] = useState(false);
  const hasChoice = row.plan !== null || (offered.data?.length ?? 0) > 0;
  return (
    <>
      {row.plan ? <PlanLine plan={row.plan} /> : <Missing />}{' '}
      {mayChange && hasChoice && (
        <Button type="link" size="small" onClick={() => setChanging(true)}>
          更换方案
        </Button>
      )}
      {isChanging && <ChangePlanDialog row={row} onChanged={onChanged} onClose={() => setChanging(false)} />}
    </>
  );
}
