// npm run dev: server with restart on change, front end with hot reload, one command, one address.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { refuseNode } from './node-version.mjs';
import { root } from './modules.mjs';
import { missingPackages } from './stamp.mjs';
import { install } from './install.mjs';

const refusal = refuseNode(process.version);
if (refusal) {
  console.error(refusal);
  process.exit(1);
}
process.chdir(root);
if (missingPackages({ all: true }).length > 0) await install();

const port = Number(process.env.PORT || 8000);
const apiPort = Number(process.env.API_PORT || port + 1);
const host = process.env.HOST || '127.0.0.1';
const bin = (name) => join(root, 'node_modules/.bin', name);
const children = [
  spawn(bin('tsx'), ['watch', '--clear-screen=false', '--include', 'modules/*/server/migrations/*.sql', 'app/server/main.ts'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(apiPort), HOST: '127.0.0.1' },
    detached: true, // a second signal makes tsx kill the server: Ctrl-C must reach it through us alone
  }),
  spawn(bin('vite'), ['--port', String(port), '--host', host, '--strictPort'], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: String(port), API_PORT: String(apiPort) },
  }),
];
console.log(`开发服务：http://${host === '0.0.0.0' ? 'localhost' : host}:${port}/（接口 ${apiPort}）`);

let stopping = false;
const stop = (code) => {
  if (stopping) return;
  stopping = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
};
process.on('SIGINT', () => stop(0));
process.on('SIGTERM', () => stop(0));
for (const child of children) child.on('close', (code) => stop(code ?? 0));
