import { describe, expect, it } from 'vitest';
import { SET_VARIABLE } from '../contract/approval.ts';
import { readBpmn } from './bpmn/read.ts';
import { bpmn, flow, userTask } from './engine/test-models.ts';
import { problemsOf } from './validate.ts';

const messages = async (elements: string) => {
  const xml = bpmn(elements);
  return problemsOf(await readBpmn(xml), xml).map(({ message }) => message);
};
const around = (middle: string, id = 'a', condition = '') =>
  `<startEvent id="s"/>${middle}<endEvent id="e"/>${flow('f1', 's', id)}${flow('f2', id, 'e', condition)}`;
const timer = (element: string, text: string) =>
  `<intermediateCatchEvent id="a" name="等"><timerEventDefinition><${element}>${text}</${element}></timerEventDefinition></intermediateCatchEvent>`;
const person = userTask('a', '', 'flowable:assignee="1"');

it('admits a process whose every step can run', async () => {
  expect(await messages(around(person, 'a', '${amount > 10 && vars:eq(kind, 1)}'))).toEqual([]);
});

it('admits loops that are left and what a boundary event interrupts', async () => {
  const gateway = around(`${person}<exclusiveGateway id="g" default="f4"/>`).replace('targetRef="e"', 'targetRef="g"');
  expect(await messages(`${gateway}${flow('f3', 'g', 'a', '${again}')}${flow('f4', 'g', 'e')}`)).toEqual([]);
  const inside = `<startEvent id="is"/>${userTask('t', '', 'flowable:assignee="1"')}${flow('x1', 'is', 't')}${flow('x2', 't', 't')}`;
  const boundary = `<boundaryEvent id="b" attachedToRef="a"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent>`;
  expect(await messages(`${around(`<subProcess id="a">${inside}</subProcess>${boundary}`)}${flow('f5', 'b', 'e')}`)).toEqual([]);
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
  // mistakes of somebody who draws a process for the first time: each names the node and what to do
  [around(userTask('a')), '“a”没有设置审批人，请选择'],
  [`${around(person)}${userTask('lost', '', 'flowable:assignee="1"')}`, '请用连线接上或删除'],
  [around('<callActivity id="a" name="会签"/>'), '“会签”没有选择要调用的流程，请选择'],
  [around('<exclusiveGateway id="a"/>').replace(/<sequenceFlow id="f2".*/, ''), '“a”没有离开的连线，请连到'],
  [around(`${person}<exclusiveGateway id="g"/>`).replace('targetRef="e"', 'targetRef="g"') + flow('f3', 'g', 'a'), '走不到任何结束'],
  [around('<subProcess id="a"><endEvent id="ie"/></subProcess>'), '没有开始节点，请添加'],
  [
    around(
      '<subProcess id="a"><startEvent id="is"/><task id="t"/><sequenceFlow id="x1" sourceRef="is" targetRef="t"/><sequenceFlow id="x2" sourceRef="t" targetRef="t"/></subProcess>',
    ),
    '“t”之后走不到任何结束',
  ],
  [around('<intermediateCatchEvent id="a" name="等"><messageEventDefinition/></intermediateCatchEvent>'), '“等”没有填写消息名称，请填写'],
  [around('<intermediateCatchEvent id="a" name="等"><signalEventDefinition/></intermediateCatchEvent>'), '“等”没有填写信号名称，请填写'],
  [around(timer('timeDuration', '两天')), '不是 ISO 8601 时长，例如'],
  [around(timer('timeDate', '2026-02-30')), '不是日期，例如'],
  [around(timer('timeCycle', 'R3/often')), '时间不正确'],
  [around(userTask('a', '<multiInstanceLoopCharacteristics/>', 'flowable:assignee="1"')), '没有集合也没有次数，请填写'],
])('says what cannot run: %s', async (elements, message) => {
  expect((await messages(elements)).join('\n')).toContain(message);
});

describe('a loop that nobody is asked in', () => {
  const round = (middle: string) =>
    `<startEvent id="s"/>${person}<exclusiveGateway id="g" name="复核" default="f4"/>${middle}<endEvent id="e"/>
${flow('f1', 's', 'a')}${flow('f2', 'a', 'g')}${flow('f3', 'g', 'x', '${amount > 10}')}${flow('f4', 'g', 'e')}${flow('f5', 'x', 'g')}`;
  const said = '连成了没有人工节点的循环';

  it.each([
    '<manualTask id="x" name="归档"/>',
    '<exclusiveGateway id="x" name="归档"/>',
    `<subProcess id="x" name="归档"><startEvent id="is"/><manualTask id="im"/><endEvent id="ie"/>${flow('i1', 'is', 'im')}${flow('i2', 'im', 'ie')}</subProcess>`,
  ])('is named with its nodes: %s', async (middle) => {
    expect(await messages(round(middle))).toEqual([expect.stringContaining(`“复核”、“归档”${said}`)]);
  });

  it('is found inside of a sub-process, and where it goes through a link', async () => {
    const inside = `<subProcess id="a"><startEvent id="is"/><exclusiveGateway id="ig" default="i3"/><manualTask id="im"/><endEvent id="ie"/>${flow('i1', 'is', 'ig')}${flow('i2', 'ig', 'im', '${again}')}${flow('i3', 'ig', 'ie')}${flow('i4', 'im', 'ig')}</subProcess>`;
    expect((await messages(around(inside))).join()).toContain(`“ig”、“im”${said}`);
  });

  it('is admitted with somebody in it, with an event that is waited for, and with a variable that changes', async () => {
    const waits =
      '<intermediateCatchEvent id="x"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>';
    expect(await messages(round(userTask('x', '', 'flowable:assignee="1"')))).toEqual([]);
    expect(await messages(round(waits))).toEqual([]);
    const service = JSON.stringify({ service: SET_VARIABLE, params: { variable: 'n', value: '${n + 1}' } }).replaceAll('"', '&quot;');
    const counting = await messages(round(`<serviceTask id="x" xmlns:dp="http://databrain.cn/bpmn" dp:service="${service}"/>`));
    expect(counting.join()).not.toContain(said);
  });
});
