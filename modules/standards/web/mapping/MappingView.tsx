import { CheckOutlined, SyncOutlined, ThunderboltOutlined, UndoOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useMemo } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { api } from '../api.ts';
import { CandidatePanel } from './CandidatePanel.tsx';
import { ContrastFacts } from './ContrastFacts.tsx';
import { handleKey, type Keys } from './keys.ts';
import { connections, itemLines, ROW, type Item, type Line } from './layout.ts';
import { LocalColumn } from './LocalColumn.tsx';
import { StandardColumn, useItems } from './StandardColumn.tsx';
import { useMapping, type Mapping } from './use-mapping.ts';
import { scrollTo, useScroll, type Scroll } from './use-scroll.ts';

/** The two columns of a contrast with the lines between them, and what is known about the chosen value. */
export function MappingView({ contrastId }: { contrastId: string }) {
  const mapping = useMapping(contrastId);
  const { answer, value } = mapping;
  const left = useScroll();
  const right = useScroll();
  const items = useItems(answer.data);
  const rightLines = useMemo(() => itemLines(items.shown), [items.shown]);
  const goal = value === null ? undefined : (value.contrastGbId ?? value.candidates[0]?.id);
  useFollowed(left, mapping.shown.lines, mapping.selected);
  // the other end of the chosen line comes into view
  useFollowed(right, rightLines.lines, mapping.target ?? goal ?? null);
  if (answer.error) return <StateView kind="error" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <StateView kind="loading" rows={12} />;
  const keys: Keys = {
    mapping,
    items: items.shown,
    all: items.all,
    goal,
    focusValues: () => left.box?.focus(),
    focusItems: () => {
      right.box?.focus();
      const isShown = items.shown.some(({ id }) => id === (mapping.target ?? goal));
      if (!isShown) mapping.setTarget(items.shown[0]?.id ?? null);
    },
    page: Math.max(1, Math.floor(left.height / ROW) - 1),
  };
  return (
    <div className="panel mapping" onKeyDown={(event) => handleKey(event, keys)}>
      <Actions mapping={mapping} />
      <ContrastFacts mapping={mapping} />
      <div className="mapping-columns">
        <LocalColumn mapping={mapping} scroll={left} />
        <Lines mapping={mapping} left={left} right={right} items={rightLines.lines} />
        <StandardColumn mapping={mapping} scroll={right} items={items} lines={rightLines} goal={goal} />
        <CandidatePanel mapping={mapping} />
      </div>
    </div>
  );
}

/** Brings the chosen line of a column into view when it is chosen, or moves because others come and go. */
function useFollowed<T extends { readonly id: string }>({ box }: Scroll, lines: readonly Line<T>[], chosen: string | null): void {
  const line = chosen === null ? undefined : lines.find((one) => one.kind === 'row' && one.row.id === chosen);
  const y = line?.y;
  useEffect(() => scrollTo(box, y, ROW), [box, y, chosen]);
}

interface LinesProps {
  readonly mapping: Mapping;
  readonly left: Scroll;
  readonly right: Scroll;
  readonly items: readonly Line<Item>[];
}

/** Lines between values and items, of those that can be seen. */
function Lines({ mapping, left, right, items }: LinesProps) {
  const drawn = connections(
    { lines: mapping.shown.lines, top: left.top, height: left.height },
    { lines: items, top: right.top, height: right.height },
    mapping.selected,
  );
  return (
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
  );
}

function Actions({ mapping }: { mapping: Mapping }) {
  const can = useCan();
  return (
    <PageActions>
      {mapping.canUndo && (
        <Button icon={<UndoOutlined />} disabled={mapping.isBusy} onClick={() => void mapping.undo()} title="Ctrl+Z">
          撤销
        </Button>
      )}
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
