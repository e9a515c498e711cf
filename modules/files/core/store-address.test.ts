import { describe, expect, it } from 'vitest';
import { parseStoreAddress } from './store-address.ts';

describe('FILE_STORE', () => {
  it('reads both kinds', () => {
    expect(parseStoreAddress('local')).toEqual({ kind: 'local' });
    expect(parseStoreAddress('s3://AKIA1@s3.example.com/my-bucket')).toEqual({
      kind: 's3',
      accessKey: 'AKIA1',
      host: 's3.example.com',
      port: null,
      tls: true,
      bucket: 'my-bucket',
      prefix: '',
      region: 'us-east-1',
      style: 'path',
    });
    expect(parseStoreAddress('s3://a%2Fb@10.0.0.7:9000/files/databrain/prod?region=cn-north-1&style=virtual&tls=off')).toMatchObject({
      accessKey: 'a/b',
      host: '10.0.0.7',
      port: 9000,
      tls: false,
      bucket: 'files',
      prefix: 'databrain/prod/',
      region: 'cn-north-1',
      style: 'virtual',
    });
    expect(parseStoreAddress('s3://a@minio:80/bucket?tls=off')).toMatchObject({ port: 80 });
  });

  it.each([
    ['', '无法识别'],
    ['S3://a@h/bucket', '无法识别'],
    ['file:///etc', '无法识别'],
    ['s3://h/bucket', '缺少访问密钥编号'],
    ['s3://a@/bucket', '格式不正确'],
    ['s3://a@h:99999/bucket', '格式不正确'],
    ['s3://a@h', '存储桶名称不正确'],
    ['s3://a@h/My_Bucket', '存储桶名称不正确'],
    ['s3://a@h/bucket/目录', '目录只能由字母'],
    ['s3://a@h/bucket?regoin=x', '含有不支持的选项'],
    ['s3://a@h/bucket?tls=yes', 'tls 只能是 on、off'],
    ['s3://a@h/bucket?style=dns', 'style 只能是 path、virtual'],
    ['s3://a@h/bucket?region=..%2F', 'region 不正确'],
  ])('refuses %s in one sentence', (text, why) => {
    expect(() => parseStoreAddress(text)).toThrow(why);
  });

  it('never repeats a secret that stands in the wrong place', () => {
    expect(() => parseStoreAddress('s3://key:hunter2@h/bucket')).toThrow('FILE_STORE_SECRET');
    for (const text of ['s3://key:hunter2@h/bucket', 's3://hunter2', 'hunter2', 's3://a@h/bucket?secret=hunter2'])
      expect(() => parseStoreAddress(text)).not.toThrow('hunter2');
  });
});
