import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { framePolicy } from '../embed-page.ts';
import { serveWeb } from '../static.ts';

const root = mkdtempSync(join(tmpdir(), 'databrain-web-'));
const http = Fastify();
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), '<!doctype html>');
  http.get('/sjzt-datax/x', () => ({ ok: true }));
  await serveWeb(http, root);
  await http.ready();
});
afterAll(async () => {
  await http.close();
  rmSync(root, { recursive: true });
});

it('every answer keeps other windows, frames and origins out', async () => {
  for (const url of ['/', '/sjzt-datax/x', '/nothing.png']) {
    const { headers } = await http.inject({ method: 'GET', url });
    expect(headers, url).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
    // PDFs are shown in frames, from bytes that were fetched with the session
    expect(/frame-src ([^;]*)/.exec(policy)?.[1]).toBe("'self' blob:");
    expect(headers['access-control-allow-origin']).toBeUndefined();
  }
});

it('the folder of the pages gives nothing else away', async () => {
  for (const url of [
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
    '/%00',
    '/index.html%00.js',
    '//etc/passwd',
    '/..\\package.json',
  ]) {
    const { statusCode, payload } = await http.inject({ method: 'GET', url });
    expect(statusCode === 404 || statusCode === 400 || statusCode === 403 || payload.startsWith('<!doctype'), `${url} ${statusCode}`).toBe(
      true,
    );
  }
});

it('the page that others embed stands in frames of their origins alone, or of none, and is else as closed as all', () => {
  const one = framePolicy(['https://a.example.com', 'http://b.example.com:8080']);
  expect(one).toContain('frame-ancestors https://a.example.com http://b.example.com:8080;');
  expect(framePolicy([])).toContain("frame-ancestors 'none';");
  for (const policy of [one, framePolicy([])]) {
    expect(policy).not.toContain("frame-ancestors 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toBe("'self'");
  }
});
