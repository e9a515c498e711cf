// Finds Chromium and a Chinese font for the browser journeys; installs them when it may.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The shell has the engine without the windows that nobody sees: it takes a tenth less of a processor. */
const CANDIDATES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the browser, null when there is none; CHROMIUM names another one. */
export const findBrowser = () => [process.env.CHROMIUM, ...CANDIDATES].find((path) => path && existsSync(path)) ?? null;

function hasChineseFont() {
  if (process.platform !== 'linux') return true;
  const list = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' });
  return (list.stdout ?? '').trim() !== '';
}

const isDebian = () =>
  existsSync('/usr/bin/apt-get') && existsSync('/etc/os-release') && /debian|ubuntu/i.test(readFileSync('/etc/os-release', 'utf8'));

/** Null when browser and font are there, else the sentence that says what is missing. */
export function ensureBrowser() {
  const wanted = () => [
    ...(findBrowser() ? [] : ['chromium-headless-shell']),
    ...(hasChineseFont() ? [] : ['fonts-noto-cjk', 'fontconfig']),
  ];
  let missing = wanted();
  if (missing.length === 0) return null;
  if (process.getuid?.() === 0 && isDebian()) {
    console.log(`正在安装 ${missing.join('、')} …`);
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], { stdio: ['ignore', 'ignore', 'inherit'], env });
    missing = wanted();
    if (missing.length === 0) return null;
  }
  return `缺少浏览器测试所需的软件：${missing.join('、')}。请先安装（Debian/Ubuntu：sudo apt-get install chromium-headless-shell fonts-noto-cjk），或用环境变量 CHROMIUM 指定浏览器路径。`;
}
