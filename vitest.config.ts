import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { layTempFilesIntoMemory } from './kit/test/memory-temp.ts';
import { limitedForks } from './kit/test/worker-pool.ts';
import { plainPrograms } from './tools/programs.mjs';

layTempFilesIntoMemory();

// a second, the default, is less than a busy machine needs for one drawing of a page
const common = { restoreMocks: true, unstubEnvs: true, expect: { poll: { timeout: 10_000 } } };

const server = {
  ...common,
  environment: 'node',
  include: ['{app,demo,kit,modules,tools}/**/*.test.ts'],
  exclude: ['**/node_modules/**', '**/web/**'],
  globalSetup: ['kit/test/global-setup.ts'],
  pool: 'forks' as const,
  // for who hangs, not for who is slow: these tests have the lower priority of a run
  testTimeout: 180_000,
  hookTimeout: 120_000,
};

/**
 * Server tests share their worker with files before them, so that the server is loaded once for many files. These change what the modules
 * of a process have in common and get a process of their own; each says why. They run as the project `server-alone`.
 */
const ALONE = [
  'modules/system/server/auth/sign-in-hash.test.ts', // replaces the exports of @node-rs/argon2
  // these measure the memory of their process, where what other files left would hide growth
  'kit/server/excel/excel.test.ts',
  'modules/exports/server/exports.test.ts',
  'modules/system/server/push/push.test.ts',
  'modules/sources/server/adapter/{files,mysql,postgres-conformance,sqlite}.test.ts',
];

export default defineConfig({
  test: {
    maxWorkers: Number(process.env.VITEST_WORKERS ?? 2),
    slowTestThreshold: 5_000,
    // the parser's own words when a damaged statement ends it, which is what those tests are about
    onConsoleLog: (log) => !log.includes('panicked at crates/polyglot-sql'),
    projects: [
      {
        plugins: [plainPrograms()],
        test: { ...server, name: 'server', pool: limitedForks, isolate: false, exclude: [...server.exclude, ...ALONE] },
      },
      { plugins: [plainPrograms()], test: { ...server, name: 'server-alone', include: ALONE } },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          include: ['{app,kit,modules}/**/*.test.tsx', '{app,kit,modules}/**/web/**/*.test.ts'],
          isolate: false, // React and antd are loaded once for many files; the set-up gives each file a window like new
          setupFiles: ['kit/test/web-setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'start',
          environment: 'node',
          include: ['tests/start/**/*.test.ts'],
          globalSetup: ['tests/start/prepared.ts'],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...common,
          name: 'journeys',
          environment: 'node',
          include: ['tests/journeys/**/*.e2e.ts'],
          globalSetup: ['tests/start/prepared.ts'],
          // for who hangs, not for who is slow: each step of a story has a limit of its own
          testTimeout: 400_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
