import { BulbOutlined } from '@ant-design/icons';
import { Button, Checkbox, Drawer } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCan } from '#kit/web/can.tsx';
import { toast } from '#kit/web/dialog.tsx';
import { count } from '#kit/web/format.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall, useWrite, type CallReply } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { api } from '../api.ts';
import { keyOf, mostAtOnce, toggled } from '../standard/choice.ts';
import '../quality.css';

type Suggestion = CallReply<typeof api.suggestion.list>[number];

/** 规则建议 of a table: a button, and the list behind it. */
export function SuggestedRules({ tableId }: { tableId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={<BulbOutlined />} onClick={() => setOpen(true)}>
        规则建议
      </Button>
      {isOpen && <SuggestionDrawer tableId={tableId} onClose={() => setOpen(false)} />}
    </>
  );
}

function SuggestionDrawer({ tableId, onClose }: { tableId: string; onClose: () => void }) {
  useReturnFocus();
  return (
    <Drawer open title="规则建议" size={820} onClose={onClose}>
      <SuggestionList tableId={tableId} />
    </Drawer>
  );
}

function SuggestionList({ tableId }: { tableId: string }) {
  const { data, error, refetch } = useCall(api.suggestion.list, { query: { tableId } });
  if (error) return <StateView kind="error" inline error={error} onRetry={() => void refetch()} />;
  if (!data) return <StateView kind="loading" shape="rows" rows={6} />;
  if (data.length === 0)
    return <StateView kind="empty" what="没有可以建议的规则" why="建议由数据画像得出：请先在“画像”中生成画像；行数太少的表没有建议" />;
  return <Suggestions tableId={tableId} all={data} />;
}

const rulesOf = (some: readonly Suggestion[]) => mostAtOnce(some).map(({ columnId, item }) => ({ columnId, item }));

/** Makes rules of suggestions and says how many came of it. */
const useAccept = () =>
  useWrite(api.suggestion.accept, {
    refreshes: [api.suggestion.list, api.rule.page],
    onSuccess: ({ results }) => {
      const refused = results.filter(({ state }) => state === 'refused');
      const made = `生成 ${count(results.filter(({ state }) => state === 'made').length)} 条规则`;
      if (refused.length > 0) toast.warning(`${made}，${count(refused.length)} 条没有生成：${refused[0]!.message}`);
      else toast.success(made);
    },
  });

function Suggestions({ tableId, all }: { tableId: string; all: readonly Suggestion[] }) {
  const can = useCan();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const open = all.filter(({ exists, isRejected }) => !exists && !isRejected);
  const mayAdd = can(api.suggestion.accept);
  return (
    <div className="standard-rules">
      <div className="standard-rules-head">
        <span className="muted">
          由数据画像建议 {count(open.length)} 条，已有 {count(all.filter(({ exists }) => exists).length)} 条
        </span>
        <span className="grow" />
        {mayAdd && open.length > 0 && <Choice tableId={tableId} open={open} left={left} onLeft={setLeft} />}
      </div>
      <ul>
        {all
          .filter(({ isRejected }) => !isRejected)
          .map((one) => (
            <SuggestionRow
              key={keyOf(one)}
              one={one}
              checked={mayAdd && !one.exists ? !left.has(keyOf(one)) : null}
              onToggle={() => setLeft(toggled(left, keyOf(one)))}
            />
          ))}
      </ul>
      <Rejected tableId={tableId} all={all.filter(({ isRejected }) => isRejected)} mayRestore={mayAdd} />
    </div>
  );
}

interface ChoiceProps {
  tableId: string;
  open: readonly Suggestion[];
  /** those that are not chosen */
  left: ReadonlySet<string>;
  onLeft: (left: ReadonlySet<string>) => void;
}
function Choice({ tableId, open, left, onLeft }: ChoiceProps) {
  const accept = useAccept();
  const reject = useWrite(api.suggestion.reject, { refreshes: [api.suggestion.list] });
  const chosen = open.filter((one) => !left.has(keyOf(one)));
  const isNone = chosen.length === 0;
  return (
    <>
      <Checkbox
        checked={chosen.length === open.length}
        indeterminate={!isNone && chosen.length < open.length}
        onChange={(event) => onLeft(event.target.checked ? new Set() : new Set(open.map(keyOf)))}
      >
        全选
      </Checkbox>
      <Button
        disabled={isNone}
        loading={reject.isPending}
        onClick={() => reject.mutate({ body: { tableId, rules: rulesOf(chosen), isRejected: true } })}
      >
        不采纳
      </Button>
      <Button
        type="primary"
        disabled={isNone}
        loading={accept.isPending}
        onClick={() => accept.mutate({ body: { tableId, rules: rulesOf(chosen) } })}
      >
        采纳 {count(rulesOf(chosen).length)} 条
      </Button>
    </>
  );
}

/** What nobody wanted, folded, with a way back. */
function Rejected({ tableId, all, mayRestore }: { tableId: string; all: readonly Suggestion[]; mayRestore: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const restore = useWrite(api.suggestion.reject, { refreshes: [api.suggestion.list] });
  if (all.length === 0) return null;
  const onRestore = (one: Suggestion) => restore.mutate({ body: { tableId, rules: rulesOf([one]), isRejected: false } });
  return (
    <>
      <Button type="link" onClick={() => setOpen(!isOpen)}>
        {isOpen ? '收起' : '查看'}不采纳的 {count(all.length)} 条
      </Button>
      {isOpen && (
        <ul>
          {all.map((one) => (
            <SuggestionRow key={keyOf(one)} one={one} checked={null} {...(mayRestore && { onRestore: () => onRestore(one) })} />
          ))}
        </ul>
      )}
    </>
  );
}

interface RowProps {
  one: Suggestion;
  /** null: nothing to choose */
  checked: boolean | null;
  onToggle?: () => void;
  onRestore?: () => void;
}
function SuggestionRow({ one, checked, onToggle, onRestore }: RowProps) {
  return (
    <li>
      {checked === null ? <i /> : <Checkbox checked={checked} onChange={onToggle} aria-label={`${one.columnName} ${one.itemName}`} />}
      <span className="mono">{one.columnName}</span>
      <span>{one.itemName}</span>
      <span className="muted">
        {one.why}
        {one.expected !== null && `，预计合格率 ${one.expected}%`}
      </span>
      <span className="grow" />
      {one.exists && <Existing ruleId={one.ruleId} />}
      {onRestore && (
        <Button type="link" size="small" onClick={onRestore}>
          恢复
        </Button>
      )}
    </li>
  );
}

const Existing = ({ ruleId }: { ruleId: string | null }) =>
  ruleId ? <Link to={`/quality/checkrule?open=detail-${ruleId}`}>已有规则</Link> : <Tag>已有规则</Tag>;
