import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { App, ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { SUBMISSION_HEADER } from '#kit/contract/submission-header.ts';
import { ApprovalHost } from '#kit/web/ApprovalHost.tsx';
import { ConfirmHost } from '#kit/web/ConfirmHost.tsx';
import { SubmissionHost } from '#kit/web/SubmissionHost.tsx';
import { MessageHost } from '#kit/web/MessageHost.tsx';
import { session, type SessionUser } from '#kit/web/session.ts';
import { providerProps } from '#kit/web/theme.ts';
import { UnsavedBlocker } from '#kit/web/unsaved.tsx';

/** A call as the server would see it. */
export interface Sent {
  /** `GET /system/posts/page` */
  readonly key: string;
  readonly query: Record<string, string>;
  readonly body: any;
  /** how it submits what needs an approval (`SUBMISSION_HEADER`) */
  readonly submission: string | null;
}
/** What the server answers by `METHOD /path`: the data itself, or a function of the call. */
export type Answers = Record<string, unknown>;

/** The server refuses: thrown by an answer. */
export class Refusal extends Error {
  readonly status: number;
  readonly key: string;
  readonly detail: unknown;
  constructor(status: number, key: string, message: string, detail: unknown = null) {
    super(message);
    this.status = status;
    this.key = key;
    this.detail = detail;
  }
}

/** Answers calls in place of a server, and keeps what was sent. Calls without an answer are refused with 404. */
export function answerCalls(answers: Answers): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://localhost');
    const key = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/sjzt-datax/, '')}`;
    const call: Sent = {
      key,
      query: Object.fromEntries(url.searchParams),
      body: init.body ? JSON.parse(String(init.body)) : null,
      submission: new Headers(init.headers).get(SUBMISSION_HEADER),
    };
    sent.push(call);
    const envelope = { success: true, code: 200, msg: '', timestamp: 0 };
    try {
      if (!(key in answers)) throw new Refusal(404, 'not.found', `没有 ${key}`);
      const answer = answers[key];
      const data: unknown = typeof answer === 'function' ? await answer(call) : answer;
      return Response.json({ ...envelope, data });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, key: reason, message, detail } = error;
      return Response.json({ ...envelope, success: false, code: status, msg: message, error: reason, data: detail }, { status });
    }
  });
  return sent;
}

/** Signs in with these permissions, all of them unless said otherwise. */
export function signInWith(...perms: string[]): void {
  const all = perms.length === 0;
  session.setToken('token');
  session.setAccount({
    user: { id: '1', roles: all ? ['admin'] : ['clerk'] } as unknown as SessionUser,
    menus: [],
    perms: all ? ['*:*:*'] : perms,
  });
}

/** Shows part of the product at an address, with everything around it that it may ask for. */
export function openPage(element: ReactNode, { at = '/', answers = {} }: { at?: string; answers?: Answers } = {}) {
  const sent = answerCalls(answers);
  const whole = (
    <>
      {element}
      <UnsavedBlocker />
      <SubmissionHost />
      <ApprovalHost />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: whole }], { initialEntries: [at] });
  const view = render(
    <ConfigProvider {...providerProps}>
      <App>
        <MessageHost />
        <ConfirmHost />
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </App>
    </ConfigProvider>,
  );
  return {
    sent,
    /** the last call of this key */
    last: (key: string) => sent.findLast((call) => call.key === key),
    address: () => `${router.state.location.pathname}${router.state.location.search}`,
    router,
    unmount: view.unmount,
    user: userEvent.setup({ pointerEventsCheck: 0 }),
  };
}
