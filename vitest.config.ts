import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

// a second, the default, is less than a busy machine needs for one drawing of a page
const common = { restoreMocks: true, unstubEnvs: true, expect: { poll: { timeout: 10_000 } } };

export default defineConfig({
  test: {
    maxWorkers: Number(process.env.VITEST_WORKERS ?? 2),
    slowTestThreshold: 5_000,
    // the parser's own words when a damaged statement ends it, which is what those tests are about
    onConsoleLog: (log) => !log.includes('panicked at crates/polyglot-sql'),
    projects: [
      {
        test: {
          ...common,
          name: 'server',
          environment: 'node',
          include: ['{app,demo,kit,modules,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/web/**'],
          globalSetup: ['kit/test/global-setup.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [react()],
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          include: ['{app,kit,modules}/**/*.test.tsx', '{app,kit,modules}/**/web/**/*.test.ts'],
          setupFiles: ['kit/test/web-setup.ts'],
          globals: true, // testing-library cleans up after each test through the global afterEach
          testTimeout: 60_000,
        },
      },
      {
        test: {
          ...common,
          name: 'start',
          environment: 'node',
          include: ['tests/start/**/*.test.ts'],
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
          globalSetup: ['tests/journeys/demo-company.ts'],
          testTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
