import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { Panel } from '#kit/web/parts/Panel.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useSession } from '#kit/web/session.ts';
import { Slot } from '#kit/web/slots/Slot.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { parts } from '#modules/notices/web/index.ts';
import { api } from '../shell/api.ts';
import { Areas } from './Areas.tsx';
import { Boards } from './Boards.tsx';
import { Calls } from './Calls.tsx';
import { Entries } from './Entries.tsx';
import { Recent } from './Recent.tsx';
import { Online } from './Online.tsx';
import { Todos } from './Todos.tsx';

const HomeBanners = lazyPart(parts.homeBanners);
const REFRESH_MS = 60_000;

const greeting = (hour: number): string =>
  hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
const clock = (time: number): string => new Date(time).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

/** 首页: what waits for the reader, figures and boards of what he may use, where he was, what is new. */
export function HomePage() {
  const name = useSession((s) => s.user?.nickname ?? '');
  const [hour] = useState(() => new Date().getHours());
  const counts = useCall(api.home.todoCounts);
  const home = useCall(api.home.home, {}, { refetchInterval: REFRESH_MS });
  return (
    <>
      <PageActions>
        <span className="home-hello">
          {name}，{greeting(hour)}
        </span>
        {home.data && <span className="home-time">更新于 {clock(home.dataUpdatedAt)}</span>}
      </PageActions>
      {home.data ? (
        <div className="home">
          <div className="home-main">
            <Suspense fallback={null}>
              <HomeBanners />
            </Suspense>
            {home.data.todos.length > 0 && (
              <Panel title="我的待办">
                <Todos todos={home.data.todos} kinds={counts.data?.kinds ?? []} rows={5} />
              </Panel>
            )}
            <Areas areas={home.data.areas} />
            <Boards />
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
