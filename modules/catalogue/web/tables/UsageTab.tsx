import { StateView } from '#kit/web/parts/StateView.tsx';
import { BarChart } from '#kit/web/chart/BarChart.tsx';
import { count, minute } from '#kit/web/format.ts';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';

const PURPOSES: Record<string, string> = {
  console: 'SQL工作台',
  preview: '预览',
  export: '导出',
  chart: '图表',
  profile: '画像',
  classify: '敏感识别',
};

/** 使用: reads of the last 30 days by day, readers, and statements. */
export function UsageTab({ tableId }: { tableId: string }) {
  const answer = useCall(api.governance.usage, { params: { id: tableId } });
  const { data } = answer;
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!data) return <StateView kind="loading" rows={8} />;
  if (data.reads === 0) return <StateView kind="empty" what="近 30 天没有人通过平台读取这张表" />;
  return (
    <div className="usage">
      <section>
        <h3 className="table-section">
          近30天读取 <b className="num">{count(data.reads)}</b> 次
        </h3>
        <BarChart title={null} height={180} x={data.days.map(({ day }) => day.slice(5))} y={data.days.map(({ reads }) => reads)} />
      </section>
      {data.people && (
        <section>
          <h3 className="table-section">读取最多的人</h3>
          <ol className="usage-people">
            {data.people.map((person) => (
              <li key={person.userId}>
                <span className="cut">{person.name}</span>
                <span className="num">{count(person.reads)} 次</span>
                <time className="muted num">{minute(person.lastTime)}</time>
              </li>
            ))}
          </ol>
        </section>
      )}
      <section className="usage-queries">
        <h3 className="table-section">{data.people ? '最近的查询' : '我最近的查询'}</h3>
        {data.queries.length === 0 && <StateView kind="empty" inline what="没有可以显示的查询" />}
        {data.queries.map((query) => (
          <div key={query.id} className="usage-query">
            <code className="mono cut" title={query.sqlText}>
              {query.sqlText.replace(/\s+/g, ' ')}
            </code>
            <span className="muted">
              {query.username} · {PURPOSES[query.purpose] ?? query.purpose}
              {query.rowCount !== null && <> · {count(Number(query.rowCount))} 行</>} · {minute(query.createTime)}
            </span>
          </div>
        ))}
      </section>
    </div>
  );
}
