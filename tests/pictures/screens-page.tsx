import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { FIT_MODES } from '#modules/screens/contract/screen-config.ts';
import { ScreenStage } from '#modules/screens/web/stage/ScreenStage.tsx';
import { galleryDemo, leaderDemo, type Demo } from './screens-demo.ts';
import { FixedFeed } from './screens-feed.ts';
import { assetsDemo, wallsDemo } from './walls-demo.ts';

const search = new URLSearchParams(location.search);
const SHEETS: Readonly<Record<string, (theme: string) => Demo>> = {
  leader: leaderDemo,
  gallery: galleryDemo,
  walls: wallsDemo,
  assets: (theme) => assetsDemo(theme, search.get('ground') ?? undefined),
};
const demo = (SHEETS[search.get('of') ?? ''] ?? leaderDemo)(search.get('theme') ?? 'ocean');
const { sError: _error, ...ready } = demo.answers;
const feed = new FixedFeed(ready);
feed.put('sError', { status: 'error', error: { key: 'source.timeout', message: '查询超过 30 秒' } });
feed.put('sRight', { status: 'noRight' });
feed.put('sLoad', { status: 'running', since: Date.now() });
if (search.has('stale')) feed.put('rank', { status: 'error', error: { key: 'source.unreachable', message: '数据源暂不可用' } });
Object.assign(window, { feed, answers: demo.answers });

for (const [node, key, value] of [...search].filter(([name]) => name.includes('.')).map(([name, text]) => [...name.split('.'), text]))
  demo.config.nodes[node!]!.props[key!] = JSON.parse(value!);
for (const id of (search.get('without') ?? '').split(',')) delete demo.config.nodes[id];

const effects = search.get('effects');
const config = effects === 'off' || effects === '60' || effects === '30' ? { ...demo.config, effects: effects as '30' } : demo.config;
/** Tests change the fit while the page stays. */
function Page() {
  const [fit, setFit] = useState(() => FIT_MODES.find((mode) => mode === search.get('fit')));
  useEffect(() => {
    Object.assign(window, { fit: setFit });
  }, []);
  return <ScreenStage config={config} feed={feed} fit={fit} stage={STAGE} />;
}
const STAGE = { open: () => undefined, here: '/leaderView' };

createRoot(document.getElementById('root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <Page />
  </QueryClientProvider>,
);
