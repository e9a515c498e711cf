import { EyeInvisibleOutlined } from '@ant-design/icons';
import { Alert, Button, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { count } from '#kit/web/format.ts';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import type { CallReply } from '#kit/web/use-call.ts';
import type { api as calls } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import type { DebuggedApi } from './DebugPanel.tsx';
import { JsonText } from './JsonText.tsx';
import { pageOf } from './page-of.ts';

const SqlText = lazyPart(() => import('#kit/web/sql/SqlText.tsx'));
type Answer = CallReply<typeof calls.dataApi.debug>;
type View = 'table' | 'json' | 'statement';

interface Props {
  api: DebuggedApi;
  answer: Answer;
  onNext: (cursor: string) => void;
}
/** What came back: as a table, as the caller gets it, and the statement with its plan. */
export function DebugAnswer({ api, answer, onNext }: Props) {
  const [view, setView] = useState<View>('table');
  const page = pageOf(answer.data);
  const masked = new Set(answer.masked);
  const text = JSON.stringify({ code: 200, msg: '操作成功', data: answer.data }, null, 2);
  return (
    <section className="market-answer" aria-label="运行结果">
      <p className="market-answer-head">
        <Tag tone="ok">200</Tag>
        <b>{count(answer.ms)} 毫秒</b>
        <span className="muted">
          返回 {count(page.rows.length)} 条{page.total !== null && ` / 共 ${count(page.total)} 条`}
        </span>
        {masked.size > 0 && (
          <span className="market-masked" title={[...masked].join('、')}>
            <EyeInvisibleOutlined aria-hidden /> {masked.size} 列按脱敏返回
          </span>
        )}
      </p>
      <div className="market-inline">
        <Segmented<View>
          aria-label="显示方式"
          size="small"
          value={view}
          onChange={setView}
          options={[
            { value: 'table', label: '表格' },
            { value: 'json', label: 'JSON' },
            { value: 'statement', label: '语句与计划' },
          ]}
        />
        <span className="grow" />
        {page.nextCursor !== null && (
          <Button size="small" onClick={() => onNext(page.nextCursor ?? '')}>
            下一页
          </Button>
        )}
        {view === 'json' && <CopyButton size="small" text={text} what="结果" />}
      </div>
      {answer.advice.length > 0 && (
        <Alert type="warning" showIcon title={answer.advice.map(({ message }) => message).join('；')} className="market-advice" />
      )}
      {view === 'table' && <Rows api={api} rows={page.rows} masked={masked} />}
      {view === 'json' && <JsonText text={text} masked={masked} />}
      {view === 'statement' && <Statement answer={answer} />}
    </section>
  );
}

const shown = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));

function Rows({ api, rows, masked }: { api: DebuggedApi; rows: readonly Record<string, unknown>[]; masked: ReadonlySet<string> }) {
  if (rows.length === 0) return <StateView kind="empty" inline what="没有符合条件的数据" />;
  const comments = new Map(api.resParams.map((one) => [one.fieldAliasName || one.fieldName, one.fieldComment]));
  const names = Object.keys(rows[0] ?? {});
  return (
    <div className="market-scroll" tabIndex={0} role="region" aria-label="返回的数据">
      <table className="market-table">
        <thead>
          <tr>
            {names.map((name) => (
              <th key={name} scope="col" title={comments.get(name) ?? undefined}>
                <span className="mono">{name}</span>
                {masked.has(name) && <EyeInvisibleOutlined className="market-masked" aria-label="已脱敏" />}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            // rows of an answer have no key of their own
            <tr key={i}>
              {names.map((name) => (
                <td key={name} className={masked.has(name) ? 'market-masked' : undefined}>
                  {row[name] === null || row[name] === undefined ? <span className="none">NULL</span> : shown(row[name])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const Statement = ({ answer: { statement, plan } }: { answer: Answer }) => (
  <>
    <Suspense fallback={<StateView kind="loading" rows={3} />}>
      <SqlText text={statement} />
    </Suspense>
    <h3 className="market-plan-head">执行计划</h3>
    {plan === null ? (
      <p className="muted">这类数据源不提供执行计划，或语句涉及脱敏字段，计划会透露取值的分布</p>
    ) : (
      <pre className="market-pre mono" tabIndex={0} role="region" aria-label="执行计划">
        {plan.join('\n')}
      </pre>
    )}
  </>
);
