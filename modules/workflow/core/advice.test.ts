import { expect, it } from 'vitest';
import { adviceOn } from './advice.ts';
import { readBpmn } from './bpmn/read.ts';
import { bpmn, flow, userTask } from './engine/test-models.ts';

const NOW = Date.parse('2026-06-01T00:00:00+08:00');
const adviceFor = async (elements: string) => adviceOn(await readBpmn(bpmn(elements)), NOW);
const person = (id: string, name = id) => userTask(id, '', 'flowable:assignee="1"').replace(`name="${id}"`, `name="${name}"`);
const ends = (middle: string) => `<startEvent id="s"/>${middle}<endEvent id="e"/>`;
/** Two people between two gateways. */
const fork = (split: string, join: string, conditions: readonly [string, string] = ['', ''], attributes = '') =>
  ends(`<${split} id="g" name="分" ${attributes}/>${person('a')}${person('b')}<${join} id="j" name="合"/>`) +
  flow('f1', 's', 'g') +
  flow('f2', 'g', 'a', conditions[0]) +
  flow('f3', 'g', 'b', conditions[1]) +
  flow('f4', 'a', 'j') +
  flow('f5', 'b', 'j') +
  flow('f6', 'j', 'e');
const timer = (element: string, text: string) =>
  ends(
    `${person('a')}<intermediateCatchEvent id="t" name="等"><timerEventDefinition><${element}>${text}</${element}></timerEventDefinition></intermediateCatchEvent>`,
  ) +
  flow('f1', 's', 'a') +
  flow('f2', 'a', 't') +
  flow('f3', 't', 'e');

it.each([
  ['a choice with a default', fork('exclusiveGateway', 'exclusiveGateway', ['${x > 1}', ''], 'default="f3"')],
  ['branches that are joined', fork('parallelGateway', 'parallelGateway')],
  ['some of several branches', fork('inclusiveGateway', 'inclusiveGateway', ['${x > 1}', ''], 'default="f3"')],
  ['branches that end on their own', fork('parallelGateway', 'parallelGateway').replace('targetRef="j"', 'targetRef="e"')],
  ['a date that is to come', timer('timeDate', '2026-06-02T09:00')],
  ['a date of the record', timer('timeDate', '${planDate}')],
  ['a duration', timer('timeDuration', 'P1D')],
])('says nothing about %s', async (_what, elements) => {
  expect(await adviceFor(elements)).toEqual([]);
});

it.each([
  [
    'a way without a condition',
    fork('exclusiveGateway', 'exclusiveGateway', ['${x > 1}', '']),
    'f3',
    '没有条件，总会被选中，请设置条件或设为默认连线',
  ],
  ['a choice without a default', fork('exclusiveGateway', 'exclusiveGateway', ['${x > 1}', '${x < 1}']), 'g', '“分”没有默认连线'],
  ['some branches without a default', fork('inclusiveGateway', 'inclusiveGateway', ['${x > 1}', '${x < 1}']), 'g', '请指定默认连线'],
  ['a condition that is not asked', fork('parallelGateway', 'parallelGateway', ['${x > 1}', '']), 'f2', '条件不起作用，请删除条件'],
  ['branches that nobody joins', fork('parallelGateway', 'exclusiveGateway'), 'j', '“合”，它会执行多次，请先用同类网关汇合'],
  [
    'a join that waits for ever',
    fork('exclusiveGateway', 'parallelGateway', ['${x > 1}', ''], 'default="f3"'),
    'j',
    '“分”只走一条，流程会停在这里，请改为排他网关',
  ],
  ['a date that is over', timer('timeDate', '2026-05-31T09:00'), 't', '“等”的时间 2026-05-31 09:00 已经过去'],
  [
    'two steps of one name',
    ends(`${person('a', '审批')}${person('b', '审批')}`) + flow('f1', 's', 'a') + flow('f2', 'a', 'b') + flow('f3', 'b', 'e'),
    'b',
    '有多个节点叫“审批”',
  ],
  ['a process without people', `<startEvent id="s"/><endEvent id="e"/>${flow('f1', 's', 'e')}`, null, '没有需要人办理的节点'],
])('advises against %s', async (_what, elements, node, sentence) => {
  expect(await adviceFor(elements)).toEqual([{ node, message: expect.stringContaining(sentence) }]);
});
