/** Thread that judges the rows of one rule and ends: a pattern that takes for ever over a value is ended together with it. */
import { parentPort } from 'node:worker_threads';
import { judgeStream } from '../../core/compile/stream.ts';
import type { Asked } from './judging.ts';

parentPort?.once('message', ({ stream, rows }: Asked) => parentPort?.postMessage(judgeStream(stream, rows)));
parentPort?.postMessage('ready');
