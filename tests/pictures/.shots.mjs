import { createServer } from 'vite';
import { chromium } from 'playwright-core';
const root = '/work/main';
const server = await createServer({
  root,
  configFile: false,
  cacheDir: '/tmp/h-maps-vite',
  server: { port: 0, host: '127.0.0.1', fs: { allow: [root] }, watch: null },
  logLevel: 'error',
  optimizeDeps: { entries: ['tests/pictures/maps.html'] },
});
await server.listen();
const url = server.resolvedUrls.local[0] + 'tests/pictures/maps.html';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const p = await b.newPage({ viewport: { width: 1920, height: 1080 } });
p.on('console', (m) => console.log('console', m.type(), m.text()));
p.on('pageerror', (e) => console.log('ERR', e.message));
await p.goto(url);
await p.waitForFunction(() => window.draw, null, { timeout: 60000 });
const list = JSON.parse(process.argv[2]);
for (const [name, pic] of list) {
  const r = await p.evaluate((x) => window.draw(x), pic);
  await p.waitForTimeout(300);
  await p.locator('#stage').screenshot({ path: `/tmp/shots/${name}.png` });
  console.log(name, r.notes, r.summary.slice(0, 80));
}
await b.close();
await server.close();
