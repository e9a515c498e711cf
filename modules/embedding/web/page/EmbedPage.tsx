import { StopOutlined } from '@ant-design/icons';
import { Spin } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { colorMode } from '#kit/web/color-mode.ts';
import { session } from '#kit/web/session.ts';
import { jumpsBy, type ClickHandlers } from '#modules/charts/web/parts.ts';
import type { BoardView } from '#modules/viewing/contract/view-calls.ts';
import { ScreenStage } from '#modules/screens/web/parts.ts';
import { EmbedSession, type EmbedState } from './embed-session.ts';
import { EmbeddedBoard } from './EmbeddedBoard.tsx';
import { EmbeddedChart } from './EmbeddedChart.tsx';
import { HostChannel, type PageMessage } from './host-channel.ts';
import './embed.css';

const OUTSIDE: EmbedState = { at: 'closed', text: '该页面只能在其他系统的页面中打开' };
const isMode = (theme: string | undefined): theme is 'light' | 'dark' => theme === 'light' || theme === 'dark';

type Post = (message: PageMessage) => void;

/** Talks with the page around ours as long as ours stands. */
function useHost(): { state: EmbedState; post: Post } {
  const isOutside = window.parent === window;
  const [state, setState] = useState<EmbedState>(isOutside ? OUTSIDE : { at: 'waiting' });
  const channel = useRef<HostChannel | null>(null);
  const post = useCallback<Post>((message) => channel.current?.post(message), []);
  useEffect(() => {
    if (isOutside) return;
    // whoever is signed in beside it: the page acts for the account of its token
    session.detach();
    const talk = new HostChannel(window);
    const own = new EmbedSession(talk, setState);
    channel.current = talk;
    talk.start((message, origin) => {
      if ((message.type === 'init' || message.type === 'theme') && isMode(message.theme)) colorMode.lend(message.theme);
      void own.hear(message, origin);
    });
    return () => {
      own.close();
      talk.close();
    };
  }, [isOutside]);
  return { state, post };
}

/** Tells the page around ours how high the content is, so that a board needs no bar of its own to scroll. */
function useHeight({ post, isFlowing }: { post: Post; isFlowing: boolean }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = content.current;
    if (!element || !isFlowing) return;
    const observer = new ResizeObserver(() => post({ type: 'size', height: Math.ceil(element.getBoundingClientRect().height) }));
    observer.observe(element);
    return () => observer.disconnect();
  }, [post, isFlowing]);
  return content;
}

/** The page that other systems embed: a board, a chart or a screen and nothing around it. */
export function EmbedPage() {
  const { state, post } = useHost();
  const isBoard = state.at === 'open' && state.embedded.entity === 'board';
  const content = useHeight({ post, isFlowing: isBoard });
  if (state.at === 'waiting')
    return (
      <main className="embed-middle" aria-busy="true">
        <Spin />
      </main>
    );
  if (state.at === 'closed')
    return (
      <main className="embed-middle" role="alert">
        <StopOutlined aria-hidden />
        <span>{state.text}</span>
      </main>
    );
  const { embedded, feed, canJump } = state;
  const jump: ClickHandlers['jump'] = canJump
    ? jumpsBy((address, newWindow) => post({ type: 'event', event: { type: 'jump', address, newWindow } }))
    : undefined;
  if (embedded.view.entity === 'screen')
    return (
      <main className="embed-screen" aria-label={embedded.view.name}>
        <ScreenStage config={embedded.view.config} feed={feed} />
      </main>
    );
  const view = embedded.view as BoardView;
  return (
    <div ref={content} key={`${view.id}.${view.versionNo}`}>
      {embedded.entity === 'chart' ? <EmbeddedChart view={view} feed={feed} /> : <EmbeddedBoard view={view} feed={feed} jump={jump} />}
    </div>
  );
}
