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

/** An uploaded file while its call runs; it is gone from `path` when the call has been answered. */
export interface Upload {
  /** random, the same when a transaction is tried again: a name under which to store the file */
  readonly token: string;
  /** what the browser called it, without folders; never a path of ours */
  readonly fileName: string;
  /** the name held more than 200 characters, or such that nobody sees or that turn the direction of reading */
  readonly isOddName: boolean;
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** aborted when the sender leaves */
  readonly signal: AbortSignal;
}

/** What a route makes of its upload outside of the call's transaction: a slow sender or a slow store holds no database connection. */
export interface UploadRules {
  /** most megabytes for this caller; throws to refuse before anything is read */
  maxMB(app: App, account: Account): Promise<number>;
  /** checks the file and puts it where it stays; the result takes it back when no handler has called `retainUpload` */
  place?(app: App, upload: Upload, account: Account): Promise<() => Promise<void>>;
}

/** What arrived with a multipart call. */
export interface Received {
  readonly fields: Readonly<Record<string, string>>;
  readonly upload: Upload | null;
  discard(): Promise<void>;
}

const MB = 1_048_576;
/** Largest upload of a route without rules of its own. */
const PLAIN_MAX_MB = 200;
/** No upload is larger, whatever a module's own limit says. */
export const UPLOAD_CEILING_MB = 2048;
/** What surrounds the file in a multipart body. */
const WRAPPING = MB;
/** A sender that keeps silent for so long is given up. */
const SILENCE_MS = 60_000;
/** So long a refused sender may go on, because many read the answer only then. */
const LINGER_MS = 5_000;
const LIMITS = { files: 1, fields: 20, parts: 24, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 50 };

const rules = new WeakMap<AnyRoute, UploadRules>();
/** Gives a multipart route its own limit and place. */
export const uploadRules = (route: AnyRoute, own: UploadRules): void => void rules.set(route, own);

interface Known {
  readonly received: Received;
  isKept: boolean;
}
const known = new WeakMap<FastifyRequest, Known>();

const tooLarge = (maxMB: number): AppError => new AppError('file.tooLarge', `文件大小不能超过${maxMB}MB`);

/** Files on their way name their process: a start removes those of processes that have ended. */
const HERE = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const LIFE = randomBytes(4).toString('hex');
const OWN_UPLOAD = `upload-${HERE}-${process.pid}-${LIFE}-`;
const onItsWay = new Set<string>();
let isListening = false;
/** A process that stops takes along what was still on its way. */
function unlinkAtExit(path: string): void {
  onItsWay.add(path);
  if (isListening) return;
  isListening = true;
  process.once('exit', () => {
    for (const one of onItsWay) rmSync(one, { force: true });
  });
}

/** True for the name of an upload that nobody will finish: its process on this machine has ended. */
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

/** Aborted when the connection ends before the call has been answered. */
function leaving({ raw }: FastifyRequest): { signal: AbortSignal; forget: () => void } {
  const left = new AbortController();
  const leave = () => left.abort(new AppError('input.invalid', '上传已中断'));
  raw.socket.once('close', leave);
  return { signal: left.signal, forget: () => void raw.socket.off('close', leave) };
}

/**
 * Receives a multipart body into a temporary file before the handler runs. One file, field `file`; text fields become the body.
 * Throws file.tooLarge, input.invalid and what the rules of the route throw, and leaves nothing behind.
 */
export async function receiveUpload(app: App, request: FastifyRequest, route: AnyRoute, account: Account | null): Promise<Received> {
  const own = rules.get(route);
  const maxMB = own && account ? Math.min(await own.maxMB(app, account), UPLOAD_CEILING_MB) : PLAIN_MAX_MB;
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
    if (upload && own?.place && account) takeBack = await own.place(app, upload, account);
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
  // a sender that opens a call and falls silent would hold it for ever
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
      // told at once, not at the end of the body
      if (size > maxBytes) done(tooLarge(Math.ceil(maxBytes / MB)));
      else done(null, chunk);
    },
  });
  // a sender that goes away before the bytes flow must not end the process; the pipeline reports it
  part.file.on('error', () => undefined);
  // opened before the bytes flow: a file that is still being opened could not be removed after a failure
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

/** The part after the last slash of either kind, without control characters and those that turn the direction of reading (gnp.exe). */
export const baseName = (name: string): string =>
  lastPart(name)
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .slice(-200);

/** Swallows for a moment what a refused sender still sends, then ends the connection: it shall see the answer, not a broken line. */
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
  // a body that ends early or has no boundary
  if (
    error instanceof Error &&
    /Unexpected end of multipart|Multipart: Boundary|Malformed part header|premature close|terminated early/i.test(error.message)
  )
    return new AppError('input.invalid', '上传内容不完整，请重新上传', null, { cause: error });
  return error;
}

/** The file of the present call. Throws input.invalid when none was sent, file.tooLarge above `maxMB`. */
export function uploadOf(ctx: Ctx, maxMB: number = UPLOAD_CEILING_MB): Upload {
  const upload = known.get(ctx.request)?.received.upload;
  if (!upload) throw new AppError('input.invalid', '请选择要上传的文件');
  assertSize(upload, maxMB);
  return upload;
}

/** Throws file.tooLarge above `maxMB`, input.invalid for a file without content. */
export function assertSize(upload: Pick<Upload, 'size'>, maxMB: number): void {
  if (upload.size > maxMB * MB) throw tooLarge(maxMB);
  if (upload.size === 0) throw new AppError('input.invalid', '文件内容为空，请重新选择');
}

/** Says that the placed file belongs to this call; it counts once the transaction has committed. */
export function retainUpload(ctx: Ctx): void {
  const found = known.get(ctx.request);
  if (found) ctx.afterCommit(() => void (found.isKept = true));
}
