import { createHash, createHmac } from 'node:crypto';
import { createServer as createPlain, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecure } from 'node:https';
import type { AddressInfo } from 'node:net';

/** A fault injected into the next matching call. */
export interface Fault {
  /** `PUT`, or `PUT ?partNumber` for calls with that parameter */
  on: string;
  times: number;
  /** a status, a connection cut in the middle, or silence */
  how: number | 'cut' | 'silent' | 'ok-but-error';
}

export interface TestS3 {
  readonly port: number;
  /** objects by key */
  readonly objects: Map<string, { bytes: Buffer; time: Date }>;
  /** unfinished uploads in parts */
  readonly uploads: Map<string, { key: string; parts: Map<number, Buffer> }>;
  readonly calls: string[];
  readonly faults: Fault[];
  /** payload digests that were sent */
  readonly hashes: Set<string>;
  close(): Promise<void>;
}

interface Options {
  accessKey: string;
  secret: string;
  bucket: string;
  region: string;
  style: 'path' | 'virtual';
  tls?: { key: string; cert: string };
  pageSize?: number;
}

const sha = (data: string | Buffer) => createHash('sha256').update(data).digest('hex');
const mac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const error = (code: string) => `<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`;

/** Works out the signature of what arrived on the wire, from the raw address and headers: shares nothing with the code under test. */
function refusal(request: IncomingMessage, body: Buffer, { accessKey, secret, region }: Options): string | null {
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (!found) return 'AccessDenied';
  const [, key, day = '', place, names = '', signature] = found;
  if (key !== accessKey) return 'InvalidAccessKeyId';
  if (place !== region) return 'AuthorizationHeaderMalformed';
  const stamp = String(request.headers['x-amz-date']);
  const hash = String(request.headers['x-amz-content-sha256']);
  if (!stamp.startsWith(day)) return 'RequestTimeTooSkewed';
  for (const name of ['host', 'x-amz-date', 'x-amz-content-sha256']) if (!names.split(';').includes(name)) return 'AccessDenied';
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha(body)) return 'XAmzContentSHA256Mismatch';
  const [path = '', query = ''] = String(request.url).split('?');
  const sorted = query.split('&').filter(Boolean).sort().join('&');
  const lines = names.split(';').map((name) => `${name}:${String(request.headers[name])}\n`);
  const canonical = `${request.method}\n${path}\n${sorted}\n${lines.join('')}\n${names}\n${hash}`;
  const scope = `${day}/${region}/s3/aws4_request`;
  const signing = mac(mac(mac(mac(`AWS4${secret}`, day), region), 's3'), 'aws4_request');
  const expected = mac(signing, `AWS4-HMAC-SHA256\n${stamp}\n${scope}\n${sha(canonical)}`).toString('hex');
  return expected === signature ? null : 'SignatureDoesNotMatch';
}

/** A small S3 in this process, for tests: objects, uploads in parts and lists of one bucket, every signature checked. */
export async function startTestS3(options: Options): Promise<TestS3> {
  const { bucket, style, tls, pageSize = 1000 } = options;
  const objects: TestS3['objects'] = new Map();
  const uploads: TestS3['uploads'] = new Map();
  const calls: string[] = [];
  const faults: Fault[] = [];
  const hashes = new Set<string>();

  function fault(request: IncomingMessage, query: URLSearchParams): Fault['how'] | null {
    const at = faults.find(({ on, times }) => {
      const [method, parameter] = on.split(' ?');
      return times > 0 && method === request.method && (parameter === undefined || query.has(parameter));
    });
    if (at) at.times--;
    return at?.how ?? null;
  }

  function list(query: URLSearchParams): string {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after).toSorted();
    const page = keys.slice(0, pageSize);
    const more = keys.length > page.length;
    const items = page.map((key) => {
      const { bytes, time } = objects.get(key) ?? { bytes: Buffer.alloc(0), time: new Date(0) };
      return `<Contents><Key>${key}</Key><LastModified>${time.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`;
    });
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${items.join('')}</ListBucketResult>`;
  }

  function answer(request: IncomingMessage, response: ServerResponse, key: string, query: URLSearchParams, body: Buffer): void {
    const send = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) =>
      void response.writeHead(status, { 'content-length': String(Buffer.byteLength(text)), ...headers }).end(text);
    const uploadId = query.get('uploadId');
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && !upload) return send(404, error('NoSuchUpload'));
    const kept = objects.get(key);
    switch (`${request.method}${key === '' ? ' bucket' : upload ? ' part' : ''}`) {
      case 'HEAD bucket':
        return send(200);
      case 'GET bucket':
        return send(200, list(query));
      case 'POST': {
        const id = sha(`${key}${uploads.size}`).slice(0, 16);
        uploads.set(id, { key, parts: new Map() });
        return send(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      case 'PUT part':
        upload?.parts.set(Number(query.get('partNumber')), body);
        return send(200, '', { etag: `"${sha(body).slice(0, 32)}"` });
      case 'POST part': {
        const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&#34;([0-9a-f]+)&#34;<\/ETag>/g)];
        const parts = named.map(([, number, tag]) => {
          const part = upload?.parts.get(Number(number));
          return part && sha(part).startsWith(tag ?? '-') ? part : null;
        });
        if (parts.length !== upload?.parts.size || parts.includes(null)) return send(400, error('InvalidPart'));
        objects.set(key, { bytes: Buffer.concat(parts as Buffer[]), time: new Date() });
        uploads.delete(uploadId ?? '');
        return send(200, '<CompleteMultipartUploadResult/>');
      }
      case 'DELETE part':
        uploads.delete(uploadId ?? '');
        return send(204);
      case 'PUT':
        objects.set(key, { bytes: body, time: new Date() });
        return send(200);
      case 'DELETE':
        objects.delete(key);
        return send(204);
      default:
        if (!kept) return send(404, error('NoSuchKey'));
        return send(200, request.method === 'HEAD' ? '' : kept.bytes, { 'content-length': String(kept.bytes.length) });
    }
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(String(request.url), 'http://x');
    const how = fault(request, url.searchParams);
    calls.push(`${request.method} ${url.pathname}${url.search.replace(/=.*/, '')}`);
    if (how === 'silent') return;
    if (how === 'cut') return void request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    if (typeof how === 'number') return void response.writeHead(how).end(error('SlowDown'));
    if (how === 'ok-but-error') return void response.writeHead(200).end(error('InternalError'));
    hashes.add(String(request.headers['x-amz-content-sha256']));
    const path = decodeURIComponent(url.pathname).slice(1);
    const hostName = String(request.headers.host).replace(/:\d+$/, '');
    const isOurs = style === 'virtual' ? hostName.startsWith(`${bucket}.`) : path === bucket || path.startsWith(`${bucket}/`);
    const refused = refusal(request, body, options);
    if (refused) return void response.writeHead(403).end(error(refused));
    if (!isOurs) return void response.writeHead(404).end(error('NoSuchBucket'));
    answer(request, response, style === 'virtual' ? path : path.slice(bucket.length + 1), url.searchParams, body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response).catch(() => response.destroy());
  const server = tls ? createSecure(tls, listener) : createPlain(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    objects,
    uploads,
    calls,
    faults,
    hashes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
