import { beforeAll, describe, expect, it } from 'vitest';
import { csvLine } from '#kit/core/text/csv.ts';
import { startApp } from '#kit/test/app.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { PATH, World } from './services/test-world.ts';
import { MarketCalls } from './test-market.ts';

const app = startApp();
const source = testSource(app, 'create table thing (id integer primary key, name text); insert into thing values (1, $$a$$);');
const market = new MarketCalls(app);
const world = new World(app);
let key = '';

beforeAll(async () => {
  market.sourceId = await source.register();
  const made = await app.make.user({ perms: ['market:subscription:decide', 'market:subscription:list'], dataScope: '1' });
  const { appId, apiKey } = await market.application('边界输入');
  key = apiKey;
  const id = await market.make(await market.body('/beside', 'thing', ['id', 'name']));
  await market.release(id);
  await market.subscribe(app.as(made.token), appId, id);
});

/** Ways to write this machine, its network and the service of clouds that gives away keys. */
const INNER = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://localhost/',
  'http://localhost./',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://10.0.0.1/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://loop.example/',
  'http://meta.example/',
  'http://user:pass@127.0.0.1/',
  'http://api.partner.example@127.0.0.1/',
  'http://127.0.0.1#@api.partner.example/',
  'http://１２７.０.０.１/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'ftp://127.0.0.1/',
  'jar:http://127.0.0.1!/',
  'http:\\\\127.0.0.1\\',
  '//127.0.0.1/',
] as const;

describe('an address that leads inside', () => {
  it.each(INNER)('%s is called by no service and read for no WSDL', async (url) => {
    const service = await world.save(world.http('0', { config: { hostId: null, url } }));
    expect([400, 422, 502], service.raw.toString()).toContain(service.status);
    const wsdl = await app.admin('POST', `${PATH}/wsdl/parse`, { url });
    expect([400, 422, 502], wsdl.raw.toString()).toContain(wsdl.status);
    expect(world.connections).toBe(0);
  });
});

/** Files that somebody may choose instead of a WSDL or a file of definitions. */
const FILES: readonly (readonly [name: string, text: string])[] = [
  ['nothing', ' '],
  ['a page', '<html><script>alert(1)</script></html>'],
  ['a program', '\u007fELF\u0002\u0001\u0001'],
  ['an archive', 'PK\u0003\u0004\u0014\u0000'],
  ['a picture with a script', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['an entity of a file', '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>'],
  ['an entity of an address', '<!DOCTYPE d SYSTEM "http://127.0.0.1/evil.dtd"><d/>'],
  ['a parameter entity', '<!DOCTYPE d [<!ENTITY % p SYSTEM "http://127.0.0.1/p"> %p;]><d/>'],
  ['entities that multiply', `<!DOCTYPE d [<!ENTITY a "${'x'.repeat(50)}"><!ENTITY b "&a;&a;&a;">]><d>&b;</d>`],
  ['an inclusion', '<d xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd"/></d>'],
  ['depth', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`],
  ['width', `<d>${'<a/>'.repeat(150_000)}</d>`],
  ['half of an element', '<definitions'],
  ['two roots', '<a/><b/>'],
  ['bytes in disguise', '\ufeff\u0000<\u0000a\u0000>'],
  ['JSON', '{"kind":"databrain.dataApis","version":1,"apis":[{"__proto__":{"admin":true}}]}'],
  ['JSON of another kind', '{"kind":"x","version":1,"apis":[]}'],
  ['JSON of a later version', '{"kind":"databrain.dataApis","version":99,"apis":[]}'],
  ['deep JSON', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ['a number', '1e999'],
];

describe('a file that is none of ours', () => {
  it.each(FILES)('%s is refused with a sentence, as a WSDL and as definitions', async (_name, text) => {
    for (const [path, body] of [
      [`${PATH}/wsdl/parse`, { wsdlText: text }],
      ['/data/market/dataApis/transfer/check', { content: text }],
    ] as const) {
      const answer = await app.admin('POST', path, body);
      const rows = (answer.data as { rows?: { state: string }[] } | null)?.rows;
      const isRefused = answer.status === 400 || answer.status === 422 || rows?.every(({ state }) => state === 'refused') === true;
      expect(isRefused, answer.raw.toString().slice(0, 300)).toBe(true);
      if (answer.status !== 200) expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    }
    expect(world.connections).toBe(0);
  });
});

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const CLAIMS = { sub: 'admin', user_name: 'admin', exp: 4_102_444_800 };
/** Tokens that other platforms would take; sessions of ours have no form that could be guessed. */
const TOKENS = [
  `${part({ alg: 'none' })}.${part(CLAIMS)}.`,
  `${part({ alg: 'None' })}.${part(CLAIMS)}.`,
  `${part({ alg: 'HS256' })}.${part(CLAIMS)}.${'A'.repeat(43)}`,
  `${part({ alg: 'HS256', kid: '../../dev/null' })}.${part(CLAIMS)}.AA`,
  `${part({ alg: 'HS256', kid: "x' union select 'k" })}.${part(CLAIMS)}.AA`,
  `${part({ alg: 'RS256', jku: 'http://127.0.0.1/keys' })}.${part(CLAIMS)}.AA`,
  `${part({ alg: 'RS256', x5u: 'http://127.0.0.1/cert' })}.${part(CLAIMS)}.AA`,
  `${part({ alg: 'ES256' })}.${part(CLAIMS)}.${'A'.repeat(86)}`,
  `${part({})}.${part({})}.`,
  '..',
  'null',
  'undefined',
  '[object Object]',
  'a'.repeat(4000),
  "' or 1=1--",
] as const;

describe('a token of another platform', () => {
  it.each(TOKENS)('%.60s opens neither the platform nor a data API', async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    for (const [path, error] of [
      ['/data/market/dataApis/page', 'auth'],
      ['/data/api/services/v1.0.0/beside', 'api.keyMissing'],
      [`${PATH}/call/20261129001`, 'api.keyMissing'],
    ] as const) {
      const answer = await app.stranger('GET', path, undefined, headers);
      expect(answer.status, path).toBe(401);
      expect(answer.error).toContain(error);
    }
    expect((await app.stranger('GET', '/data/api/services/v1.0.0/beside', undefined, { api_key: token })).status).toBe(401);
    expect(world.connections).toBe(0);
  });

  it('changes nothing for who has a key', async () => {
    const headers = { api_key: key, authorization: `Bearer ${TOKENS[0]}` };
    expect((await app.stranger('GET', '/data/api/services/v1.0.0/beside', undefined, headers)).status).toBe(200);
  });
});

/** What spreadsheets would run when a file is opened. */
const FORMULAS = ["=cmd|' /C calc'!A0", '+1+1', '-2+3', '@SUM(1)', '\t=1+1', '\r=1+1', '=HYPERLINK("http://evil","x")', '＝1+1'] as const;

describe('a value that a spreadsheet would run', () => {
  it.each(FORMULAS)('%j stands in a file as a text', (text) => {
    const cell = csvLine([text]).replace(/\r?\n$/, '');
    expect(cell.replace(/^"/, '')).toMatch(/^'/);
  });
});
