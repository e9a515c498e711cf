import type { Callers } from './cases.ts';
import { HALF_ROLE } from './large-tables.ts';

const POLL_MS = 50;

/** Exports half of the accounts to Excel and watches the memory of the server. */
export async function exportReport({ client, admin }: Callers, rows: number, memory: () => number): Promise<string> {
  const before = memory();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memory())), POLL_MS);
  const from = performance.now();
  const { bytes } = await client.ok('/system/users/export', {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ roleId: HALF_ROLE }),
    keep: false,
  });
  const seconds = (performance.now() - from) / 1000;
  clearInterval(watch);
  return (
    `Excel export of ${rows.toLocaleString('en')} accounts with departments, roles and posts: ${seconds.toFixed(1)} s, ` +
    `${(rows / seconds).toFixed(0)} rows/s, ${(bytes / 2 ** 20).toFixed(1)} MiB; memory of the server ${before.toFixed(0)} → at most ${peak.toFixed(0)} MiB.\n`
  );
}

/** The same as a job of the export centre: the rows go to a file of the server, the caller asks how far it is. */
export async function exportJobReport({ client, admin }: Callers, rows: number, memory: () => number): Promise<string> {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  const before = memory();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, memory())), POLL_MS);
  const body = JSON.stringify({ roleId: HALF_ROLE, expectedRows: rows });
  const queued = await client.ok('/system/users/export/job', { method: 'POST', headers, body });
  const { jobId } = (JSON.parse(queued.text) as { data: { jobId: string } }).data;
  let row: { state: string; startTime: string; endTime: string; doneRows: number };
  do {
    await new Promise((resolve) => setTimeout(resolve, 10 * POLL_MS));
    const answer = await client.ok(`/system/exports/${jobId}`, { headers });
    row = (JSON.parse(answer.text) as { data: typeof row }).data;
  } while (row.state === 'waiting' || row.state === 'running');
  clearInterval(watch);
  const seconds = (Date.parse(row.endTime) - Date.parse(row.startTime)) / 1000;
  return (
    `The same in the background (${row.state}): ${seconds.toFixed(1)} s, ${(row.doneRows / seconds).toFixed(0)} rows/s; ` +
    `memory of the server ${before.toFixed(0)} → at most ${peak.toFixed(0)} MiB.\n`
  );
}
