import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { placeName, readRegionFile } from './region-file.ts';
import { regionIn, regionsOf, type RegionOf } from './regions.ts';

const app = startApp();

/** An xdb file of structure 3 with one range. */
function xdb(first: Buffer, last: Buffer, text: string): Buffer {
  const isWide = first.length === 16;
  const name = Buffer.from(text);
  const [nameAt, indexAt] = [256, 256 + name.length];
  const block = Buffer.alloc(2 * first.length + 6);
  // IPv4 stands in little endian, IPv6 as it is sent
  (isWide ? first : Buffer.from(first).reverse()).copy(block, 0);
  (isWide ? last : Buffer.from(last).reverse()).copy(block, first.length);
  block.writeUInt16LE(name.length, 2 * first.length);
  block.writeUInt32LE(nameAt, 2 * first.length + 2);
  const header = Buffer.alloc(256);
  header.writeUInt16LE(3, 0);
  header.writeUInt32LE(indexAt, 8);
  header.writeUInt32LE(indexAt, 12);
  header.writeUInt16LE(isWide ? 6 : 4, 16);
  return Buffer.concat([header, name, block]);
}
const v4 = xdb(Buffer.from([203, 0, 113, 0]), Buffer.from([203, 0, 113, 255]), '中国|浙江省|宁波市|电信|CN');
const v6 = xdb(
  Buffer.from('240e0000000000000000000000000000', 'hex'),
  Buffer.from(`240e00ff${'f'.repeat(24)}`, 'hex'),
  '中国|广东省|0|电信|CN',
);

describe('region of an address', () => {
  let regionOf: RegionOf;
  beforeAll(async () => void (regionOf = await regionsOf(app.node.app)));

  it.each([
    ['218.4.167.70', '江苏省 苏州市'],
    ['::ffff:120.24.78.68', '广东省 深圳市'],
    ['101.227.1.1', '上海市'],
    ['202.82.0.1', '中国香港'],
    ['168.95.1.1', '中国台湾省'],
    ['8.8.8.8', '美国'],
    ['127.0.0.1', '本机'],
    ['::1', '本机'],
    ['10.1.2.3', '内网'],
    ['172.16.0.9', '内网'],
    ['192.168.1.1', '内网'],
    ['fd12:3456::1', '内网'],
    ['fe80::1%eth0', null],
    ['240e:47d:c20:1627:30a3:ba0d:a5e6:ec19', null],
    ['224.0.0.1', null],
    ['nonsense', null],
    [null, null],
  ])('of %s is %s', (address, region) => expect(regionOf(address)).toBe(region));

  it('comes from files of the company where they stand, IPv6 too', () => {
    const tables = { v4: readRegionFile(v4, 'xdb'), v6: readRegionFile(v6, 'xdb') };
    expect(regionIn(tables, '203.0.113.7')).toBe('浙江省 宁波市');
    expect(regionIn(tables, '203.0.114.7')).toBeNull();
    expect(regionIn(tables, '203.0.112.255')).toBeNull();
    expect(regionIn(tables, '240e:47::1')).toBe('广东省');
    expect(regionIn(tables, '240f::1')).toBeNull();
  });

  it('survives a file that is none', async () => {
    mkdirSync(join(app.node.app.settings.dataDir, 'regions'), { recursive: true });
    writeFileSync(join(app.node.app.settings.dataDir, 'regions/ip2region_v4.xdb'), 'no data');
    writeFileSync(join(app.node.app.settings.dataDir, 'regions/ip2region_v6.xdb'), v6);
    const again = await regionsOf({ ...app.node.app });
    expect(again('218.4.167.70')).toBe('江苏省 苏州市');
    expect(again('240e:1::1')).toBe('广东省');
  });

  it('says neither 0 nor the same name twice', () => {
    expect(placeName('中国', '北京', '北京市')).toBe('北京市');
    expect(placeName('中国', '', '')).toBe('中国');
    expect(placeName('', '', '内网IP')).toBeNull();
  });
});
