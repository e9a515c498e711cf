import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { MarketCalls } from '../test-market.ts';

/*
 * The states of subscriptions against a model of them: random commands of an applicant, an owner and the clock go through the calls, and after
 * each the answer and every row are what the model says. A failing run names its seed.
 */
const app = startApp();
const source = testSource(
  app,
  'create table customer (customer_id integer primary key, name text); insert into customer values (1, $$a$$);',
);
const market = new MarketCalls(app);
const DAY_MS = 86_400_000;
const RUNS = 10;
const COMMANDS = 35;
let people!: Record<'applicant' | 'owner', Send>;
let apiId = '';

beforeAll(async () => {
  market.sourceId = await source.register();
  apiId = await market.make(await market.body('/customer', 'customer', ['customer_id']));
  await market.release(apiId);
  // both hold every permission: only who asked differs
  const perms = ['market:subscription:decide', 'market:subscription:list', 'market:subscription:add', 'market:app:list', 'market:app:add'];
  const [applicant, owner] = [await app.make.user({ perms, dataScope: '1' }), await app.make.user({ perms, dataScope: '1' })];
  people = { applicant: app.as(applicant.token), owner: app.as(owner.token) };
});

type State = '1' | '2' | '3' | '4' | '5';
interface Modelled {
  readonly id: string;
  state: State;
  end: number | null;
  readonly days: number;
  readonly renews: Modelled | null;
}
/** Numbers that a seed decides (mulberry32). */
function random(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

class Model {
  readonly rows: Modelled[] = [];
  readonly now: number;
  constructor(now: number) {
    this.now = now;
  }
  shown(row: Modelled): State | '6' {
    return (row.state === '2' || row.state === '4') && row.end !== null && row.end <= this.now ? '6' : row.state;
  }
  get waiting(): Modelled | undefined {
    return this.rows.find(({ state }) => state === '1');
  }
  get granted(): Modelled | undefined {
    return this.rows.find(({ state }) => state === '2' || state === '4');
  }
  /** 200, or the status that refuses */
  ask(): number {
    if (this.waiting || (this.granted && this.shown(this.granted) !== '6')) return 409;
    if (this.granted) this.granted.state = '5';
    return 200;
  }
  renew(row: Modelled): number {
    if (!['2', '6'].includes(this.shown(row))) return 422;
    return this.waiting ? 409 : 200;
  }
  approve(row: Modelled, by: 'applicant' | 'owner'): number {
    if (by === 'applicant') return 422;
    if (row.renews) {
      if (!['2', '6'].includes(this.shown(row.renews))) return 422;
      if (row.state !== '1') return 422;
      row.renews.state = '5';
    } else if (row.state !== '1') return 422;
    row.end = Math.max(this.now, row.renews?.end ?? 0) + row.days * DAY_MS;
    row.state = '2';
    return 200;
  }
  reject(row: Modelled, by: 'applicant' | 'owner'): number {
    if (by === 'applicant' || row.state !== '1') return 422;
    row.state = '3';
    return 200;
  }
  turn(row: Modelled, from: readonly (State | '6')[], to: State): number {
    if (!from.includes(this.shown(row))) return 422;
    row.state = to;
    return 200;
  }
}

const BASE = '/data/market/subscriptions';
type Who = 'applicant' | 'owner';

/** Terms run out instead of the clock: sessions would end with it. */
async function goBy(model: Model, appId: string, ms: number): Promise<void> {
  for (const row of model.rows) if (row.end !== null) row.end -= ms;
  await app.database.db
    .updateTable('marketSubscription')
    .set({ endTime: sql`end_time - ${ms} * interval '1 millisecond'` })
    .where('appId', '=', appId)
    .execute();
}

async function step(model: Model, appId: string, pick: (below: number) => number): Promise<string> {
  const who: Who = pick(3) === 0 ? 'applicant' : 'owner';
  const row = model.rows[model.rows.length - 1 - pick(Math.min(3, model.rows.length || 1))];
  const kind = row ? pick(9) : 0;
  const days = 1 + pick(5);
  const check = async (name: string, expected: number, call: ReturnType<Send>) => {
    const answer = await call;
    expect([name, answer.status], `${name}: ${answer.msg}`).toEqual([name, expected]);
    return answer.data as { id: string };
  };
  const add = async (name: string, expected: number, call: ReturnType<Send>, renews: Modelled | null) => {
    const data = await check(name, expected, call);
    if (expected === 200) model.rows.push({ id: data.id, state: '1', end: null, days, renews });
  };
  const body = { days, reason: '试' };
  switch (row ? kind : 0) {
    case 0:
      await add('ask', model.ask(), people.applicant('POST', BASE, { appId, apiId, ...body }), null);
      return 'ask';
    case 1:
      await add('renew', model.renew(row!), people.applicant('POST', `${BASE}/${row!.id}/renew`, body), row!);
      return 'renew';
    case 2:
    case 3:
      await check(`approve by ${who}`, model.approve(row!, who), people[who]('POST', `${BASE}/${row!.id}/decide`, { approved: true }));
      return 'approve';
    case 4:
      await check(`reject by ${who}`, model.reject(row!, who), people[who]('POST', `${BASE}/${row!.id}/decide`, { approved: false }));
      return 'reject';
    case 5:
      await check('pause', model.turn(row!, ['2'], '4'), people.owner('PUT', `${BASE}/pause/${row!.id}`));
      return 'pause';
    case 6:
      await check('resume', model.turn(row!, ['4'], '2'), people.owner('PUT', `${BASE}/resume/${row!.id}`));
      return 'resume';
    case 7:
      await check('close', model.turn(row!, ['1', '2', '4'], '5'), people[who]('PUT', `${BASE}/close/${row!.id}`));
      return 'close';
    default:
      await goBy(model, appId, (1 + pick(4)) * DAY_MS);
      return 'time goes by';
  }
}

it('no order of commands makes a transition that is not there, and nobody agrees to the own request', async () => {
  const base = Date.now();
  app.clock.now = new Date(base);
  const seen = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const pick = random(run + 1);
    const model = new Model(base);
    const appId = (await people.applicant('POST', '/data/market/apps', { appName: `应用${run}` })).data.id as string;
    const done: string[] = [];
    for (let n = 0; n < COMMANDS; n++) {
      done.push(await step(model, appId, pick));
      const rows = await app.database.db
        .selectFrom('marketSubscription')
        .select(['id', 'status', 'endTime', 'applyBy', 'decideBy'])
        .where('appId', '=', appId)
        .orderBy('id')
        .execute();
      const told = rows.map(({ id, status, endTime }) => [id, status, endTime?.getTime() ?? null]);
      const expected = model.rows.map(({ id, state, end }) => [id, state, end]);
      expect(told, `seed ${run + 1}: ${done.join(', ')}`).toEqual(expected);
      for (const { state } of model.rows) seen.add(state);
      expect(rows.filter(({ applyBy, decideBy }) => applyBy === decideBy)).toEqual([]);
      expect(rows.filter(({ status }) => status === '2' || status === '4').length).toBeLessThanOrEqual(1);
    }
  }
  expect([...seen].toSorted()).toEqual(['1', '2', '3', '4', '5']);
}, 300_000);
