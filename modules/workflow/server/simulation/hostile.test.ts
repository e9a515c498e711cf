import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';

const app = startApp();
let designer!: Send;
const HEAD =
  '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn">';
const model = (id: string, inside: string, roots = '') => `${HEAD}${roots}<process id="${id}">${inside}</process></definitions>`;
const flow = (from: string, to: string, condition = '') =>
  `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${condition && `<conditionExpression>${condition}</conditionExpression>`}</sequenceFlow>`;
const LINE = model(
  'p',
  `<startEvent id="s"/><userTask id="a"/><userTask id="b"/><endEvent id="e"/>${flow('s', 'a')}${flow('a', 'b')}${flow('b', 'e')}`,
);
const run = (body: unknown) => designer('POST', '/workflow/simulations', body as object);
const states = async (body: object) => {
  const { data, msg } = await run(body);
  if (!data) throw new Error(msg);
  return data.states;
};

beforeAll(async () => {
  designer = app.as((await app.make.user({ perms: ['workflow:model:list'] })).token);
});

describe('texts that are no models', () => {
  it.each([
    ['nothing but a name', 'hello'],
    ['a broken element', LINE.slice(0, -30)],
    ['an entity', `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${LINE}`],
    ['entities that grow', `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${LINE}`],
    ['no process', `${HEAD}<message id="m" name="m"/></definitions>`],
    ['the same id twice', LINE.replace('id="b"', 'id="a"')],
    ['another document', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['bytes that are no text', '\u0000\u0001\u0002'],
  ])('%s is refused with a sentence', async (_name, text) => {
    const answer = await run({ models: [text] });
    expect(answer).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(answer.msg).toMatch(/BPMN|编号/);
  });

  it('an entity that is not declared stays a text', async () => {
    const [state] = await states({ models: [LINE.replace('<userTask id="a"', '<userTask id="a" name="&amp;x; &#65;"')] });
    expect(state.tasks[0].name).toBe('&x; A');
  });

  it('5,000 sub-processes inside each other end with a sentence', async () => {
    const open = Array.from({ length: 5000 }, (_, n) => `<subProcess id="n${n}">`).join('');
    const answer = await run({ models: [model('p', `<startEvent id="s"/>${open}${'</subProcess>'.repeat(5000)}`)] });
    expect([200, 422]).toContain(answer.status);
    expect((await states({ models: [LINE] }))[0].tasks).toHaveLength(1);
  });
});

describe('names that every object has', () => {
  it('are variables like any other', async () => {
    const body = {
      models: [LINE],
      start: { variables: { constructor: 'c', toString: 't' } },
      steps: [{ op: 'complete', task: 'a', variables: { hasOwnProperty: 1 } }],
    };
    const [first, second] = await states(body);
    expect(first.error).toBeNull();
    expect(first.variables).toMatchObject({ constructor: 'c', toString: 't' });
    expect(second.error).toBeNull();
    expect(second.variables.hasOwnProperty).toBe(1);
    // a key that could change what every object has goes before anything is read
    const poisoned = JSON.parse('{ "__proto__": { "x": 1 }, "y": 2 }') as object;
    const [state] = await states({ models: [LINE], start: { variables: poisoned } });
    expect(Object.entries(state.variables)).toEqual([['y', 2]]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it('are nodes, tasks and messages like any other', async () => {
    const odd = model(
      '__proto__',
      `<startEvent id="constructor"/><userTask id="__proto__x"/><userTask id="toString"/>${flow('constructor', '__proto__x')}${flow('__proto__x', 'toString')}`,
    );
    const [first, second, third] = await states({
      models: [odd],
      process: '__proto__',
      steps: [
        { op: 'complete', task: '__proto__x' },
        { op: 'complete', task: 'constructor' },
      ],
    });
    expect(first.tasks).toMatchObject([{ key: '__proto__x' }]);
    expect(second.tasks).toMatchObject([{ key: 'toString' }]);
    expect(third.error.message).toContain('constructor');
    for (const step of [
      { op: 'trigger', node: '__proto__' },
      { op: 'fireTimer', timer: '__proto__' },
      { op: 'message', name: 'm', subscription: '__proto__' },
      { op: 'claim', task: '__proto__', user: 'u' },
      { op: 'move', from: ['__proto__'], to: ['constructor'] },
      { op: 'move', from: ['a'], to: ['__proto__'] },
    ])
      expect((await states({ models: [LINE], steps: [step] })).at(-1)).toMatchObject({
        error: { message: expect.any(String) },
        tasks: [{ key: 'a' }],
      });
  });
});

describe('steps of a wrong form', () => {
  it.each([
    { op: 'complete' },
    { op: 'complete', task: 1 },
    { op: 'complete', task: '' },
    { op: 'complete', task: 'a', variables: [] },
    { op: 'complete', task: 'a', variables: null },
    { op: 'claim', task: 'a' },
    { op: 'trigger', node: ['a'] },
    { op: 'advance', duration: 5 },
    { op: 'signal' },
    { op: 'message', name: null },
    { op: 'move', from: 'a', to: ['b'] },
    { op: 'move', from: [], to: ['b'] },
    { op: 'move', from: ['a'], to: [] },
    { op: 'move', from: Array(101).fill('a'), to: ['b'] },
    { op: 'trigger', node: 'x'.repeat(256) },
    null,
    'complete',
    [],
  ])('%j is refused', async (step) => {
    expect(await run({ models: [LINE], steps: [step] })).toMatchObject({ status: 400, error: 'input.invalid' });
  });

  it.each([
    [{}],
    [{ models: [] }],
    [{ models: 'x' }],
    [{ models: [1] }],
    [{ models: [''] }],
    [{ models: [LINE], now: 'yesterday' }],
    [{ models: [LINE], now: '2026-02-30T00:00:00Z' }],
    [{ models: [LINE], now: 5 }],
    [{ models: [LINE], start: { variables: [] } }],
    [{ models: [LINE], process: 7 }],
  ])('%j is refused', async (body) => {
    expect(await run(body)).toMatchObject({ status: 400, error: 'input.invalid' });
  });

  it.each(['PT', 'tomorrow', '-PT1H', 'P1000Y', 'PT99999999999999H', ''])(
    'a time of %j is refused, and nothing else is run',
    async (duration) => {
      const answer = await run({
        models: [LINE],
        steps: [
          { op: 'advance', duration },
          { op: 'complete', task: 'a' },
        ],
      });
      if (answer.status === 400) return;
      expect(answer.data.states).toHaveLength(2);
      expect(answer.data.states[1]).toMatchObject({ tasks: [{ key: 'a' }], error: { message: expect.any(String) } });
    },
  );

  it('what is given beside the known fields changes nothing', async () => {
    expect(await states({ models: [LINE], more: 1, steps: [{ op: 'complete', task: 'a', x: 1 }] })).toHaveLength(2);
  });
});

describe('moments', () => {
  const TIMER = model(
    'p',
    `<startEvent id="s"/><intermediateCatchEvent id="t"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>${flow('s', 't')}`,
  );
  it.each([
    ['2026-01-01T08:00:00+08:00', '2026-01-01T01:00:00.000Z'],
    ['2026-01-01T00:00:00Z', '2026-01-01T01:00:00.000Z'],
    ['2026-01-01T00:00:00.500Z', '2026-01-01T01:00:00.500Z'],
    // without a zone it is the time of China
    ['2026-01-01T08:00:00', '2026-01-01T01:00:00.000Z'],
    ['2026-01-01T08:00', '2026-01-01T01:00:00.000Z'],
    ['2025-12-31T19:00:00-05:00', '2026-01-01T01:00:00.000Z'],
  ])('%s', async (now, due) => {
    expect((await states({ models: [TIMER], now }))[0].timers).toMatchObject([{ due }]);
  });

  it('without one it is now', async () => {
    const [{ timers }] = await states({ models: [TIMER] });
    expect(Math.abs(Date.parse(timers[0].due) - Date.now() - 3_600_000)).toBeLessThan(60_000);
  });
});

describe('several models', () => {
  it('a message without a process starts the one that it names', async () => {
    const byMessage = model(
      'second',
      `<startEvent id="s2"><messageEventDefinition messageRef="m"/></startEvent><userTask id="x"/>${flow('s2', 'x')}`,
      '<message id="m" name="order"/>',
    );
    expect((await states({ models: [LINE, byMessage], start: { message: 'order' } }))[0].tasks).toMatchObject([{ key: 'x' }]);
    expect((await states({ models: [LINE, byMessage] }))[0].tasks).toMatchObject([{ key: 'a' }]);
    expect((await states({ models: [LINE, byMessage], start: { message: 'none' } }))[0].error.message).toContain('none');
  });

  it('of two processes of one key the first counts', async () => {
    const other = model('p', `<startEvent id="s"/><userTask id="other"/>${flow('s', 'other')}`);
    expect((await states({ models: [LINE, other] }))[0].tasks).toMatchObject([{ key: 'a' }]);
  });
});

describe('what does not end', () => {
  it.each([
    [
      'services in a circle',
      `<startEvent id="s"/><serviceTask id="a"/><serviceTask id="b"/>${flow('s', 'a')}${flow('a', 'b')}${flow('b', 'a')}`,
    ],
    [
      'a fork into itself',
      `<startEvent id="s"/><exclusiveGateway id="m"/><parallelGateway id="g"/>${flow('s', 'm')}${flow('m', 'g')}${flow('g', 'm')}<serviceTask id="x"/>${flow('g', 'x')}${flow('x', 'm')}`,
    ],
    ['a process that calls itself', `<startEvent id="s"/><callActivity id="c" calledElement="p"/>${flow('s', 'c')}`],
    [
      'a signal that answers itself',
      `<startEvent id="s"/><userTask id="a"/>${flow('s', 'a')}<subProcess id="h" triggeredByEvent="true"><startEvent id="hs" isInterrupting="false"><signalEventDefinition signalRef="g"/></startEvent><endEvent id="he"><signalEventDefinition signalRef="g"/></endEvent>${flow('hs', 'he')}</subProcess>`,
    ],
    [
      'a condition that holds for ever',
      `<startEvent id="s"/><intermediateCatchEvent id="c"><conditionalEventDefinition><condition>\${true}</condition></conditionalEventDefinition></intermediateCatchEvent>${flow('s', 'c')}<serviceTask id="x"/>${flow('c', 'x')}${flow('x', 'c')}`,
    ],
    [
      'a timer of a microsecond that repeats',
      `<startEvent id="s"/><userTask id="a"/><boundaryEvent id="b" attachedToRef="a" cancelActivity="false"><timerEventDefinition><timeCycle>R/PT0.001S</timeCycle></timerEventDefinition></boundaryEvent>${flow('s', 'a')}`,
    ],
  ])('%s is ended with a sentence', async (_name, inside) => {
    const steps = [
      { op: 'signal', name: 'go' },
      { op: 'advance', duration: 'P30D' },
    ];
    const began = Date.now();
    const answer = await run({ models: [model('p', inside, '<signal id="g" name="go"/>')], steps });
    expect([200, 422]).toContain(answer.status);
    if (answer.status === 200) expect(answer.data.states.at(-1).error?.message).toEqual(expect.any(String));
    expect(Date.now() - began).toBeLessThan(15_000);
    expect((await states({ models: [LINE] }))[0].tasks).toHaveLength(1);
  });
});
