import { CloudDownloadOutlined, StopOutlined } from '@ant-design/icons';
import { Alert, Button, Input, InputNumber, Progress, Radio, Select, Space, Tooltip } from 'antd';
import { useCall, useWrite } from '#kit/web/use-call.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import type { ExtractPlan } from '../../contract/data-set-model.ts';
import { api } from '../sets/api.ts';
import { ExtractFacts, ExtractRuns } from '../sets/ExtractRuns.tsx';
import type { Draft, DraftState } from './use-draft.ts';

const POLL_MS = 1500;
const PLANS = [
  { value: '', label: '手动' },
  { value: '0 0 * * * ?', label: '每小时' },
  { value: '0 30 2 * * ?', label: '每天 02:30' },
  { value: '0 30 2 ? * MON', label: '每周一 02:30' },
  { value: 'custom', label: '自定义' },
];
const FIRST: ExtractPlan = {
  mode: 'full',
  cron: null,
  watermark: null,
  overlap: 0,
  key: [],
  maxRows: 5_000_000,
};

/** Live or extracted, how and when; below it what the runs did. */
export function ExtractTab({ draft, state, isDirty, isActive }: { draft: Draft; state: DraftState; isDirty: boolean; isActive: boolean }) {
  const plan = draft.model.extract ?? null;
  const change = (part: Partial<ExtractPlan>) => state.setModel((model) => ({ extract: { ...(model.extract ?? FIRST), ...part } }));
  const columns = draft.model.fields.filter((field) => !field.expr);
  const growing = columns.filter((field) => ['number', 'date', 'datetime'].includes(field.type));
  const known = PLANS.some((one) => one.value === (plan?.cron ?? ''));
  const unit = growing.find((field) => field.id === plan?.watermark)?.type === 'number' ? '（同单位）' : '秒';
  if (draft.model.params.length > 0 && !plan)
    return <StateView className="set-face" kind="empty" inline what="带参数的数据集只能实时查询，去掉参数后可以抽取" />;
  return (
    <div className="set-extract">
      <div className="set-form">
        <label>数据访问方式</label>
        <Radio.Group
          optionType="button"
          value={plan ? plan.mode : 'live'}
          options={[
            { value: 'live', label: '实时查询' },
            { value: 'full', label: '全量抽取' },
            { value: 'incremental', label: '增量抽取' },
          ]}
          onChange={(event) => {
            const mode = event.target.value as 'live' | ExtractPlan['mode'];
            if (mode === 'live') state.setModel({ extract: null });
            else change({ mode });
          }}
        />
        <p className="muted">
          {plan
            ? '按数据集创建人的权限把数据抽取为平台的列存文件，查询更快；权限与创建人不同的人仍然实时查询，看到的数据始终由各自的权限决定。'
            : '每次查询都直接访问数据源。数据量大或数据源较慢时，可以改为抽取。'}
        </p>
        {plan?.mode === 'incremental' && (
          <>
            <label htmlFor="extract-mark">增量字段</label>
            <Select
              id="extract-mark"
              placeholder="随新数据增大的字段，例如更新时间"
              value={plan.watermark ?? undefined}
              options={growing.map((field) => ({ value: field.id, label: field.name }))}
              onChange={(watermark: string) => change({ watermark })}
            />
            <label htmlFor="extract-overlap">回看范围</label>
            <InputNumber
              id="extract-overlap"
              min={0}
              max={31_536_000}
              suffix={unit}
              value={plan.overlap}
              onChange={(value) => change({ overlap: value ?? 0 })}
            />
            <label htmlFor="extract-key">主键字段</label>
            <Select
              id="extract-key"
              mode="multiple"
              maxCount={8}
              placeholder="相同主键的行以新行替换旧行"
              value={plan.key}
              options={columns.map((field) => ({ value: field.id, label: field.name }))}
              onChange={(key: string[]) => change({ key })}
            />
            <p className="muted">回看范围内迟到、修改和删除的行会一并更新；更早删除的行在下一次全量抽取时移除。</p>
          </>
        )}
        {plan && (
          <>
            <label htmlFor="extract-plan">抽取计划</label>
            <Space.Compact>
              <Select
                id="extract-plan"
                className="plan-select"
                value={known ? (plan.cron ?? '') : 'custom'}
                options={PLANS}
                onChange={(value: string) => change({ cron: value === '' ? null : value === 'custom' ? '0 0 6 * * ?' : value })}
              />
              {!known && (
                <Input
                  className="mono"
                  aria-label="cron 表达式"
                  placeholder="秒 分 时 日 月 星期"
                  value={plan.cron ?? ''}
                  onChange={(event) => change({ cron: event.target.value })}
                />
              )}
            </Space.Compact>
            <label htmlFor="extract-max">行数上限</label>
            <InputNumber
              id="extract-max"
              min={1}
              max={20_000_000}
              step={100_000}
              suffix="行"
              value={plan.maxRows}
              onChange={(value) => change({ maxRows: value ?? FIRST.maxRows })}
            />
          </>
        )}
      </div>
      {plan && draft.id !== null && (
        <Runs id={draft.id} isDirty={isDirty} isIncremental={plan.mode === 'incremental'} isActive={isActive} />
      )}
      {plan && draft.id === null && <Alert type="info" showIcon title="保存数据集后可以开始抽取" />}
    </div>
  );
}

const ExtractProgress = ({ percent, text }: { percent: number; text: string }) => (
  <Progress aria-label="抽取进度" size="small" percent={Math.round(percent)} format={() => text} />
);

function Runs({ id, isDirty, isIncremental, isActive }: { id: string; isDirty: boolean; isIncremental: boolean; isActive: boolean }) {
  const extract = useCall(api.dataSet.extract, { params: { id } }, { enabled: isActive, refetchInterval: isActive ? POLL_MS : undefined });
  const start = useWrite(api.dataSet.extractStart, {
    overlay: false,
    onSuccess: () => void extract.refetch(),
  });
  const stop = useWrite(api.dataSet.extractStop, {
    overlay: false,
    onSuccess: () => void extract.refetch(),
  });
  const isRunning = extract.data?.state === 'running';
  return (
    <div className="set-runs">
      <div className="set-runs-bar">
        <b>抽取状态</b>
        <span className="grow" />
        {isRunning ? (
          <Button size="small" icon={<StopOutlined />} loading={stop.isPending} onClick={() => stop.mutate({ params: { id } })}>
            取消
          </Button>
        ) : (
          <>
            {isIncremental && (
              <Tooltip title="重新读取全部数据">
                <Button
                  size="small"
                  disabled={isDirty}
                  loading={start.isPending}
                  onClick={() => start.mutate({ params: { id }, body: { full: true } })}
                >
                  全量重抽
                </Button>
              </Tooltip>
            )}
            <Tooltip title={isDirty ? '请先保存修改' : ''}>
              <Button
                size="small"
                type="primary"
                icon={<CloudDownloadOutlined />}
                disabled={isDirty}
                loading={start.isPending}
                onClick={() => start.mutate({ params: { id }, body: {} })}
              >
                立即抽取
              </Button>
            </Tooltip>
          </>
        )}
      </div>
      {isRunning && <ExtractProgress percent={extract.data?.percent ?? 0} text={extract.data?.progress || '等待执行'} />}
      {extract.data && <ExtractFacts state={extract.data} />}
      <ExtractRuns id={id} refresh={extract.data?.lastEnd ?? ''} />
    </div>
  );
}
