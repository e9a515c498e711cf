import { spawnSync } from 'node:child_process';

const run = spawnSync('npx', ['tsx', 'tools/bench/main.ts', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, npm_config_update_notifier: 'false' },
});
process.exit(run.status ?? 1);
