import { describe, expect, it } from 'vitest';
import { evaluate } from './evaluate.ts';
import { ExpressionError } from './tokens.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const valueOf = (text: string, variables: Record<string, unknown> = {}): unknown =>
  evaluate(text, { variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined), now: NOW });

describe('expressions', () => {
  it.each<[string, unknown]>([
    ['${1 + 2 * 3}', 7],
    ['${(1 + 2) * 3}', 9],
    ['${10 / 4}', 2.5],
    ['${7 mod 3}', 1],
    ['${-2 + 1}', -1],
    ['${0.1 + 0.2}', 0.3],
    ["${'a' + 'b'}", 'ab'],
    ['${1 == 1.0 && 2 gt 1}', true],
    ["${'1' == 1}", true],
    ["${'true' == true}", true],
    ['${null == null}', true],
    ['${!true || not false}', true],
    ['${true ? 1 : 2}', 1],
    ['${false ? 1 : true ? 2 : 3}', 2],
    ["${empty '' and empty null}", true],
    ["#{'x'}", 'x'],
    ['${null < 1}', false],
    ["no ${'1'} and ${2}", 'no 1 and 2'],
    ["${'a}b'}", 'a}b'],
    ["${'it\\'s'}", "it's"],
    ['', ''],
  ])('%s', (text, expected) => {
    expect(valueOf(text)).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['${order.price}', 5],
    ["${order['price']}", 5],
    ['${order.lines[1].name}', 'b'],
    ['${order.lines.size()}', 2],
    ['${order.missing.deeper}', null],
    ['${order.lines[9]}', null],
    ["${vars:getOrDefault(nothing, 'x')}", 'x'],
    ['${vars:get(order).price}', 5],
    ["${execution.getVariable('amount')}", 7],
    ["${execution.hasVariable('nothing')}", false],
    ['${amount > 5 ? order.lines[0].name : null}', 'a'],
    ['${vars:base64(word)}', '5L2g5aW9'],
    ["${order.containsKey('price') && !order.containsKey('x')}", true],
    ["${word.concat('!', 1)}", '你好!1'],
    ["${'abcdef'.substring(2, 4)}${'abc'.substring(1)}", 'cdbc'],
    ["${'7'.intValue() + '1.5'.doubleValue()}", 8.5],
    ['${order}', { price: 5, lines: [{ name: 'a' }, { name: 'b' }] }],
    ['${now()}', '2026-01-01T00:00:00.000Z'],
  ])('%s of variables', (text, expected) => {
    expect(valueOf(text, { amount: 7, word: '你好', order: { price: 5, lines: [{ name: 'a' }, { name: 'b' }] } })).toEqual(expected);
  });

  it.each(['${nothing}', '${1 +}', '${(1}', '${1 2}', '${a b}', '${?}', '${f(}', '${1 / 0}', "${'a' * 2}", '${vars:sum(a)}'])(
    'refuses %s',
    (text) => {
      expect(() => valueOf(text, { a: 1, b: 2 })).toThrow(ExpressionError);
    },
  );
});

describe('nothing leads out of the data', () => {
  const hostile = { o: { x: 1 }, list: [1], text: 'abc', f: () => 'called' };

  it.each([
    "${''.constructor.constructor('return 1')()}",
    "${''.constructor('return 1')}",
    "${text.replace('a', 'b')}",
    '${list.push(2)}',
    '${list.map(o)}',
    '${o.toString()}',
    '${o.hasOwnProperty("x")}',
    '${o.__defineGetter__("x", o)}',
    '${f()}',
    '${o.x()}',
    '${eval("1")}',
    '${process.exit()}',
    '${globalThis}',
    '${this}',
    '${constructor("return 1")}',
    '${vars:constructor(o)}',
    "${execution.setVariable('x', 1)}",
    '${execution.engineServices}',
    'a = ${o = 1}',
    '${`x`}',
    '${o; o}',
    '${[1]}',
  ])('refuses %s', (text) => {
    expect(() => valueOf(text, hostile)).toThrow(ExpressionError);
  });

  it.each([
    '${o.constructor}',
    '${o.__proto__}',
    "${o['__proto__']}",
    "${o['proto' + '']}",
    "${o['constr' + 'uctor']}",
    "${o.get('__proto__')}",
    "${o.get('constructor')}",
    '${list.constructor}',
    '${list.length}',
    '${text.constructor}',
    '${text.length}',
    "${o['toString']}",
  ])('finds nothing at %s', (text) => {
    expect(valueOf(text, hostile)).toBeNull();
  });

  it('reads own members that are called like those of every object only when they are data', () => {
    const parsed = JSON.parse('{ "__proto__": { "x": 1 }, "toString": "mine" }') as Record<string, unknown>;
    expect(valueOf('${o.toString}', { o: parsed })).toBe('mine');
    expect(valueOf('${o.__proto__}', { o: parsed })).toBeNull();
  });

  it('leaves the prototype of objects as it was', () => {
    valueOf("${o['__proto__']}", hostile);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it.each(['(', '[', '!', '-', 'not ', 'empty '])('refuses a depth of 2000 of %s', (open) => {
    expect(() => valueOf(`\${${open === '[' ? 'a[' : open}${open.repeat(1000)}1}`, { a: [] })).toThrow(ExpressionError);
  });

  it('answers a long chain without a depth', () => {
    expect(valueOf(`\${${'1+'.repeat(1900)}1}`)).toBe(1901);
    expect(valueOf(`\${${'true ? '.repeat(350)}1${' : 2'.repeat(350)}}`)).toBe(1);
  });

  it('refuses an expression of more than 4000 characters', () => {
    expect(() => valueOf(`\${'${'a'.repeat(4000)}'}`)).toThrow('4000');
  });

  it('is not slow on texts that almost hold expressions', () => {
    const started = performance.now();
    for (const part of ['${', '${"', "${a'", '$${', '${a', '#{"\\"'])
      try {
        valueOf(part.repeat(5000));
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
      }
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
