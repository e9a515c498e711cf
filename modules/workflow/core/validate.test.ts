import { expect, it } from 'vitest';
import { readBpmn } from './bpmn/read.ts';
import { bpmn, flow, userTask } from './engine/test-models.ts';
import { problemsOf } from './validate.ts';

const messages = async (elements: string) => {
  const xml = bpmn(elements);
  return problemsOf(await readBpmn(xml), xml).map(({ message }) => message);
};
const around = (middle: string, id = 'a', condition = '') =>
  `<startEvent id="s"/>${middle}<endEvent id="e"/>${flow('f1', 's', id)}${flow('f2', id, 'e', condition)}`;
const person = userTask('a', '', 'flowable:assignee="1"');

it('admits a process whose every step can run', async () => {
  expect(await messages(around(person, 'a', '${amount > 10 && vars:eq(kind, 1)}'))).toEqual([]);
});

it.each([
  [around('<scriptTask id="a" name="算"/>'), '“算”是脚本任务'],
  [around('<serviceTask id="a" flowable:class="org.Evil"/>'), 'org.Evil 没有登记'],
  [around('<sendTask id="a"/>'), '没有设置抄送人'],
  [
    around('<intermediateThrowEvent id="a" name="通知"><messageEventDefinition messageRef="m"/></intermediateThrowEvent>'),
    '“通知”发出的消息没有接收方',
  ],
  [around(userTask('a')), '没有设置审批人'],
  [
    around(
      userTask('a', '<extensionElements><flowable:taskListener event="create" class="X"/></extensionElements>', 'flowable:assignee="1"'),
    ),
    '监听器',
  ],
  [`${around(person)}${userTask('lost', '', 'flowable:assignee="1"')}`, '“lost”从开始节点无法到达'],
  [`<endEvent id="e"/>`, '没有开始节点'],
  [around(person, 'a', `\${''.constructor.constructor('return 1')()}`), '表达式不正确'],
  [around(person, 'a', `\${x.__proto__}`), '没有属性 __proto__'],
  [around(person, 'a', '${x.exec(1)}'), '没有方法 .exec'],
  [around(person, 'a', '${process(1)}'), '没有函数 process'],
  [around(person, 'a', '${a >}'), '表达式不正确'],
  [around(person, 'a', '${a'), '表达式没有结束'],
])('says what cannot run: %s', async (elements, message) => {
  expect((await messages(elements)).join('\n')).toContain(message);
});
