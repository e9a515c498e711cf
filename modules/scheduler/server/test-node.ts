/** A node in a process of its own, so that a test can kill it: `test-node.ts <connection as JSON> <folder>`. Prints its number when it works. */
import type pg from 'pg';
import { productModules, startNode, testSettings } from '#kit/test/node.ts';
import { childTasks, testTasks } from './test-tasks.ts';

const connection = JSON.parse(process.argv[2] ?? '{}') as pg.PoolConfig;
const settings = testSettings(process.argv[3] ?? '');
const node = await startNode(connection, settings, undefined, { modules: [...productModules, testTasks, childTasks] });
process.stdout.write(`ready ${node.app.node}\n`);
