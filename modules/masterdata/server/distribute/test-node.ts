/**
 * A node in a process of its own that delivers, so that a test can kill it: `test-node.ts <connection as JSON> <folder> <port>`; every
 * outside address is that port of this machine. Prints its number when it works.
 */
import type pg from 'pg';
import { productModules, startNode, testSettings } from '#kit/test/node.ts';
import { reachOnly } from './test-receiver.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const node = await startNode(connection, testSettings(process.argv[3] ?? ''), undefined, { modules: productModules });
reachOnly(node.app, Number(process.argv[4]));
process.stdout.write(`ready ${node.app.node}\n`);
