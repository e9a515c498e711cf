/**
 * A node in a process of its own, so that a test can kill it in the middle of its work: `tsx test-killed-node.ts <connection as JSON> <folder>`.
 * Prints the port on which it answers.
 */
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { startNode, testSettings } from '#kit/test/node.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const node = await startNode(connection, testSettings(process.argv[3] ?? ''));
await node.http.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`ready ${(node.http.server.address() as AddressInfo).port}\n`);
