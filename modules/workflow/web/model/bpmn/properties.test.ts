import { BpmnModdle } from 'bpmn-moddle';
import { expect, it } from 'vitest';
import { readBpmn } from '../../../core/bpmn/read.ts';
import { everyProperty } from '../../../core/bpmn/test-properties.ts';
import { dp, flowable } from './descriptors.ts';

/** Values of a text that the engine reads: everything that is no null and no empty text. */
const filled = (value: unknown): string[] =>
  Object.entries(value ?? {}).flatMap(([key, each]) => {
    if (typeof each === 'object') return filled(each).map((path) => `${key}.${path}`);
    return each === '' ? [] : [key];
  });

it('the drawing tool reads and writes every property of a process as the engine understands it', async () => {
  const xml = everyProperty('p');
  const moddle = new BpmnModdle({ flowable, dp });
  const { rootElement, warnings } = await moddle.fromXML(xml);
  expect(warnings).toEqual([]);
  const { xml: written } = await moddle.toXML(rootElement, { format: true });
  const [before, after] = [await readBpmn(xml), await readBpmn(written)];
  expect(after).toEqual(before);
  expect(filled(after.processes[0]).length).toBeGreaterThan(120);
});
