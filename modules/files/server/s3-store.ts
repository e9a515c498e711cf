import { stat } from 'node:fs/promises';
import { AppError } from '#kit/contract/errors.ts';
import type { S3Address } from '../core/store-address.ts';
import type { FileStore } from './file-store.ts';
import { assertStoredName } from './stored-name.ts';
import { elementOf, s3Client, S3Error, type S3Options } from './s3-client.ts';

/** Larger files are sent in parts. */
const ONE_PUT = 64 * 1_048_576;
/** Size of a part: stores take at most 10,000 parts of at least 5 MB. */
const PART = 16 * 1_048_576;

interface Limits {
  readonly onePut?: number;
  readonly part?: number;
}

/** Callers get "storage unavailable"; the store's own message goes to the log. */
async function whileAvailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new AppError('server.unavailable', '文件存储暂时无法使用，请稍后重试', null, { cause: error });
  }
}

const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** File store in a bucket of an S3-compatible service; names get the prefix of the address. */
export function s3Store(address: S3Address, secretKey: string, options: S3Options & Limits = {}): FileStore {
  const client = s3Client(address, secretKey, options);
  const { onePut = ONE_PUT, part = PART } = options;
  const keyOf = (name: string): string => address.prefix + assertStoredName(name);

  async function sizeOf(key: string): Promise<number | null> {
    const answer = await client.send({ method: 'HEAD', key, accept: [404] });
    answer.resume();
    return answer.statusCode === 404 ? null : Number(answer.headers['content-length']);
  }

  async function putParts(key: string, path: string, size: number): Promise<void> {
    const begun = await client.text({ method: 'POST', key, query: [['uploads', '']] });
    const uploadId = elementOf(begun.text, 'UploadId');
    if (!uploadId) throw new Error('the file store began no upload in parts');
    try {
      const tags: string[] = [];
      for (let start = 0; start < size; start += part) {
        const { answer } = await client.text({
          method: 'PUT',
          key,
          query: [
            ['partNumber', String(tags.length + 1)],
            ['uploadId', uploadId],
          ],
          body: { path, start, size: Math.min(part, size - start) },
        });
        tags.push(String(answer.headers.etag ?? ''));
      }
      await complete(key, uploadId, tags, size);
    } catch (error) {
      // otherwise incomplete parts would stay in the bucket and be charged
      await client.text({ method: 'DELETE', key, query: [['uploadId', uploadId]], accept: [404] }).catch(() => undefined);
      throw error;
    }
  }

  async function complete(key: string, uploadId: string, tags: readonly string[], size: number): Promise<void> {
    const parts = tags.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`).join('');
    const body = { text: `<CompleteMultipartUpload>${parts}</CompleteMultipartUpload>` };
    const { answer, text } = await client.text({ method: 'POST', key, query: [['uploadId', uploadId]], body, accept: [404] });
    // stores answer 200 first and the failure in the document; 404 after a lost answer may mean that it is complete already
    const code = elementOf(text, 'Code');
    if (code === null && answer.statusCode !== 404) return;
    if ((await sizeOf(key)) !== size) throw new S3Error(answer.statusCode ?? 0, code ?? '', 'POST');
  }

  return {
    kind: 's3',
    async check() {
      const answer = await client.send({ method: 'HEAD', key: '' });
      answer.resume();
    },
    async put(name, path) {
      const key = keyOf(name);
      const { size } = await stat(path);
      await whileAvailable(async () => {
        if (size > onePut) await putParts(key, path, size);
        else await client.text({ method: 'PUT', key, body: { path, start: 0, size } });
      });
    },
    async read(name) {
      const key = keyOf(name);
      const answer = await whileAvailable(() => client.send({ method: 'GET', key, accept: [404] }));
      if (answer.statusCode !== 404) return { body: answer, size: Number(answer.headers['content-length']) };
      answer.resume();
      return null;
    },
    async remove(name) {
      const key = keyOf(name);
      await whileAvailable(() => client.text({ method: 'DELETE', key, accept: [404] }));
    },
    async *list() {
      let token: string | null = null;
      do {
        const { text }: { text: string } = await client.text({
          method: 'GET',
          key: '',
          query: [['list-type', '2'], ['prefix', address.prefix], ...(token === null ? [] : [['continuation-token', token] as const])],
        });
        for (const [, item = ''] of text.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          const name = (elementOf(item, 'Key') ?? '').slice(address.prefix.length);
          yield { name, size: Number(elementOf(item, 'Size')), time: new Date(elementOf(item, 'LastModified') ?? 0) };
        }
        token = elementOf(text, 'IsTruncated') === 'true' ? elementOf(text, 'NextContinuationToken') : null;
      } while (token !== null);
    },
    close: () => client.close(),
  };
}
