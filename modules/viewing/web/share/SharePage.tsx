import { LockOutlined, StopOutlined } from '@ant-design/icons';
import { Button, Form, Input, Spin } from 'antd';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useColorMode } from '#kit/web/color-mode.ts';
import { CallError } from '#kit/web/send.ts';
import { Watermark } from '#kit/web/watermark.tsx';
import type { PublishedView } from '../../contract/view-calls.ts';
import type { ViewSelection } from '#modules/charts/core/index.ts';
import { viewFeed, type ViewFeed } from '../view/view-feed.ts';
import { shareErrorOf, type ShareError } from './share-error.ts';
import { exportShared, giveTicketSources, openLink, renewLink, withTicket, type Opened } from './share-transport.ts';
import { SharedBoard } from './SharedBoard.tsx';
import { SharedScreen } from './SharedScreen.tsx';
import './share.css';

/** The page looks for a new version this often, which renews its ticket too. */
const RENEW_MS = 20_000;

type State = { at: 'opening' } | ShareError | { at: 'open'; view: PublishedView; feed: ViewFeed };

/** Opens a link, keeps its ticket alive and follows new versions. */
function useShare(token: string) {
  const [state, setState] = useState<State>({ at: 'opening' });
  const ticket = useRef('');
  const feed = useRef<ViewFeed | null>(null);
  const renew = useRef<() => Promise<void>>(() => Promise.resolve());

  const show = useCallback((opened: Opened, options?: ViewSelection) => {
    ticket.current = opened.ticket;
    // before anything is drawn that asks for a picture or a map
    giveTicketSources(() => ticket.current);
    const { view } = opened;
    const next = viewFeed({
      entity: view.entity,
      id: view.id,
      versionNo: view.versionNo,
      document: view,
      share: withTicket(
        () => ticket.current,
        () => void renew.current(),
      ),
      onPublished: () => void renew.current(),
      filters: Object.fromEntries(
        Object.entries(options?.filters ?? {}).filter(([id]) => view.config.filters.some((one) => one.id === id)),
      ),
    });
    feed.current?.close();
    feed.current = next;
    document.title = view.name;
    setState({ at: 'open', view, feed: next });
  }, []);

  useEffect(() => {
    renew.current = async () => {
      const present = feed.current;
      if (!present) return;
      try {
        const opened = await renewLink(ticket.current);
        ticket.current = opened.ticket;
        setState((before) => {
          if (before.at === 'open' && before.view.versionNo !== opened.view.versionNo)
            queueMicrotask(() => show(opened, present.selection));
          return before;
        });
      } catch (error) {
        // a lost connection passes; a closed link does not
        if (!(error instanceof CallError) || error.key !== 'share.closed') return;
        present.close();
        feed.current = null;
        setState(shareErrorOf(error));
      }
    };
    const timer = setInterval(() => void renew.current(), RENEW_MS);
    return () => {
      clearInterval(timer);
      feed.current?.close();
      feed.current = null;
    };
  }, [show]);

  const open = useCallback(
    async (password: string | null) => {
      try {
        show(await openLink(token, password));
      } catch (error) {
        setState(shareErrorOf(error, password !== null));
      }
    },
    [token, show],
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    // strict mode runs effects twice: one opening is one visit
    if (hasBegun.current) return;
    hasBegun.current = true;
    void open(null);
  }, [open]);
  const exportData = useCallback(async () => {
    if (state.at === 'open') await exportShared(ticket.current, state.view, state.feed.selection).catch(() => undefined); // the request layer has told
  }, [state]);
  return { state, open, exportData };
}

function PasswordForm({ wrong, submit }: { wrong: string | null; submit: (password: string) => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  return (
    <Form
      className="share-card"
      layout="vertical"
      onFinish={({ password }: { password: string }) => {
        if (isBusy) return;
        setBusy(true);
        void submit(password).finally(() => setBusy(false));
      }}
    >
      <LockOutlined className="share-mark" />
      <h1>请输入访问密码</h1>
      <p>该内容由分享人设置了密码，密码请向分享人索取</p>
      <Form.Item
        name="password"
        label="访问密码"
        rules={[{ required: true, message: '请输入访问密码' }]}
        validateStatus={wrong ? 'error' : undefined}
        help={wrong ?? undefined}
      >
        <Input.Password size="large" autoFocus maxLength={64} autoComplete="off" />
      </Form.Item>
      <Button type="primary" size="large" htmlType="submit" block loading={isBusy}>
        打开
      </Button>
    </Form>
  );
}

/** The public page of a share link. */
export function SharePage({ token }: { token: string }) {
  const { state, open, exportData } = useShare(token);
  const mode = useColorMode();
  if (state.at === 'opening')
    return (
      <main className="share-middle">
        <Spin description="正在打开…" size="large">
          <div className="share-wait" />
        </Spin>
      </main>
    );
  if (state.at === 'password')
    return (
      <main className="share-middle">
        <PasswordForm wrong={state.wrong} submit={open} />
      </main>
    );
  if (state.at === 'closed')
    return (
      <main className="share-middle">
        <div className="share-card" role="alert">
          <StopOutlined className="share-mark" />
          <h1>无法打开</h1>
          <p>{state.text}</p>
          {state.canRetry && (
            <Button type="primary" onClick={() => void open(null)}>
              重试
            </Button>
          )}
        </div>
      </main>
    );
  const { view, feed } = state;
  return (
    <Watermark text={`分享 ${view.sharedBy ?? ''}`} mode={view.entity === 'screen' ? 'dark' : mode}>
      {view.entity === 'board' ? (
        <SharedBoard view={view} feed={feed} exportData={exportData} />
      ) : (
        <SharedScreen view={view} feed={feed} exportData={exportData} />
      )}
    </Watermark>
  );
}
