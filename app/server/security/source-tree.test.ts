import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { modules } from '#app/server/modules.ts';
import { installationKey, readConfig } from '../config.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path && existsSync(join(root, path)));
const text = (path: string): string => readFileSync(join(root, path), 'utf8');
const isProduct = (path: string): boolean =>
  /^(app|demo|kit|modules)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|^kit\/test\/|\/test-[\w-]+\.ts$/.test(path);
const product = tracked.filter(isProduct).map((path) => ({ path, source: text(path) }));
/** Places of a pattern in the code of the product; comments do not count. */
const places = (pattern: RegExp, allowed: readonly string[] = []): string[] =>
  product
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, source }) =>
      source
        .split('\n')
        .map((line, at) => ({ line: line.replace(/^\s*(\/\/|\*|\/\*).*$/, ''), at: at + 1 }))
        .filter(({ line }) => pattern.test(line))
        .map(({ line, at }) => `${path}:${at} ${line.trim().slice(0, 160)}`),
    );

/** There a hash tells whether a table or routine changed. */
const FINGERPRINTS = [
  'modules/catalogue/server/harvest/sync-found.ts',
  'modules/catalogue/server/harvest/sync-routines.ts',
  'kit/server/robot/request.ts', // 企业微信 asks for the MD5 of a picture
];

describe('the source of the product', () => {
  it('is there', () => expect(product.length).toBeGreaterThan(300));

  it('nothing that a person types is run as a program', () => {
    expect(
      places(/\beval\s*\(|new Function\s*\(|from 'node:(vm|repl)'|import\('node:vm'\)|setTimeout\(\s*['"`]|setInterval\(\s*['"`]/),
    ).toEqual([]);
    // Commands are started with lists of arguments, and only by what runs the embedded database; DuckDB is a fork of a file of ours.
    const starters = /^(app\/server\/embedded-db\/|kit\/server\/duckdb\/engine\.ts:\d+ import \{ fork,)/;
    expect(places(/from 'node:child_process'/).filter((place) => !starters.test(place))).toEqual([]);
    expect(places(/\bexec(Sync)?\(\s*`|shell:\s*true/)).toEqual([]);
  });

  it('values never become SQL text', () => {
    // `sql.raw` of constants only; a `${…}` inside a kysely template is a bound value.
    const raw = places(/sql\.raw\(|\.query\(\s*`[^`]*\$\{/).filter((place) => !/sql\.raw\(String\(LEASE_SECONDS\)\)/.test(place));
    // db/bulk.ts names columns and types of constants in the code; score.ts writes weights and counts, which are numbers.
    const looked = /^(demo\/|app\/server\/(databases|embedded-db)|kit\/server\/db\/)/;
    const numbers = /^modules\/catalogue\/server\/search\/score\.ts:\d+ .*sql\.raw\((String\(n \* weight\)|`\$\{terms\.length\}\.0`)\)/;
    const outside = raw.filter((place) => !looked.test(place) && !numbers.test(place));
    expect(outside.filter((place) => !/escapeIdentifier|begin \$\{mode\}|`\$\{command\} \$\{name\}`/.test(place))).toEqual([]);
  });

  it('no black list of SQL keywords is offered as a protection', () => {
    // the blacklist of suppliers is a word of the business
    const business = ['modules/projects/core/supplier-status.ts', 'modules/projects/server/supplier/approval.ts'];
    expect(places(/export (const|function) \w*(keyword|sqlFilter|blackList|blacklist|denyList|filterSql)\w*/i, business)).toEqual([]);
  });

  it('markup from data is never inserted as markup', () => {
    expect(places(/dangerouslySetInnerHTML|\.innerHTML\s*=|outerHTML\s*=|insertAdjacentHTML|document\.write\(/)).toEqual([]);
    expect(places(/javascript:/i, ['kit/web/own-address.ts']).filter((place) => !/\.includes|\.test|startsWith|\/\^/.test(place))).toEqual(
      [],
    );
  });

  it('no password is compared with a setting, and none is hashed fast', () => {
    expect(places(/superPassword|masterPassword|MASTER_(PASS|VERIF)|SUPER_PASSWORD|universalCode/i)).toEqual([]);
    expect(places(/createHash\('(md5|sha1)'\)/, FINGERPRINTS)).toEqual([]);
    expect(places(/password\w*\s*===\s*(?!(undefined|null|'')|SECRET_MASK)\w*(config|setting)/i)).toEqual([]);
  });

  it('tokens and keys come from the generator of the system', () => {
    expect(places(/Math\.random\(\)/).filter((place) => /^(kit|modules|app)\/.*server\//.test(place))).toEqual([]);
  });

  it('holds no secret', () => {
    const patterns = [
      /-----BEGIN (RSA |EC |OPENSSH )?PRIVATE KEY-----/,
      /\b(AKIA|ASIA)[0-9A-Z]{16}\b/,
      /\bgh[pousr]_[A-Za-z0-9]{36}\b/,
      /\bxox[abpr]-[A-Za-z0-9-]{20,}/,
      /\beyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{10,}/,
      /SECRET_KEY\s*[=:]\s*['"]?[A-Za-z0-9+/]{43}=/,
    ];
    /** Printed in the manual of AWS, with which the signing of calls to S3 is tested. */
    const published = 'AKIAIOSFODNN7EXAMPLE';
    const found = tracked
      .filter((path) => !/\.(png|jpe?g|gif|webp|ico|woff2?|ttf|gz|zip|xlsx|lockb)$|package-lock\.json$/.test(path))
      .flatMap((path) =>
        patterns
          .filter((pattern) => pattern.test(text(path).replaceAll(published, '')))
          .map((pattern) => `${path}: ${pattern.source.slice(0, 30)}`),
      )
      .filter((place) => !place.startsWith('app/server/security/source-tree.test.ts'));
    expect(found).toEqual([]);
    expect(tracked.filter((path) => /(^|\/)(\.env(\..*)?|secret\.key|id_rsa|.*\.pem|.*\.p12)$/.test(path))).toEqual([]);
  });

  it('two installations have two keys, and a key of the wrong size is refused', () => {
    const dirs = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'databrain-key-')));
    const [first, second] = dirs.map((DATA_DIR) => installationKey(readConfig({ DATA_DIR })));
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(false);
    expect(new Set(first).size).toBeGreaterThan(8);
    expect(installationKey(readConfig({ DATA_DIR: dirs[0] ?? '' })).equals(first ?? Buffer.alloc(0))).toBe(true);
    expect(() => installationKey(readConfig({ DATA_DIR: dirs[0] ?? '', SECRET_KEY: 'c2hvcnQ=' }))).toThrow();
    expect(() => readConfig({ NODE_ENV: 'production', DATABASE_URL: 'postgres://x@y/z' })).toThrow('SECRET_KEY');
    expect(() => readConfig({ NODE_ENV: 'production', CAPTCHA: 'off' })).toThrow();
    expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({ seed: 'empty', adminPassword: null, trustProxy: [] });
    dirs.forEach((dir) => rmSync(dir, { recursive: true }));
  });
});

describe('the calls of the product', () => {
  const routes = modules.flatMap((module) => module.routes.flatMap(({ contract }) => Object.values(contract)));

  it('no call deletes, empties or changes a log', () => {
    const logs = routes.filter(({ path }) => /logs?(\/|$)|operlog|loginlog|history|audit/i.test(path));
    expect(logs.length).toBeGreaterThan(5);
    const harmless = [
      // the browser may add details to its own sign-in row, once
      '/system/login/logs',
      '/auth/login',
      // reads the chain and says whether it holds
      '/system/logs/chain/verify',
      // runs of the scheduler are no evidence: people may cancel, retry and clear them, and the operation log says who did
      '/quartz/logs/cancel/:id',
      '/quartz/logs/retry/:id',
      '/quartz/logs/:id',
      '/quartz/logs/batch/:ids',
      // calls of the family that refuse: lines go by their age
      '/data/api/apiLogs/:id',
      '/data/api/apiLogs/batch/:ids',
      '/data/service/serviceLogs/:id',
      '/data/service/serviceLogs/batch/:ids',
    ];
    const writing = logs.filter(({ method, path }) => method !== 'GET' && !harmless.includes(path) && !/logout|export/.test(path));
    expect(logs.filter(({ method, path, audit }) => method === 'DELETE' && path.startsWith('/quartz/') && !audit)).toEqual([]);
    expect(writing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('a permission begins with its module, and every write has a title in the log', () => {
    const wrong = routes.filter(
      ({ method, access, audit, path }) => method !== 'GET' && method !== 'POST' && access.kind === 'perm' && !audit && path !== '',
    );
    expect(wrong).toEqual([]);
  });
});

describe('the licences of what is delivered', () => {
  const ALLOWED =
    /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|CC0-1\.0|CC-BY-4\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib|PostgreSQL|OFL-1\.1|Artistic-2\.0|WTFPL)( (OR|AND) [\w.-]+)*\)?$/;
  /** Looked at by a person: what it is, and why it may stay. */
  const REVIEWED: Record<string, string> = {
    'bpmn-js': 'MIT, with the clause that its logo stays visible in every drawing: decision 029',
  };
  interface Locked {
    packages: Record<string, { dev?: boolean; license?: string; optional?: boolean; link?: boolean }>;
  }

  it('are all on the list', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as Locked;
    const wrong = Object.entries(packages)
      .filter(([path, entry]) => path !== '' && !entry.dev && !entry.link)
      .map(([path, entry]) => {
        const manifest = join(root, path, 'package.json');
        const own = existsSync(manifest)
          ? (JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string | { type: string } }).license
          : undefined;
        return {
          name: path.split('node_modules/').at(-1) ?? path,
          licence: entry.license ?? (typeof own === 'object' ? own.type : own) ?? '(none)',
        };
      })
      .filter(({ name, licence }) => !ALLOWED.test(licence) && !(name in REVIEWED))
      .map(({ name, licence }) => `${name}: ${licence}`);
    expect([...new Set(wrong)]).toEqual([]);
  });

  it('and no package comes from anywhere but the registry, unpinned or unsigned', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as {
      packages: Record<string, { resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }>;
    };
    const wrong = Object.entries(packages)
      .filter(([path, entry]) => path !== '' && !entry.link && !entry.inBundle)
      .filter(
        ([, { resolved, integrity }]) => (resolved !== undefined && !resolved.startsWith('https://')) || !integrity?.startsWith('sha512-'),
      )
      .map(([path]) => path);
    expect(wrong).toEqual([]);
  });
});
