import { Suspense, useMemo, useState } from 'react';
import { useCan } from '#kit/web/can.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { useSession } from '#kit/web/session.ts';
import { type ClickedValue, DetailDrawer } from '#modules/charts/web/parts.ts';
import type { Stage } from '../stage/stage-context.ts';
import { addressOf, mayOpen } from '../stage/may-open.ts';
import { ScreenStage } from '../stage/ScreenStage.tsx';
import { Editor } from './editor.ts';
import { layerName } from './left/Layers.tsx';
import { storedDraft } from './save/local-draft.ts';
import { useDraftFeed, useStoredCharts } from './use-feed.ts';
import { useCall } from '#kit/web/use-call.ts';
import { readScreen } from '../../core/read-screen.ts';
import { screenApi } from './api.ts';

/** The draft of this browser, else of the server, over the whole window as viewers would see it. */
export function Preview({ id }: { id: string }) {
  const [kept] = useState(() => storedDraft(id));
  const found = useCall(screenApi.screen.get, { params: { id } }, { enabled: kept === null });
  if (kept) return <Shown editor={() => new Editor(id, { config: kept.config, name: kept.name, version: kept.version })} />;
  if (found.error)
    return (
      <div className="designer-wait">
        <StateView kind="error" error={found.error} onRetry={() => void found.refetch()} />
      </div>
    );
  if (!found.data) return <div className="designer-wait" aria-busy="true" />;
  const { screenConfig, screenName, version } = found.data;
  return <Shown editor={() => new Editor(id, { config: readScreen(screenConfig), name: screenName, version })} />;
}

function Shown({ editor: make }: { editor: () => Editor }) {
  const [editor] = useState(make);
  const charts = useStoredCharts(editor);
  const feed = useDraftFeed(editor, charts);
  const { config } = editor.state;
  const nodes = Object.fromEntries(
    Object.entries(config.nodes).map(([key, node]) => [
      key,
      node.chartId && !node.chart ? { ...node, chart: charts.get(node.chartId) ?? null } : node,
    ]),
  );
  const can = useCan();
  const menus = useSession((s) => s.menus);
  const [detail, setDetail] = useState<{ key: string; title: string; values: readonly ClickedValue[] } | null>(null);
  // links lead to what is published: beside the preview, which stays
  const stage = useMemo<Partial<Stage>>(
    () => ({
      mayOpen: (link) => mayOpen(can, menus, link),
      open: (link, filters) => void window.open(addressOf(link, filters), '_blank', 'noopener,noreferrer'),
      detail: (key, values) => {
        const node = config.nodes[key];
        if (node) setDetail({ key, title: layerName(node), values: [...values] });
      },
    }),
    [can, menus, config.nodes],
  );
  const [shown, setShown] = useState({ charts, config: { ...config, nodes } });
  if (shown.charts !== charts) setShown({ charts, config: { ...config, nodes } });
  return (
    <div className="sed-preview">
      <ScreenStage config={shown.config} feed={feed} stage={stage} />
      <span className="sed-preview-mark">草稿预览</span>
      {detail && (
        <Suspense fallback={null}>
          <DetailDrawer feed={feed} of={detail} onClose={() => setDetail(null)} />
        </Suspense>
      )}
    </div>
  );
}
