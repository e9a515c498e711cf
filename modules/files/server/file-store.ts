import { createReadStream } from 'node:fs';
import { link, mkdir, readdir, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Settings } from '#kit/server/ctx.ts';
import { StartError } from '#kit/server/start-error.ts';

/** Where the bytes of uploaded files are kept. Names come from us and match `STORED_NAME`. */
export interface FileStore {
  /** what `file_object.file_type` says */
  readonly kind: string;
  /** Keeps the file at `path` under a name; putting the same again changes nothing. */
  put(name: string, path: string): Promise<void>;
  /** The content and its size, null when there is none. */
  read(name: string): Promise<{ body: Readable; size: number } | null>;
  remove(name: string): Promise<void>;
}

/** 128 random bits and an accepted extension: the only form of a stored name. */
export const STORED_NAME = /^[0-9a-f]{32}\.[a-z]{2,5}$/;

const isMissing = (error: unknown): boolean => (error as { code?: string }).code === 'ENOENT';

/** A folder of this machine; two levels deep so that no folder grows too large. */
export function localStore(root: string): FileStore {
  const placeOf = (name: string): { folder: string; path: string } => {
    // the last line of defence: a name that is not ours never becomes a path
    if (!STORED_NAME.test(name)) throw new Error('not a stored file name');
    const folder = join(root, name.slice(0, 2));
    return { folder, path: join(folder, name) };
  };
  return {
    kind: 'local',
    async put(name, path) {
      const place = placeOf(name);
      await mkdir(place.folder, { recursive: true });
      try {
        // a link appears whole or not at all
        await link(path, place.path);
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error;
      }
    },
    async read(name) {
      try {
        const { path } = placeOf(name);
        const { size } = await stat(path);
        // opened when it is read: an answer that is never sent holds no file
        return { body: createReadStream(path), size };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(name) {
      await unlink(placeOf(name).path).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      });
    },
  };
}

/** Refuses a setting that this release does not know. */
export function assertStore(settings: Settings): void {
  if (settings.fileStore !== 'local') throw new StartError('本版本的文件存储只支持 FILE_STORE=local，请修改设置后重新启动');
}

/** The store that the settings name. It cannot be changed in the running product. */
export function fileStore(settings: Settings): FileStore {
  assertStore(settings);
  return localStore(join(settings.dataDir, 'files'));
}

const DAY_MS = 86_400_000;

/** Removes what uploads left behind when a process died in the middle of one. */
export async function sweepTemporary(settings: Settings, now: Date): Promise<void> {
  const folder = join(settings.dataDir, 'tmp');
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('upload-'))) {
    const { mtime } = await stat(join(folder, name)).catch(() => ({ mtime: now }));
    if (now.getTime() - mtime.getTime() > DAY_MS) await rm(join(folder, name), { force: true });
  }
}
