/** A node in a process of its own: `node-main.ts <connection as JSON> <folder> <settings as JSON>`. Prints its port when it works. */
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import type { Settings } from '#kit/server/ctx.ts';
import { startNode, testSettings } from './node.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const over = JSON.parse(process.argv[4] ?? '{}') as Partial<Settings>;
const node = await startNode(connection, testSettings(process.argv[3] ?? '', over));
await node.http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${(node.http.server.address() as AddressInfo).port}\n`);
