import { chromium } from 'playwright-core';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--allow-file-access-from-files'] });
const p = await b.newPage({ viewport: { width: 1900, height: 1000 } });
await p.goto('file:///tmp/shots/' + (process.argv[2] ?? 'sheet.html'));
await p.screenshot({ path: '/tmp/shots/sheet.png', fullPage: true });
await b.close();
