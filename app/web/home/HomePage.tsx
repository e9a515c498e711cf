import { Button, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { lazyPart } from '#kit/web/lazy-part.ts';
import { PageActions } from '#kit/web/page/PageHost.tsx';
import { useSession } from '#kit/web/session.ts';
import { useCall } from '#kit/web/use-call.ts';
import { parts } from '#modules/notices/web/index.ts';
import { api } from '../shell/api.ts';
import { Areas } from './Areas.tsx';
import { Calls } from './Calls.tsx';
import { Recent } from './Recent.tsx';
import { Online } from './Online.tsx';

const HomeBanners = lazyPart(parts.homeBanners);
const REFRESH_MS = 60_000;

const greeting = (hour: number): string =>
  hour < 6 ? '夜深了' : hour < 12 ? '上午好' : hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
const clock = (time: number): string => new Date(time).toLocaleTimeString('zh-CN', { hour: '2-digit', minute: '2-digit' });

/** 目录: the areas that the account may use, with live figures. */
export function HomePage() {
  const name = useSession((s) => s.user?.nickname ?? '');
  const [hour] = useState(() => new Date().getHours());
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
            <Areas areas={home.data.areas} />
            <Calls calls={home.data.calls} />
          </div>
          <div className="home-rail">
            <Online count={home.data.online} />
            <Recent pages={home.data.recent} />
          </div>
        </div>
      ) : home.error ? (
        <div className="panel blank">
          首页数据没有取到：{home.error.message}
          {home.error.requestId && <small>请求编号 {home.error.requestId}</small>}
          <Button onClick={() => void home.refetch()}>重试</Button>
        </div>
      ) : (
        <div className="panel home-wait">
          <Skeleton active paragraph={{ rows: 10 }} />
        </div>
      )}
    </>
  );
}
