import { Button, InputNumber, Select } from 'antd';
import { useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from './api.ts';
import { shiftDay, today } from './days.ts';
import { Costs, TableScores } from './report/Costs.tsx';
import { ScoreStrip } from './report/ScoreStrip.tsx';
import './quality.css';

type Weights = CallReply<typeof api.score.get>['weights'];
const MODES = [
  { value: 'configured', label: '已配置维度加权' },
  { value: 'full', label: '全部维度加权' },
  { value: 'average', label: '规则加权平均' },
  { value: 'plain', label: '简单加权（不封顶）' },
] as const;

/** 质量评分: how points are made, what they come to, and what other weights would come to. */
export default function ScorePage() {
  const to = today();
  const range = { from: shiftDay(to, -29), to };
  const [tried, setTried] = useState<Weights | null>(null);
  const stored = useCall(api.score.get, { query: range });
  const attempt = useCall(api.score.whatIf, { body: { ...range, weights: tried! } }, { enabled: tried !== null, keepPrevious: true });
  if (stored.isError) return <StateView kind="error" className="panel" error={stored.error} onRetry={() => void stored.refetch()} />;
  if (!stored.data) return <StateView kind="loading" className="panel" />;
  const shown = (tried !== null && attempt.data) || stored.data;
  return (
    <div className="quality-report">
      {tried !== null && (
        <p className="quality-note" role="status">
          正在试算：下面是按新权重重新计算的结果，历史随之改变，保存前不影响任何人
        </p>
      )}
      <ScoreStrip scored={shown} />
      <div className="quality-two">
        <WeightForm weights={tried ?? stored.data.weights} isTried={tried !== null} onTry={setTried} names={shown.dimensions} />
        <Costs costs={shown.costs} />
      </div>
      <TableScores tables={shown.tables} />
    </div>
  );
}

interface FormProps {
  weights: Weights;
  isTried: boolean;
  onTry: (weights: Weights | null) => void;
  names: readonly { code: string; name: string }[];
}
function WeightForm({ weights, isTried, onTry, names }: FormProps) {
  const can = useCan();
  const save = useWrite(api.score.weights, { refreshes: [api.score.get] });
  const mayEdit = can(api.score.weights);
  const keep = async () => {
    // errors are shown by the request layer
    const done = await save.mutateAsync({ body: weights }).catch(() => 'failed' as const);
    if (done === 'failed') return;
    onTry(null);
    toast.success('评分权重已保存');
  };
  const of = weights.dimensions as Record<string, number | undefined>;
  return (
    <Panel
      title="评分方式"
      padded
      actions={
        isTried && (
          <>
            <Button size="small" onClick={() => onTry(null)}>
              放弃
            </Button>
            <Button size="small" type="primary" loading={save.isPending} onClick={() => void keep()}>
              保存权重
            </Button>
          </>
        )
      }
    >
      <div className="quality-fields in-panel">
        <div className="quality-field wide">
          <label htmlFor="score-mode">方式</label>
          <Select
            id="score-mode"
            disabled={!mayEdit}
            options={[...MODES]}
            value={weights.mode}
            onChange={(mode) => onTry({ ...weights, mode })}
          />
        </div>
        {names.map(({ code, name }) => (
          <div key={code} className="quality-field">
            <label htmlFor={`score-${code}`}>{name}权重</label>
            <InputNumber
              id={`score-${code}`}
              className="quality-wide"
              disabled={!mayEdit}
              min={0}
              max={1000}
              value={of[code] ?? 1}
              onChange={(value) => onTry({ ...weights, dimensions: { ...of, [code]: value ?? 1 } })}
            />
          </div>
        ))}
        <div className="quality-field">
          <label htmlFor="score-cap">强规则不通过封顶</label>
          <InputNumber
            id="score-cap"
            className="quality-wide"
            disabled={!mayEdit}
            min={0}
            max={100}
            suffix="分"
            value={weights.cap}
            onChange={(cap) => onTry({ ...weights, cap: cap ?? 60 })}
          />
        </div>
      </div>
    </Panel>
  );
}
