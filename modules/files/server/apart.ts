import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { App } from '#kit/server/ctx.ts';
import { folderOf, storeAddress } from './file-store.ts';

const CHECK_MS = 5_000;
const DAY_MS = 86_400_000;
/** Leases last 60 s and are renewed every 15: a node with less left has died. */
const LIVING_SECONDS = 30;
const CONDITION = 'files.apart';

const sentence = (nodes: readonly number[]): string =>
  `本节点与节点 ${nodes.join('、')} 不在同一处保存文件：在一个节点上传的文件，在另一个节点上打不开。` +
  '请让所有节点使用同一个 S3 存储桶（环境变量 FILE_STORE 与 FILE_STORE_SECRET），或把同一个共享目录挂载为各节点的 DATA_DIR/files，然后逐个重启节点';

/**
 * Notices nodes on the same database that keep uploaded files in another place. Each node leaves an empty file with a random name in its
 * folder and tells the name in `kit_node.file_place`: whoever sees that file shares the folder, a copy of the folder does not hold it.
 * Repeated while the node lives, so that the older node hears of the younger. Answers how to stop.
 */
export async function watchApart(app: App): Promise<() => Promise<void>> {
  const address = storeAddress(app.settings);
  const marks = join(folderOf(app.settings), '.nodes');
  const mark = randomUUID();
  const own = address.kind === 'local' ? `local:${mark}` : `s3:${address.bucket}/${address.prefix}`;

  const leaveMark = async () => {
    if (address.kind !== 'local') return;
    await mkdir(marks, { recursive: true, mode: 0o700 });
    await writeFile(join(marks, mark), '', { flag: 'a', mode: 0o600 });
  };
  const shares = async (place: string | null): Promise<boolean> => {
    if (address.kind === 's3' || !place?.startsWith('local:')) return place === own;
    const theirs = place.slice('local:'.length);
    return /^[0-9a-f-]{36}$/.test(theirs) && (await isThere(join(marks, theirs)));
  };
  const check = async () => {
    await leaveMark();
    const others = await app.db
      .selectFrom('kitNode')
      .select(['node', 'filePlace'])
      .where('node', '<>', app.node)
      .where('leaseUntil', '>', sql<Date>`now() + ${`${LIVING_SECONDS} seconds`}::interval`)
      .orderBy('node')
      .limit(100)
      .execute();
    const apart: number[] = [];
    // '' = the node is starting and has not reported yet
    for (const { node, filePlace } of others) if (filePlace !== '' && !(await shares(filePlace))) apart.push(node);
    app.conditions.set(CONDITION, apart.length > 0 ? sentence(apart) : null);
  };
  const failed = (error: unknown) => app.log.warn({ error: String(error) }, 'could not tell whether nodes share their files');

  // a full disk or a lost connection is no reason not to start
  await leaveMark().catch(failed);
  await removeOldMarks(marks, app.now());
  await app.db.updateTable('kitNode').set({ filePlace: own }).where('node', '=', app.node).execute();
  let running = check().catch(failed);
  await running;
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy) return;
    isBusy = true;
    running = check()
      .catch(failed)
      .finally(() => (isBusy = false));
  }, CHECK_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
    await rm(join(marks, mark), { force: true }).catch(() => undefined);
  };
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Marks of nodes that were killed; those of living nodes are left again with each check. */
async function removeOldMarks(marks: string, now: Date): Promise<void> {
  for (const name of await readdir(marks).catch(() => [])) {
    const found = await stat(join(marks, name)).catch(() => null);
    if (found && now.getTime() - found.mtime.getTime() > DAY_MS) await rm(join(marks, name), { force: true }).catch(() => undefined);
  }
}
