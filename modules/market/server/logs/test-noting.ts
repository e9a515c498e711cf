/** A process that notes lines of calls until it is killed, and says each millisecond how many milliseconds and lines there were. Only tests start it. */
import { writeSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import type { App } from '#kit/server/ctx.ts';
import { openDatabase } from '#kit/server/db/open.ts';
import { idMaker } from '#kit/server/ids.ts';
import { CallLog } from './call-log.ts';
import { testLine } from './test-line.ts';

const { connection, dataDir, apiId } = JSON.parse(process.argv[2] ?? '') as { connection: pg.PoolConfig; dataDir: string; apiId: string };
const quiet = pino({ level: 'silent' });
const { db } = openDatabase({ ...connection, max: 4 }, quiet);
const conditions = { set: () => undefined, list: () => [] };
const app = { db, log: quiet, conditions, ids: idMaker(900), node: 900, now: () => new Date(), settings: { dataDir } } as unknown as App;

const log = new CallLog(app);
log.start();
const PER_MS = 5;
let noted = 0;
let count = 0;
let told = 0;
const began = performance.now();
for (;;) {
  const due = Math.floor((performance.now() - began) * PER_MS);
  // a process that had no processor for long does not make up for it at once
  if (due - noted > 100) noted = due - 100;
  for (; noted < due; noted++, count++) log.note(testLine({ apiId, requestId: `n${noted}` }));
  const now = Math.round(performance.now() - began);
  if (now > told) writeSync(1, `${now} ${count}\n`);
  told = now;
  await turn();
}
