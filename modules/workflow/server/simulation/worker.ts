/** Thread that reads and runs models: a model that spins takes nobody else's time, and is ended together with the thread. */
import { parentPort } from 'node:worker_threads';
import { BpmnError, readBpmn } from '../../core/bpmn/read.ts';
import { simulate, SimulationTimeout } from '../../core/simulate.ts';
import { moment } from '../../core/time.ts';
import { messageStartOf, type ProcessModel } from '../../core/model.ts';
import type { Answer, Ask } from './protocol.ts';

async function answerTo({ id, input, now, limitMs }: Ask): Promise<Answer> {
  const end = performance.now() + limitMs;
  const isOver = () => performance.now() > end;
  try {
    // ids are the author's: one may be called as a member of every object is
    const definitions = Object.create(null) as Record<string, ProcessModel>;
    let first: string | null = null;
    let called: string | null = null;
    const { start, steps, trace, process: wanted } = input;
    for (const xml of input.models) {
      if (isOver()) throw new SimulationTimeout();
      const { processes } = await readBpmn(xml);
      for (const each of processes) {
        first ??= each.id;
        definitions[each.id] ??= each;
        if (start.message !== undefined && messageStartOf(each, start.message)) called ??= each.id;
      }
    }
    return {
      id,
      states: simulate({
        definitions,
        process: wanted ?? called ?? first ?? '',
        start,
        now: input.now === undefined ? now : moment(input.now),
        steps,
        trace,
        isOver,
      }),
    };
  } catch (error) {
    if (error instanceof BpmnError) return { id, refused: error.message };
    if (error instanceof SimulationTimeout) return { id, isLate: true };
    return { id, broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

parentPort?.on('message', (ask: Ask) => {
  void answerTo(ask).then((answer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage({ id: 0, states: [] } satisfies Answer);
