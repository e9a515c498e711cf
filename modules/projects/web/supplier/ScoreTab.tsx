import { Button } from 'antd';
import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { DictTag } from '#kit/web/dict/DictTag.tsx';
import { minute } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { Missing } from '#kit/web/Tag.tsx';
import { useCan } from '#kit/web/can.tsx';
import { DIMENSIONS, DIMENSION_LABELS } from '../../core/supplier-score.ts';
import { api } from '../api.ts';
import { GRADE_TONES } from './labels.ts';

const SHOWN_YEARS = 5;

/** The five dimensions over the years, drawn and as figures. */
export function ScoreTab({ id, onJudge }: { id: string; onJudge: (year?: number) => void }) {
  const can = useCan();
  const answer = useCall(api.supplier.scores, { params: { id } });
  const mayJudge = can(api.supplier.saveScore);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={6} />;
  const { scores } = answer.data;
  if (scores.length === 0)
    return (
      <div className="supplier-blank">
        <p>还没有年度评价。</p>
        {mayJudge && <Button onClick={() => onJudge()}>评价本年度</Button>}
      </div>
    );
  const drawn = scores.slice(0, SHOWN_YEARS).toReversed();
  return (
    <>
      <BarChart
        title={null}
        width="100%"
        height={260}
        x={DIMENSIONS.map((name) => DIMENSION_LABELS[name])}
        series={drawn.map((one) => ({ name: `${one.year} 年`, values: DIMENSIONS.map((name) => one[name]) }))}
      />
      <table className="supplier-table">
        <thead>
          <tr>
            <th>年度</th>
            {DIMENSIONS.map((name) => (
              <th key={name} className="right">
                {DIMENSION_LABELS[name]}
              </th>
            ))}
            <th className="right">综合得分</th>
            <th>等级</th>
            <th>评价说明</th>
            <th>评价人</th>
            <th>评价时间</th>
            {mayJudge && <th aria-label="操作" />}
          </tr>
        </thead>
        <tbody>
          {scores.map((one) => (
            <tr key={one.id}>
              <td>{one.year}</td>
              {DIMENSIONS.map((name) => (
                <td key={name} className="right num">
                  {one[name]}
                </td>
              ))}
              <td className="right num">
                <strong>{one.score}</strong>
              </td>
              <td>
                <DictTag code="prj_supplier_grade" value={one.grade} tones={GRADE_TONES} />
              </td>
              <td className="cut" title={one.remark ?? undefined}>
                {one.remark ?? <Missing />}
              </td>
              <td>{one.updateName ?? <Missing />}</td>
              <td className="num">{minute(one.updateTime)}</td>
              {mayJudge && (
                <td>
                  <Button type="link" size="small" onClick={() => onJudge(one.year)}>
                    修改
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
