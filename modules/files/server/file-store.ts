import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '#kit/server/ctx.ts';
import { StartError } from '#kit/server/start-error.ts';
import { isAbandonedUpload } from '#kit/server/upload.ts';
import { parseStoreAddress, type StoreAddress } from '../core/store-address.ts';
import { localStore } from './local-store.ts';
import { s3Store } from './s3-store.ts';
import { S3Error } from './s3-client.ts';

/** Bytes that a store keeps. */
export interface StoredFile {
  readonly name: string;
  readonly size: number;
  /** when they were written */
  readonly time: Date;
}

/** Where the bytes of uploaded files are kept. Names come from us and match `STORED_NAME`. */
export interface FileStore {
  /** what `file_object.file_type` says: local, s3 */
  readonly kind: string;
  /** Throws when the store cannot be used. */
  check(): Promise<void>;
  /** Keeps the file at `path` under a name, whole or not at all; putting the same again changes nothing. */
  put(name: string, path: string): Promise<void>;
  /** The content and its size, null when there is none. */
  read(name: string): Promise<{ body: Readable; size: number } | null>;
  remove(name: string): Promise<void>;
  /** Everything that is kept, ordered by name; also what is not ours. */
  list(): AsyncIterable<StoredFile>;
  /** Lets go of idle connections. */
  close(): void;
}

type StoreSettings = Pick<Settings, 'fileStore' | 'fileStoreSecret' | 'dataDir'>;

/** Where FILE_STORE points. Throws StartError with one sentence when it or FILE_STORE_SECRET cannot be used. */
export function storeAddress(settings: Pick<StoreSettings, 'fileStore' | 'fileStoreSecret'>): StoreAddress {
  let address: StoreAddress;
  try {
    address = parseStoreAddress(settings.fileStore);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
  if (address.kind === 's3' && !settings.fileStoreSecret)
    throw new StartError('FILE_STORE 指向 S3 存储时必须用环境变量 FILE_STORE_SECRET 给出密钥');
  return address;
}

const opened = new WeakMap<StoreSettings, FileStore>();

/** The folder of the local store. */
export const folderOf = (settings: Pick<Settings, 'dataDir'>): string => join(settings.dataDir, 'files');

/** The store that the settings name. It cannot be changed in the running product. */
export function fileStore(settings: StoreSettings): FileStore {
  const known = opened.get(settings);
  if (known) return known;
  const address = storeAddress(settings);
  const store = address.kind === 'local' ? localStore(folderOf(settings)) : s3Store(address, settings.fileStoreSecret ?? '');
  opened.set(settings, store);
  return store;
}

/** The store that keeps a file of `kind`: files from before a move to S3 are still read from the folder. Null when it is out of reach. */
export function storeOfKind(settings: StoreSettings, kind: string): FileStore | null {
  const store = fileStore(settings);
  if (store.kind === kind) return store;
  return kind === 'local' ? localStore(folderOf(settings)) : null;
}

/** Refuses to start without the file store, in one sentence that names no secret. */
export async function assertStore(settings: StoreSettings): Promise<void> {
  const address = storeAddress(settings);
  if (address.kind === 'local') return;
  const where = `S3 文件存储（${address.host}，存储桶 ${address.bucket}）`;
  try {
    await fileStore(settings).check();
  } catch (error) {
    throw new StartError(`${where}${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof S3Error) {
    if (error.status === 403) return '拒绝访问：请检查 FILE_STORE 中的访问密钥编号、区域和 FILE_STORE_SECRET，以及本机时间';
    if (error.status === 404) return '不存在该存储桶：请检查 FILE_STORE 或先创建存储桶';
    if (error.status === 301 || error.status === 307) return '在其他区域：请检查 FILE_STORE 的主机和 region';
    return `返回异常状态 ${error.status}：请检查存储服务`;
  }
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return '找不到主机：请检查 FILE_STORE 的主机名和本机的域名解析';
  if (/CERT|SSL|TLS|self.signed/i.test(`${code} ${message}`))
    return '的加密连接失败：请检查证书（私有证书用 NODE_EXTRA_CA_CERTS 指定），未启用加密时加 tls=off';
  return '无法连接：请检查 FILE_STORE 的主机、端口和网络';
}

const DAY_MS = 86_400_000;

/** Removes what uploads left behind when a process died in the middle of one. */
export async function sweepTemporary(settings: Pick<Settings, 'dataDir'>, now: Date): Promise<void> {
  const folder = join(settings.dataDir, 'tmp');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('upload-'))) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: now }));
    if (isAbandonedUpload(name) || now.getTime() - mtime.getTime() > DAY_MS) await rm(join(folder, name), { force: true });
  }
}
