import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { secretBox } from './secret-box.ts';

const box = secretBox(randomBytes(32));

it('opens what it sealed, for the same purpose only', () => {
  const sealed = box.seal('口令 🔑', 'source');
  expect(sealed).not.toContain('口令');
  expect(box.open(sealed, 'source')).toBe('口令 🔑');
  expect(() => box.open(sealed, 'sms')).toThrow();
  expect(() => secretBox(randomBytes(32)).open(sealed, 'source')).toThrow();
});

it('seals the same text differently each time and notices one changed byte', () => {
  const sealed = box.seal('x', 'source');
  expect(box.seal('x', 'source')).not.toBe(sealed);
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  expect(() => box.open(changed, 'source')).toThrow();
});

it('verifies signatures of its own purpose', () => {
  const signature = box.sign('file-1', 'view');
  expect(box.verify('file-1', 'view', signature)).toBe(true);
  expect(box.verify('file-2', 'view', signature)).toBe(false);
  expect(box.verify('file-1', 'other', signature)).toBe(false);
});
