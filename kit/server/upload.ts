import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import type { App, Ctx } from './ctx.ts';

/** An uploaded file while its call runs; it is gone from `path` when the call has been answered. */
export interface Upload {
  /** random, the same when a transaction is tried again: a name under which to store the file */
  readonly token: string;
  /** what the browser called it, without folders; never a path of ours */
  readonly fileName: string;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

/** What arrived with a multipart call. */
export interface Received {
  readonly fields: Readonly<Record<string, string>>;
  readonly upload: Upload | null;
  discard(): Promise<void>;
}

/** No upload is larger, whatever a module's own limit says. */
export const UPLOAD_CEILING_MB = 200;

const received = new WeakMap<FastifyRequest, Received>();

/**
 * Receives a multipart body into a temporary file before the handler runs, so that a slow sender holds no database connection.
 * One file, field `file`; text fields become the body. Throws file.tooLarge and leaves nothing behind.
 */
export async function receiveUpload(app: App, request: FastifyRequest): Promise<Received> {
  const folder = join(app.settings.dataDir, 'tmp');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `upload-${randomBytes(16).toString('hex')}`);
  const discard = () => rm(path, { force: true });
  const fields: Record<string, string> = {};
  let upload: Upload | null = null;
  try {
    for await (const part of request.parts({ limits: { fileSize: UPLOAD_CEILING_MB * 1_048_576, files: 1 } }))
      if (part.type === 'file') upload = await store(part, path);
      else fields[part.fieldname] = String(part.value);
  } catch (error) {
    await discard();
    throw partError(error);
  }
  const result = { fields, upload, discard };
  received.set(request, result);
  return result;
}

async function store(part: MultipartFile, path: string): Promise<Upload | null> {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  // a sender that goes away before the bytes flow must not end the process; the pipeline reports it
  part.file.on('error', () => undefined);
  // opened before the bytes flow: a file that is still being opened could not be removed after a failure
  const handle = await open(path, 'wx', 0o600);
  await pipeline(part.file, meter, handle.createWriteStream());
  if (part.file.truncated) throw new AppError('file.tooLarge', `文件大小不能超过${UPLOAD_CEILING_MB}MB`);
  if (part.fieldname !== 'file') {
    await unlink(path);
    return null;
  }
  return { token: randomBytes(16).toString('hex'), fileName: baseName(part.filename), path, size, sha256: hash.digest('hex') };
}

/** The part after the last slash of either kind, without control characters and those that turn the direction of reading (gnp.exe). */
export const baseName = (name: string): string =>
  // oxlint-disable-next-line no-control-regex
  (name.split(/[/\\]/).at(-1) ?? '').replace(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, '').slice(-200);

function partError(error: unknown): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('file.tooLarge', `文件大小不能超过${UPLOAD_CEILING_MB}MB`);
  if (code === 'FST_FILES_LIMIT') return new AppError('input.invalid', '一次只能上传一个文件');
  // a body that ends early or has no boundary
  if (
    error instanceof Error &&
    /Unexpected end of multipart|Multipart: Boundary|Malformed part header|premature close/i.test(error.message)
  )
    return new AppError('input.invalid', '上传内容不完整，请重新上传', null, { cause: error });
  return error;
}

/** The file of the present call. Throws input.invalid when none was sent, file.tooLarge above `maxMB`. */
export function uploadOf(ctx: Ctx, maxMB: number): Upload {
  const upload = received.get(ctx.request)?.upload;
  if (!upload) throw new AppError('input.invalid', '请选择要上传的文件');
  if (upload.size > maxMB * 1_048_576) throw new AppError('file.tooLarge', `文件大小不能超过${maxMB}MB`);
  if (upload.size === 0) throw new AppError('input.invalid', '文件内容为空，请重新选择');
  return upload;
}
