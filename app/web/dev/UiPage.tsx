import { Button } from 'antd';
import type { ReactNode } from 'react';
import { colorMode, useColorMode } from '#kit/web/color-mode.ts';
import { ConfirmHost } from '#kit/web/ConfirmHost.tsx';
import { Dates, StateViews, Figures, Marks, Names, Panels, Tokens } from './plain.tsx';
import { Cards, Questions, Searches, Studios, Trees } from './working.tsx';
import './ui.css';

/** Every shared part with all its states, for those who build pages: `npm run dev`, then /dev/ui. Not part of what is shipped. */
export function UiPage() {
  const mode = useColorMode();
  return (
    <main className="ui-page">
      <ConfirmHost />
      <header>
        <h1>组件与状态</h1>
        <span className="muted">全部页面共用，一事一个组件，不再各写一份</span>
        <span className="grow" />
        <Button onClick={() => colorMode.set(mode === 'dark' ? 'light' : 'dark')}>{mode === 'dark' ? '浅色' : '深色'}</Button>
      </header>
      <Show name="StudioShell" what="设计器顶栏" wide>
        <Studios />
      </Show>
      <Show name="StateView" what="空、筛选后为空、出错、没有权限、加载中、小块" wide>
        <StateViews />
      </Show>
      <Show name="FigureStrip · Delta · Meter" what="指标条" wide>
        <Figures />
      </Show>
      <Show name="DateText" what="时间：一处写法，悬停看全">
        <Dates />
      </Show>
      <Show name="NameLink · PersonText" what="名称即入口">
        <Names />
      </Show>
      <Show name="LayerTag · SeverityMark · Tag · Score · Meter" what="分层、严重程度、状态、评分">
        <Marks />
      </Show>
      <Show name="SearchInput" what="搜索框">
        <Searches />
      </Show>
      <Show name="TreeList" what="树：层级、数量、三态">
        <Trees />
      </Show>
      <Show name="Panel" what="面板">
        <Panels />
      </Show>
      <Show name="Confirm" what="确认：说清后果，焦点在安全的一边">
        <Questions />
      </Show>
      <Show name="BoardCard" what="看板卡片" wide>
        <Cards />
      </Show>
      <Show name="--text-* · --space-* · --layer-* · --severity-*" what="字号、间距与颜色" wide>
        <Tokens />
      </Show>
    </main>
  );
}

function Show({ name, what, wide = false, children }: { name: string; what: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'ui-show wide' : 'ui-show'}>
      <h2>
        {what} <small className="mono">{name}</small>
      </h2>
      {children}
    </section>
  );
}
