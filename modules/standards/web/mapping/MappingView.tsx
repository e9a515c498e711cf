import { CheckOutlined, SyncOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useMemo, type KeyboardEvent } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { api } from '../api.ts';
import { CandidatePanel } from './CandidatePanel.tsx';
import { ContrastFacts } from './ContrastFacts.tsx';
import { connections, HEAD, itemLines, ROW } from './layout.ts';
import { LocalColumn } from './LocalColumn.tsx';
import { StandardColumn, useItems } from './StandardColumn.tsx';
import { useMapping, type Mapping } from './use-mapping.ts';
import { scrollTo, useScroll } from './use-scroll.ts';

/** The two columns of a contrast with the lines between them, and what is known about the chosen value. */
export function MappingView({ contrastId }: { contrastId: string }) {
  const mapping = useMapping(contrastId);
  const { answer, value } = mapping;
  const left = useScroll();
  const right = useScroll();
  const items = useItems(answer.data?.right ?? []);
  const rightLines = useMemo(() => itemLines(items.shown), [items.shown]);
  const goal = value === null ? undefined : (value.contrastGbId ?? value.candidates[0]?.id);
  // the other end of the chosen line comes into view
  const { box } = right;
  useEffect(() => {
    const line = rightLines.lines.find((one) => one.kind === 'row' && one.row.id === goal);
    scrollTo(box, line?.y, ROW);
  }, [box, goal, rightLines]);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={12} />;
  const drawn = connections(
    { lines: mapping.shown.lines, top: left.top, height: left.height },
    { lines: rightLines.lines, top: right.top, height: right.height },
    mapping.selected,
  );
  const follow = (by: 1 | -1) => {
    const next = mapping.step(by);
    const line = mapping.shown.lines.find((one) => one.kind === 'row' && one.row.id === next?.id);
    scrollTo(left.box, line?.y, ROW + HEAD);
  };
  return (
    <div className="panel mapping" onKeyDown={(event) => handleKey(event, mapping, follow)}>
      <Actions mapping={mapping} />
      <ContrastFacts mapping={mapping} />
      <div className="mapping-columns">
        <LocalColumn mapping={mapping} scroll={left} />
        <div className="mapping-lines">
          <p className="mapping-legend">
            <i className="mapped" /> 已对照 <i className="proposed" /> 建议
          </p>
          <svg aria-hidden="true" preserveAspectRatio="none" viewBox={`0 0 160 ${Math.max(1, left.height)}`} height={left.height}>
            {drawn.map(({ key, kind, from, to }) => (
              <path key={key} className={kind} d={`M0 ${from} C80 ${from} 80 ${to} 160 ${to}`} />
            ))}
          </svg>
        </div>
        <StandardColumn mapping={mapping} scroll={right} items={items} lines={rightLines} goal={goal} />
        <CandidatePanel mapping={mapping} />
      </div>
    </div>
  );
}

/** ↑ ↓ choose a value, the space bar ticks its proposal, 1 to 3 a candidate, Enter accepts the best one or what was chosen at the right, X refuses it. */
function handleKey(event: KeyboardEvent, mapping: Mapping, follow: (by: 1 | -1) => void): void {
  const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const { value } = mapping;
  const act = (work: () => unknown) => {
    event.preventDefault();
    work();
  };
  if (event.key === 'ArrowDown') return act(() => follow(1));
  if (event.key === 'ArrowUp') return act(() => follow(-1));
  if (!value || value.status === '1' || mapping.isBusy || event.target instanceof HTMLButtonElement) return undefined;
  if (/^[1-3]$/.test(event.key)) {
    const candidate = value.candidates[Number(event.key) - 1];
    return candidate && act(() => mapping.setTarget(candidate.id));
  }
  if (event.key === ' ' && value.proposed && !(event.target instanceof HTMLInputElement)) return act(() => mapping.toggle(value.id));
  const best = mapping.target ?? value.candidates[0]?.id;
  if (event.key === 'Enter' && best) return act(() => mapping.accept(best));
  if (event.key.toLowerCase() === 'x' && value.candidates[0]) return act(() => mapping.reject(mapping.target ?? value.candidates[0]!.id));
  return undefined;
}

function Actions({ mapping }: { mapping: Mapping }) {
  const can = useCan();
  return (
    <PageActions>
      {can(api.contrastDict.collect) && (
        <Button icon={<SyncOutlined />} disabled={mapping.isBusy || mapping.contrast?.isColumnGone} onClick={mapping.collect}>
          {mapping.contrast?.collectTime ? '重新采集' : '采集取值'}
        </Button>
      )}
      {can(api.mapping.auto) && (
        <Button icon={<ThunderboltOutlined />} disabled={mapping.isBusy} onClick={mapping.auto}>
          自动对照
        </Button>
      )}
      {can(api.mapping.manual) && (
        <Button
          type="primary"
          icon={<CheckOutlined />}
          disabled={mapping.isBusy || mapping.checked.length === 0}
          onClick={mapping.acceptAll}
        >
          接受 {mapping.checked.length} 条建议
        </Button>
      )}
    </PageActions>
  );
}
