import { describe, expect, it } from 'vitest';
import { amzDate, authorization, canonicalRequest, EMPTY_HASH, type SignedCall, UNSIGNED } from './sigv4.ts';

const signature = (header: string) => /Signature=([0-9a-f]{64})$/.exec(header)?.[1];

/** Credentials, time and results of the published AWS SigV4 test suite (aws-sig-v4-test-suite). */
describe('the AWS test suite', () => {
  const signer = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  };
  const TIME = '20150830T123600Z';
  const call = (over: Partial<SignedCall>): SignedCall => ({
    method: 'GET',
    path: '/',
    query: [],
    headers: { Host: 'example.amazonaws.com', 'X-Amz-Date': TIME },
    payloadHash: EMPTY_HASH,
    ...over,
  });
  const cases: [name: string, over: Partial<SignedCall>, expected: string][] = [
    ['get-vanilla', {}, '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      {
        query: [
          ['Param2', 'value2'],
          ['Param1', 'value1'],
        ],
      },
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['get-vanilla-empty-query-key', { query: [['Param1', 'value1']] }, 'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb'],
    ['get-vanilla-utf8-query', { query: [['ሴ', 'bar']] }, '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04'],
    ['get-utf8', { path: '/ሴ' }, '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
    [
      'get-unreserved',
      { path: '/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' },
      '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
    ],
    ['post-vanilla', { method: 'POST' }, '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'post-header-key-sort',
      { method: 'POST', headers: { Host: 'example.amazonaws.com', 'My-Header1': 'value1', 'X-Amz-Date': TIME } },
      'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    ],
  ];
  it.each(cases)('%s', (_name, over, expected) => {
    const header = authorization(call(over), signer, TIME);
    expect(header).toContain('AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=');
    expect(signature(header)).toBe(expected);
  });
});

/** The examples of "Authenticating Requests: Using the Authorization Header" in the Amazon S3 API reference. */
describe('the S3 examples', () => {
  const signer = {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 's3',
  };
  const TIME = '20130524T000000Z';
  const host = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-date': TIME };

  it('GET object', () => {
    const call = {
      method: 'GET',
      path: '/test.txt',
      query: [],
      headers: { ...host, range: 'bytes=0-9', 'x-amz-content-sha256': EMPTY_HASH },
      payloadHash: EMPTY_HASH,
    };
    expect(signature(authorization(call, signer, TIME))).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  it('PUT object with the digest of its body', () => {
    const payloadHash = '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072';
    const call = {
      method: 'PUT',
      path: '/test$file.text',
      query: [],
      headers: {
        ...host,
        date: 'Fri, 24 May 2013 00:00:00 GMT',
        'x-amz-content-sha256': payloadHash,
        'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      },
      payloadHash,
    };
    expect(signature(authorization(call, signer, TIME))).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
  });

  it('GET bucket lifecycle and list, whose parameters have no value or an order', () => {
    const headers = { ...host, 'x-amz-content-sha256': EMPTY_HASH };
    const one = { method: 'GET', path: '/', query: [['lifecycle', '']] as const, headers, payloadHash: EMPTY_HASH };
    expect(signature(authorization(one, signer, TIME))).toBe('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543');
    const two = {
      ...one,
      query: [
        ['prefix', 'J'],
        ['max-keys', '2'],
      ] as const,
    };
    expect(signature(authorization(two, signer, TIME))).toBe('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7');
  });

  it('a body that only the connection protects is named, not digested', () => {
    const call = {
      method: 'PUT',
      path: '/a b',
      query: [],
      headers: { ...host, 'x-amz-content-sha256': UNSIGNED },
      payloadHash: UNSIGNED,
    };
    expect(canonicalRequest(call).split('\n')).toEqual([
      'PUT',
      '/a%20b',
      '',
      'host:examplebucket.s3.amazonaws.com',
      'x-amz-content-sha256:UNSIGNED-PAYLOAD',
      `x-amz-date:${TIME}`,
      '',
      'host;x-amz-content-sha256;x-amz-date',
      'UNSIGNED-PAYLOAD',
    ]);
    expect(amzDate(new Date('2013-05-24T00:00:00.000Z'))).toBe(TIME);
  });
});
