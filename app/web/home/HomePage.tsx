import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useCan } from '#kit/web/can.tsx';
import { useSession } from '#kit/web/session.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { parts } from '#modules/notices/web/pages.ts';
import { api } from '../shell/api.ts';
import { Areas } from './Areas.tsx';
import { Boards } from './Boards.tsx';
import { Calls } from './Calls.tsx';
import { Entries } from './Entries.tsx';
import { Figures } from './Figures.tsx';
import { Recent } from './Recent.tsx';
import { Online } from './Online.tsx';
import { Screens } from './Screens.tsx';
import { countText, Todos } from './Todos.tsx';

const HomeBanners = lazyPart(parts.homeBanners);
const REFRESH_MS = 60_000;

const greeting = (hour: number): string =>
  hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
const clock = (time: number): string => new Date(time).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

/** What waits, in half a sentence: how much, and what of it presses. */
function waiting(total: number, todos: readonly { readonly due: string | null; readonly urgent: boolean }[]): string {
  if (total === 0) return '。没有待办';
  const now = new Date().toISOString();
  const late = todos.filter(({ due }) => due !== null && due < now).length;
  const urgent = todos.filter((todo) => todo.urgent).length;
  const pressing = late > 0 ? `，${late} 项已超时` : urgent > 0 ? `，${urgent} 项需尽快` : '';
  return `。${countText(total)} 项待办${pressing}`;
}

/** 首页: what waits for the reader, figures and boards of what he may use, where he was, what is new. */
export function HomePage() {
  const name = useSession((s) => s.user?.nickname ?? '');
  const [hour] = useState(() => new Date().getHours());
  const counts = useCall(api.home.todoCounts);
  const can = useCan();
  const hasBoards = (['board', 'screen'] as const).some((kind) => can.perm(`visual:${kind}:list`) && can.perm(`visual:${kind}:preview`));
  // how many boards there are says something to those who make them; to readers the boards themselves do
  const buildsBoards = can.perm('visual:board:build') || can.perm('visual:screen:build');
  const home = useCall(api.home.home, {}, { refetchInterval: REFRESH_MS });
  // where no figures of boards stand on top, those of the areas do
  const areas = home.data && <Areas areas={home.data.areas.filter(({ path }) => buildsBoards || !path.startsWith('/visual/'))} />;
  return (
    <>
      <PageActions>
        <span className="home-hello">
          {name}，{greeting(hour)}
          {counts.data && waiting(counts.data.total, home.data?.todos ?? [])}
        </span>
        {home.data && <span className="home-time">更新于 {clock(home.dataUpdatedAt)}</span>}
      </PageActions>
      {home.data ? (
        <div className="home">
          <div className="home-main">
            <Figures big={!buildsBoards} />
            {!hasBoards && areas}
            <Panel title="我的待办" note={counts.data && counts.data.total > 0 ? `${countText(counts.data.total)} 项` : undefined}>
              <Todos todos={home.data.todos} kinds={counts.data?.kinds ?? []} rows={5} />
            </Panel>
            {hasBoards ? <Boards /> : <Screens />}
            <Suspense fallback={null}>
              <HomeBanners />
            </Suspense>
            {hasBoards && areas}
            {home.data.calls.length > 0 && <Calls calls={home.data.calls} />}
          </div>
          <div className="home-rail">
            {home.data.online !== null && <Online count={home.data.online} />}
            <Entries />
            <Recent pages={home.data.recent} />
            <Slot name="home.rail" of={{}} />
          </div>
        </div>
      ) : home.error ? (
        <div className="panel">
          <StateView kind="error" what="首页数据没有取到" error={home.error} onRetry={() => void home.refetch()} />
        </div>
      ) : (
        <div className="panel">
          <StateView kind="loading" />
        </div>
      )}
    </>
  );
}
