import { describe, expect, it } from 'vitest';
import { addressTest, assertAddresses } from './address-list.ts';

describe('a list of addresses', () => {
  it.each([
    ['10.1.2.3', '10.1.2.3', true],
    ['10.1.2.3', '10.1.2.4', false],
    ['10.0.0.0/8，192.168.1.0/24', '192.168.1.77', true],
    ['10.0.0.0/8; 192.168.1.0/24', '192.168.2.1', false],
    ['10.0.0.0/8', '::ffff:10.2.3.4', true],
    ['::ffff:10.0.0.0/104', '10.2.3.4', true],
    ['2001:db8::/32', '2001:db8:1::5', true],
    ['2001:db8::/32', '2001:db9::5', false],
    ['::1', '::1', true],
    ['fe80::/10', 'fe80::1%eth0', true],
    ['0.0.0.0/0', '8.8.8.8', true],
    ['0.0.0.0/0', '::1', false],
    ['0.0.0.0/0', '', false],
    ['0.0.0.0/0', 'unknown', false],
    // stored by an older version: holds nobody, as an allowed list it lets nobody in
    ['10.1.2', '10.1.2.3', false],
  ])('%s holds %s: %s', (list, address, isIn) => {
    expect(addressTest(list)!(address)).toBe(isIn);
  });

  it('that is empty says nothing', () => {
    expect(addressTest(null)).toBeNull();
    expect(addressTest(' , ')).toBeNull();
  });

  it.each([
    '10.1.2',
    '10.1.2.3/33',
    '10.1.2.3/',
    '10.1.2.3/8/8',
    '10.1.2.3/-1',
    '::1/129',
    'fe80::1%eth0',
    '::ffff:10.0.0.0/24',
    'localhost',
    '10.1.2.3/a',
  ])('is refused with %s in it', (part) => {
    expect(() => assertAddresses(`10.0.0.1, ${part}`, 'deny')).toThrow(part);
  });

  it('is taken with addresses and networks of both families', () => {
    expect(() => assertAddresses('10.0.0.1,10.0.0.0/8;2001:db8::1\n::/0', 'deny')).not.toThrow();
    expect(() => assertAddresses(null, 'deny')).not.toThrow();
  });
});
