// Installs exactly what the lock file says. Node alone.
import { spawn } from 'node:child_process';
import { root } from './modules.mjs';

/** A failure told in one sentence; the program that failed has already said the rest. */
export class Failure extends Error {
  constructor(sentence) {
    super(sentence);
    this.sentence = sentence;
  }
}

/** Runs a program in our process group and terminal; signals for us end it too. */
export function run(command, args, { env = process.env, sentence }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', env });
    const forward = (signal) => child.kill(signal);
    const stop = () => {
      process.off('SIGINT', forward);
      process.off('SIGTERM', forward);
    };
    process.on('SIGINT', forward);
    process.on('SIGTERM', forward);
    child.on('error', (error) => {
      stop();
      reject(new Failure(`${sentence}（${error.message}）`));
    });
    child.on('close', (code, signal) => {
      stop();
      if (signal) process.exit(signal === 'SIGINT' ? 130 : 143);
      if (code === 130 || code === 143) process.exit(code);
      if (code === 0) resolve();
      else reject(new Failure(sentence));
    });
  });
}

/** `npm ci`, with what building needs even under NODE_ENV=production. */
export async function install() {
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const sentence = '依赖安装失败，请检查网络和 npm 镜像设置，然后重新执行。';
  if (npm && /npm-cli\.[cm]?js$/.test(npm)) await run(process.execPath, [npm, ...args], { sentence });
  else await run('npm', args, { sentence });
}
