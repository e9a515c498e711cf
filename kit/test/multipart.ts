import { randomBytes } from 'node:crypto';

/** A multipart body with one file, as a browser sends it: `app.admin('POST', path, ...multipart('a.txt', bytes))`. */
export function multipart(
  fileName: string,
  bytes: Uint8Array,
  options: { field?: string; type?: string; fields?: Readonly<Record<string, string>> } = {},
): [body: Buffer, headers: Record<string, string>] {
  const boundary = `----databrain${randomBytes(8).toString('hex')}`;
  const { field = 'file', type = 'application/octet-stream', fields = {} } = options;
  const texts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `${texts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return [body, { 'content-type': `multipart/form-data; boundary=${boundary}` }];
}
