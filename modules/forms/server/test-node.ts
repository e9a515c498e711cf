/**
 * A node in a process of its own, so that a test can kill it: `tsx test-node.ts <connection as JSON> <folder> <settings as JSON>`. Prints its
 * port when it works.
 */
import type pg from 'pg';
import type { AddressInfo } from 'node:net';
import type { Settings } from '#kit/server/ctx.ts';
import { productModules, startNode, testSettings } from '#kit/test/node.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const settings = testSettings(process.argv[3] ?? '', JSON.parse(process.argv[4] ?? '{}') as Partial<Settings>);
const node = await startNode(connection, settings, undefined, { modules: productModules });
await node.http.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready ${(node.http.server.address() as AddressInfo).port}\n`);
