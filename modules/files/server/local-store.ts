import { createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from './file-store.ts';
import { assertStoredName } from './stored-name.ts';

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** A folder of this machine; two levels deep so that no folder grows too large. */
export function localStore(root: string): FileStore {
  const placeOf = (name: string): { folder: string; path: string } => {
    const folder = join(root, assertStoredName(name).slice(0, 2));
    return { folder, path: join(folder, name) };
  };
  return {
    kind: 'local',
    check: () => mkdir(root, { recursive: true, mode: 0o700 }).then(() => undefined),
    async put(name, path) {
      const place = placeOf(name);
      await mkdir(place.folder, { recursive: true, mode: 0o700 });
      try {
        // a link appears whole or not at all
        await link(path, place.path);
      } catch (error) {
        if (codeOf(error) === 'EEXIST') return;
        // another file system, or one without links
        if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP'].includes(codeOf(error))) throw error;
        await copyWhole(path, place.path);
      }
    },
    async read(name) {
      try {
        const { path } = placeOf(name);
        const { size } = await stat(path);
        // opened when it is read: an answer that is never sent holds no file
        return { body: createReadStream(path), size };
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    async remove(name) {
      await unlink(placeOf(name).path).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error;
      });
    },
    async *list() {
      const folders = await readdir(root).catch(() => []);
      // .nodes holds marks, not files
      for (const folder of folders.filter((name) => !name.startsWith('.')).sort())
        for (const name of (await readdir(join(root, folder)).catch(() => [])).sort()) {
          const found = await stat(join(root, folder, name)).catch(() => null);
          if (found) yield { name, size: found.size, time: found.mtime };
        }
    },
    close: () => undefined,
  };
}

async function copyWhole(from: string, to: string): Promise<void> {
  const partial = `${to}.part`;
  try {
    await copyFile(from, partial);
    await rename(partial, to);
  } finally {
    await rm(partial, { force: true });
  }
}
