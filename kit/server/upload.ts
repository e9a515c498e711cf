import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, open, rm, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#kit/contract/errors.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { Account, App, Ctx } from './ctx.ts';

/** An uploaded temporary file, deleted when its call has been answered. */
export interface Upload {
  /** random name for storing the file; stays the same when the transaction is retried */
  readonly token: string;
  /** original file name without folders; never used as a path */
  readonly fileName: string;
  /** the name exceeded 200 characters or contained invisible or bidirectional control characters */
  readonly isOddName: boolean;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** aborted when the client disconnects */
  readonly signal: AbortSignal;
}

/** Handling of an upload outside of the call's transaction, so that a slow client or store holds no database connection. */
export interface UploadRules {
  /** size limit in megabytes for this caller; may throw to refuse before anything is read */
  maxMB(app: App, account: Account): Promise<number>;
  /** validates and stores the file; the returned function removes it again unless a handler calls `retainUpload` */
  place?(app: App, upload: Upload, account: Account): Promise<() => Promise<void>>;
}

/** The same for a route that anybody may call: the request itself says for what it sends, before its body is read. */
export interface OpenUploadRules {
  maxMB(app: App, request: FastifyRequest): Promise<number>;
  place(app: App, upload: Upload, request: FastifyRequest): Promise<() => Promise<void>>;
}
/** Rules for one request. */
interface BoundRules {
  readonly maxMB: (app: App) => Promise<number>;
  readonly place?: (app: App, upload: Upload) => Promise<() => Promise<void>>;
}

/** Parsed multipart body. */
export interface Received {
  readonly fields: Readonly<Record<string, string>>;
  readonly upload: Upload | null;
  discard(): Promise<void>;
}

const MB = 1_048_576;
/** Size limit in megabytes for routes without rules. */
const PLAIN_MAX_MB = 200;
/** Absolute size limit in megabytes, whatever the rules say. */
export const UPLOAD_CEILING_MB = 2048;
/** Allowance for multipart boundaries and headers. */
const WRAPPING = MB;
/** Time without new bytes after which an upload is aborted. */
const SILENCE_MS = 60_000;
/** How long a refused client may continue sending, because many read the reply only afterwards. */
const LINGER_MS = 5_000;
const LIMITS = { files: 1, fields: 20, parts: 24, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 50 };

const rules = new WeakMap<AnyRoute, (request: FastifyRequest, account: Account | null) => BoundRules | null>();
/** Registers size limit and storage of a multipart route. */
export function uploadRules(route: AnyRoute, own: UploadRules): void {
  rules.set(
    route,
    (_, account) =>
      account && {
        maxMB: (app) => own.maxMB(app, account),
        ...(own.place && { place: (app, upload) => own.place!(app, upload, account) }),
      },
  );
}
/** Registers size limit and storage of a multipart route without sign-in. */
export function openUploadRules(route: AnyRoute, own: OpenUploadRules): void {
  rules.set(route, (request) => ({
    maxMB: (app) => own.maxMB(app, request),
    place: (app, upload) => own.place(app, upload, request),
  }));
}

interface Known {
  readonly received: Received;
  isKept: boolean;
}
const known = new WeakMap<FastifyRequest, Known>();

const tooLarge = (maxMB: number): AppError => new AppError('file.tooLarge', `文件大小不能超过${maxMB}MB`);

/** Temporary files carry host and process id: a start removes those of dead processes. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const LIFE = randomBytes(4).toString('hex');
const OWN_UPLOAD = `upload-${HERE}-${process.pid}-${LIFE}-`;
const onItsWay = new Set<string>();
let isListening = false;
/** Removes unfinished uploads when the process exits. */
function unlinkAtExit(path: string): void {
  onItsWay.add(path);
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const one of onItsWay) rmSync(one, { force: true });
  });
}

/** True for a temporary file whose process on this machine has ended. */
export function isAbandonedUpload(name: string): boolean {
  const [, here, pid, life] = /^upload-([0-9a-f]{8})-(\d+)-([0-9a-f]{8})-/.exec(name) ?? [];
  if (here !== HERE || (Number(pid) === process.pid && life === LIFE)) return false;
  if (Number(pid) === process.pid) return true;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** A signal that aborts when the connection closes before the call has been answered. */
function leaving({ raw }: FastifyRequest): { signal: AbortSignal; forget: () => void } {
  const left = new AbortController();
  const leave = () => left.abort(new AppError('input.invalid', '上传已中断'));
  raw.socket.once('close', leave);
  return { signal: left.signal, forget: () => void raw.socket.off('close', leave) };
}

/**
 * Receives a multipart body into a temporary file before the handler runs: one file in field `file`, text fields become the body. Throws
 * file.tooLarge, input.invalid and whatever the rules throw; cleans up on failure.
 */
export async function receiveUpload(app: App, request: FastifyRequest, route: AnyRoute, account: Account | null): Promise<Received> {
  const own = rules.get(route)?.(request, account);
  const maxMB = own ? Math.min(await own.maxMB(app), UPLOAD_CEILING_MB) : PLAIN_MAX_MB;
  const folder = join(app.settings.dataDir, 'tmp');
  const path = join(folder, `${OWN_UPLOAD}${randomBytes(16).toString('hex')}`);
  unlinkAtExit(path);
  const { signal, forget } = leaving(request);
  let takeBack: (() => Promise<void>) | undefined;
  const discard = async () => {
    await rm(path, { force: true });
    onItsWay.delete(path);
    forget();
    if (!known.get(request)?.isKept) await takeBack?.();
  };
  try {
    if (Number(request.headers['content-length'] ?? 0) > maxMB * MB + WRAPPING) throw tooLarge(maxMB);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { fields, upload } = await readParts(request, path, maxMB, signal);
    if (upload && own?.place) takeBack = await own.place(app, upload);
    const received = { fields, upload, discard };
    known.set(request, { received, isKept: false });
    return received;
  } catch (error) {
    await discard();
    letGo(request);
    throw partError(error, maxMB);
  }
}

async function readParts(
  request: FastifyRequest,
  path: string,
  maxMB: number,
  signal: AbortSignal,
): Promise<Pick<Received, 'fields' | 'upload'>> {
  const fields: Record<string, string> = {};
  let upload: Upload | null = null;
  // a client that stalls in the middle of a body would hold the connection forever
  const silence = setTimeout(() => request.raw.destroy(), SILENCE_MS).unref();
  // exactly 2 GiB does not fit the size column
  const maxBytes = Math.min(maxMB * MB, UPLOAD_CEILING_MB * MB - 1);
  try {
    for await (const part of request.parts({ limits: { ...LIMITS, fileSize: maxBytes + 1 } }))
      if (part.type === 'file') {
        const stored = await store(part, path, maxBytes, () => silence.refresh());
        upload = stored && { ...stored, signal };
      } else fields[part.fieldname] = String(part.value);
  } finally {
    clearTimeout(silence);
  }
  return { fields, upload };
}

async function store(part: MultipartFile, path: string, maxBytes: number, onBytes: () => void): Promise<Omit<Upload, 'signal'> | null> {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      onBytes();
      hash.update(chunk);
      size += chunk.length;
      // refused at once, not at the end of the body
      if (size > maxBytes) done(tooLarge(Math.ceil(maxBytes / MB)));
      else done(null, chunk);
    },
  });
  // a client that disconnects early must not crash the process; the pipeline reports the error
  part.file.on('error', () => undefined);
  // opened first: a file that is still being opened could not be removed after a failure
  const handle = await open(path, 'wx', 0o600);
  await pipeline(part.file, meter, handle.createWriteStream());
  if (part.fieldname !== 'file') {
    await unlink(path);
    return null;
  }
  const given = lastPart(part.filename);
  const fileName = baseName(part.filename);
  return {
    token: randomBytes(16).toString('hex'),
    fileName,
    isOddName: fileName !== given,
    path,
    size,
    sha256: hash.digest('hex'),
  };
}

const lastPart = (name: string): string => name.split(/[/\\]/).at(-1) ?? '';

/** Last path segment of a name, without control and bidirectional characters (which can disguise extensions). */
export const baseName = (name: string): string =>
  lastPart(name)
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-200);

/** Drains a refused body for a moment before closing the connection; otherwise the client sees a connection reset instead of the reply. */
function letGo(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.complete || raw.destroyed) return;
  const timer = setTimeout(() => raw.destroy(), LINGER_MS).unref();
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
  raw.resume();
}

function partError(error: unknown, maxMB: number): unknown {
  const { code = '' } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxMB);
  if (code === 'FST_FILES_LIMIT') return new AppError('input.invalid', '一次只能上传一个文件');
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT') return new AppError('input.invalid', '上传内容含有过多字段');
  // a truncated body or a missing boundary
  if (
    error instanceof Error &&
    /Unexpected end of multipart|Multipart: Boundary|Malformed part header|premature close|terminated early/i.test(error.message)
  )
    return new AppError('input.invalid', '上传内容不完整，请重新上传', null, { cause: error });
  return error;
}

/** The uploaded file of the current call. Throws input.invalid when none was sent, file.tooLarge above `maxMB`. */
export function uploadOf(ctx: Ctx, maxMB: number = UPLOAD_CEILING_MB): Upload {
  const upload = known.get(ctx.request)?.received.upload;
  if (!upload) throw new AppError('input.invalid', '请选择要上传的文件');
  assertSize(upload, maxMB);
  return upload;
}

/** Throws file.tooLarge above `maxMB`, input.invalid for an empty file. */
export function assertSize(upload: Pick<Upload, 'size'>, maxMB: number): void {
  if (upload.size > maxMB * MB) throw tooLarge(maxMB);
  if (upload.size === 0) throw new AppError('input.invalid', '文件内容为空，请重新选择');
}

/** Keeps the stored file once the transaction commits; without it the file is removed. */
export function retainUpload(ctx: Ctx): void {
  const found = known.get(ctx.request);
  if (found) ctx.afterCommit(() => void (found.isKept = true));
}
