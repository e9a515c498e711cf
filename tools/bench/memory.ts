import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Callers } from './cases.ts';

/** Resident memory of a process in MiB. */
export function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`;
  const kib = existsSync(status)
    ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(kib) / 1024;
}

const ROUNDS = 4;
const CALLS = 4_000;
const LANES = 20;

/** The daily mix over and over: does memory stay where it was? */
export async function soakReport({ client, admin, branch }: Callers, memory: () => number): Promise<string> {
  const paths = [
    '/system/users/route',
    '/system/users/page',
    '/system/logs/page',
    '/system/depts/tree',
    '/system/dicts/code/sys_user_sex',
    '/system/users/list',
  ];
  const after: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    let left = CALLS;
    const lane = async () => {
      while (left-- > 0)
        await client.ok(paths[left % paths.length] ?? '', {
          headers: { authorization: `Bearer ${left % 2 ? admin : branch}` },
          keep: false,
        });
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    after.push(memory());
  }
  return `Memory of the server process after each ${CALLS.toLocaleString('en')} mixed calls, ${LANES} at once: ${after.map((mib) => mib.toFixed(0)).join(', ')} MiB resident.`;
}
