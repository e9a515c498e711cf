import { randomBytes } from 'node:crypto';
import type { App } from '#kit/server/ctx.ts';
import { app as application } from '#modules/market/contract/app.ts';
import { CALL_PREFIX } from '#modules/market/core/index.ts';
import { callsOf } from '#modules/market/server/index.ts';
import { accountOf, callsAs } from './governance-calls.ts';
import type { Work } from './governance-work.ts';
import { BAD_QUESTIONS, CONSUMER, DEMO_QUESTIONS, LEDGER, PORTAL, type DemoQuestions } from './market-calls-list.ts';

/** Calls of an application that are under way at once: fewer than its plan allows. */
const AT_ONCE = 4;
/** more than the plan of the API lets through at once */
const HURRIED = 25;

/** Null: a call without a key. */
type Call = (path: string, given?: { key?: string | null; etag?: string }) => Promise<{ etag: string | undefined }>;

/** Calls of published APIs as they come in over HTTP: key, subscription, limits, query and line of the log. */
function callsWith(app: App, signal: AbortSignal, apiKey: string): Call {
  return async (path, { key = apiKey, etag } = {}) => {
    signal.throwIfAborted();
    const { headers } = await callsOf(app).handle({
      method: 'GET',
      path: `${CALL_PREFIX}/v1.0.0${path}`,
      headers: { ...(key !== null && { api_key: key }), ...(etag && { 'if-none-match': etag }) },
      ip: '127.0.0.1',
      requestId: randomBytes(8).toString('hex'),
      signal,
      body: () => Promise.resolve(null),
      text: () => Promise.resolve(''),
    });
    return { etag: headers.etag };
  };
}

/** Everything that an application asks of one API, a few calls at a time. */
async function ask(call: Call, { apiUrl, queries, rounds }: DemoQuestions): Promise<void> {
  const asked = Array.from({ length: rounds }, () => queries).flat();
  const next = async (): Promise<void> => {
    const query = asked.shift();
    if (query === undefined) return;
    await call(`${apiUrl}${query}`);
    return next();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** What goes wrong with every consumer sooner or later: a key cut short or forgotten, wrong parameters, no subscription, too much at once. */
async function goWrong(call: Call, apiKey: string): Promise<void> {
  for (const path of BAD_QUESTIONS) await call(path);
  for (const key of [apiKey.slice(0, -1), `${apiKey.slice(0, -4)}0000`, null]) await call('/customer/query', { key });
  await Promise.all(Array.from({ length: HURRIED }, () => call('/customer/query?level=1&pageSize=5')));
}

/** Asks again for what has not changed: the answer is not sent twice. */
async function askAgain(call: Call): Promise<void> {
  const path = '/org/month?pageSize=50';
  const { etag } = await call(path);
  for (let i = 0; etag && i < 5; i++) await call(path, { etag });
}

/**
 * Both applications call what they subscribe to: each line of the log is a call that was made, with the time that it took. The keys are revoked
 * again, nobody knows them. An application that ever had a key is left alone.
 */
export async function callApis(work: Work): Promise<void> {
  const { app, signal } = work;
  const consumer = await accountOf(app, CONSUMER);
  if (!consumer) return;
  const apps = await app.db
    .selectFrom('marketApp')
    .select(['id', 'appName'])
    .where('appName', 'in', [LEDGER, PORTAL])
    .where('createBy', '=', consumer.id)
    .where('deletedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('marketAppKey').select('id').whereRef('marketAppKey.appId', '=', 'marketApp.id'))),
    )
    .execute();
  for (const { id, appName } of apps) {
    const { keyId, apiKey } = await callsAs(app, consumer, signal, (call) =>
      call(application.createKey, { params: { id }, body: { days: 1 } }),
    );
    try {
      const call = callsWith(app, signal, apiKey);
      for (const questions of DEMO_QUESTIONS.filter((one) => one.appName === appName)) await ask(call, questions);
      if (appName === PORTAL) await goWrong(call, apiKey);
      else await askAgain(call);
    } finally {
      await callsAs(app, consumer, signal, (call) => call(application.revokeKey, { params: { id, keyId } }));
    }
  }
}
