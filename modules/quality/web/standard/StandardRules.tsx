import { Button, Checkbox } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { choosable, keyOf, mostAtOnce, toggled } from './choice.ts';
import '../quality.css';

type Candidate = CallReply<typeof api.standardRule.list>[number];
type Result = CallReply<typeof api.standardRule.create>['results'][number];
type Of = { elementId: string } | { tableId: string };

/** The rules that standards ask for, column by column: those that are there, those that can be made, and what became of each. */
export function StandardRules({ of }: { of: Of }) {
  const can = useCan();
  const { data, error, refetch } = useCall(api.standardRule.list, { query: of });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [results, setResults] = useState<readonly Result[]>([]);
  const make = useMaking(setResults);
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={4} />;
  if (data.length === 0)
    return <StateView kind="empty" inline what="没有可以生成的规则" why="字段绑定数据元后，由非空、长度、格式、值域等属性生成规则" />;
  const open = choosable(data);
  const chosen = open.filter((one) => !left.has(keyOf(one)));
  const mayMake = can(api.standardRule.create);
  return (
    <div className="standard-rules">
      <div className="standard-rules-head">
        <span className="muted">
          标准要求 {count(data.length)} 条，已有 {count(data.length - open.length)} 条
        </span>
        <span className="grow" />
        {mayMake && open.length > 0 && (
          <>
            <Checkbox
              checked={chosen.length === open.length}
              indeterminate={chosen.length > 0 && chosen.length < open.length}
              onChange={(event) => setLeft(event.target.checked ? new Set() : new Set(open.map(keyOf)))}
            >
              全选
            </Checkbox>
            <Button
              type="primary"
              disabled={chosen.length === 0}
              loading={make.isPending}
              onClick={() => make.mutate({ body: { ...of, rules: mostAtOnce(chosen).map(({ columnId, item }) => ({ columnId, item })) } })}
            >
              生成 {count(mostAtOnce(chosen).length)} 条规则
            </Button>
          </>
        )}
      </div>
      <ul>
        {data.map((one) => (
          <Row
            key={keyOf(one)}
            one={one}
            result={results.find((result) => keyOf(result) === keyOf(one))}
            checked={mayMake && !one.exists ? !left.has(keyOf(one)) : null}
            onToggle={() => setLeft(toggled(left, keyOf(one)))}
          />
        ))}
      </ul>
    </div>
  );
}

/** Makes rules and says how many came of it. */
const useMaking = (onResults: (results: readonly Result[]) => void) =>
  useWrite(api.standardRule.create, {
    refreshes: [api.rule.page],
    onSuccess: (reply) => {
      onResults(reply.results);
      const countOf = (state: Result['state']) => reply.results.filter((one) => one.state === state).length;
      const text = `生成 ${count(countOf('made'))} 条${countOf('refused') > 0 ? `，${count(countOf('refused'))} 条没有生成` : ''}`;
      if (countOf('refused') > 0) toast.warning(text);
      else toast.success(text);
    },
  });

interface RowProps {
  one: Candidate;
  result: Result | undefined;
  /** null: nothing to choose */
  checked: boolean | null;
  onToggle: () => void;
}
function Row({ one, result, checked, onToggle }: RowProps) {
  const column = `${one.tableName}.${one.columnName}`;
  return (
    <li>
      {checked === null ? <i /> : <Checkbox checked={checked} onChange={onToggle} aria-label={`${column} ${one.itemName}`} />}
      <Link className="mono" to={`/metadata/datacolumn?table=${one.tableId}&column=${one.columnId}`}>
        {column}
      </Link>
      <span>{one.itemName}</span>
      <span className="muted">{one.why}</span>
      <span className="grow" />
      {result?.state === 'refused' && <span className="quality-bad">{result.message}</span>}
      {one.exists ? one.ruleId ? <Link to={`/quality/checkrule?open=detail-${one.ruleId}`}>已有规则</Link> : <Tag>已有规则</Tag> : null}
    </li>
  );
}
