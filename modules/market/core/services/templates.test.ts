import { describe, expect, it } from 'vitest';
import { parsePath, pick, replaceAt } from '../../contract/json-path.ts';
import { ParamProblem } from '../values.ts';
import { readParams } from './params.ts';
import { fillHeaders, fillJson, fillPath, fillQuery, fillXml, TemplateProblem } from './template.ts';
import { parseXml, XmlProblem } from './xml.ts';

describe('places in JSON', () => {
  const value = { data: { list: [{ name: '甲', tel: '1' }, { name: '乙' }], '订单 号': 7 } };
  it.each([
    ['$.data.list[0].name', '甲'],
    ['$.data.list[*].tel', ['1', null]],
    ["$.data['订单 号']", 7],
    ['$', value],
    ['$.data.none.more', undefined],
    ['$.data.list.length', undefined],
    ['$.constructor', undefined],
    ['$.data.list[9]', undefined],
  ])('%s', (path, found) => expect(pick(value, parsePath(path))).toEqual(found));
  it.each(['data', '$..name', '$.list[?(@.a)]', '$.list[-1]', '$.a b', '$[(1)]', `$${'.a'.repeat(21)}`])('refuses %s', (path) =>
    expect(() => parsePath(path)).toThrow(/路径/),
  );
  it('replaces what stands there, leaf by leaf, and leaves the rest', () => {
    const hide = () => '*';
    expect(replaceAt(value, parsePath('$.data.list[*].name'), hide)).toEqual({
      data: { list: [{ name: '*', tel: '1' }, { name: '*' }], '订单 号': 7 },
    });
    expect(replaceAt(value, parsePath('$.data.list'), hide)).toMatchObject({ data: { list: [{ name: '*', tel: '*' }, { name: '*' }] } });
    expect(replaceAt(value, parsePath('$.nothing[*].here'), hide)).toEqual(value);
  });
});

describe('values never become structure', () => {
  const attack = '"},"admin":true,"x":{"a":"</name><admin>1</admin>&x;<![CDATA[';
  it('in JSON', () => {
    const text = fillJson('{"a":"{{a}}","b":"x {{a}} y","n":"{{n}}","l":"{{l}}","none":"{{none}}"}', {
      a: attack,
      n: 5,
      l: [1, 2],
      none: null,
    });
    expect(JSON.parse(text)).toEqual({ a: attack, b: `x ${attack} y`, n: 5, l: [1, 2], none: null });
    expect(() => fillJson('{"a":{{a}}}', { a: '1' })).toThrow(TemplateProblem);
  });
  it('in XML; nothing leaves its element out, a list repeats it', () => {
    const text = fillXml('<a x="{{a}}"><name>{{a}}</name><id>{{l}}</id><no>{{none}}</no></a>', { a: attack, l: [1, 2], none: null });
    const root = parseXml(text);
    expect(root.children).toHaveLength(3);
    expect(root.attributes['x']).toBe(attack);
    expect(root.children[0]).toMatchObject({ local: 'name', children: [attack] });
    expect(text).toContain('<id>1</id><id>2</id>');
    expect(text).not.toContain('<no');
  });
  it('in a query', () => {
    const pairs = [
      { name: 'q', value: '{{a}}' },
      { name: 'ids', value: '{{l}}' },
      { name: 'none', value: '{{none}}' },
    ];
    expect(fillQuery(pairs, { a: '1&admin=1#x', l: ['a', 'b'], none: null })).toBe('q=1%26admin%3D1%23x&ids=a&ids=b');
  });
  it.each(['..', '.', '../admin', '..\\admin', 'a/b', '%2e%2e/x', 'a\r\nHost: x', ''])('in a path: %j', (id) =>
    expect(() => fillPath('/orders/{{id}}', { id })).toThrow(ParamProblem),
  );
  it('a path keeps what is left as one segment', () => {
    expect(fillPath('/orders/{{id}}/lines', { id: 'A 1?x=2#%2e' })).toBe('/orders/A%201%3Fx%3D2%23%252e/lines');
    expect(() => fillPath('/orders/.{{id}}', { id: '.' })).toThrow(ParamProblem);
  });
  it.each(['a\r\nX-Admin: 1', 'a\nb', 'a\u0000', '中文'])('in a header: %j', (value) =>
    expect(() => fillHeaders([{ name: 'X-Trace', value: 't-{{value}}' }], { value })).toThrow(ParamProblem),
  );
  it('a place without a parameter is told', () => {
    expect(() => fillPath('/{{constructor}}', {})).toThrow(TemplateProblem);
  });
});

describe('parameters', () => {
  const param = (paramType: '1' | '2' | '3' | '4' | '5' | '6', nullable: '0' | '1' = '1') => ({ paramName: 'p', paramType, nullable });
  it.each([
    ['1', 'abc', 'abc'],
    ['2', '12', 12],
    ['2', '9007199254740993', '9007199254740993'],
    ['3', '1.50', 1.5],
    ['4', '2026-01-31', '2026-01-31'],
    ['5', 'a,b', ['a', 'b']],
    ['6', 'true', true],
  ] as const)('type %s reads %j', (type, given, read) => expect(readParams([param(type)], { p: given })).toEqual({ p: read }));
  it.each([
    ['1', { a: 1 }],
    ['1', 'x\u0000'],
    ['2', '1 or 1=1'],
    ['3', '1e999'],
    ['4', '2026-13-41'],
    ['5', Array.from({ length: 201 }, () => 1)],
    ['6', 'maybe'],
  ] as const)('type %s refuses %j', (type, given) => expect(() => readParams([param(type)], { p: given })).toThrow(/参数“p”/));
  it('asks for what is needed and refuses what nobody knows', () => {
    expect(() => readParams([param('1', '0')], {})).toThrow('参数“p”不能为空');
    expect(() => readParams([], { q: 1 })).toThrow('没有参数“q”');
    expect(readParams([{ ...param('1', '0'), defaultValue: 'd' }], { p: '' })).toEqual({ p: 'd' });
  });
});

describe('XML', () => {
  it.each([
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    '<!DOCTYPE a SYSTEM "http://127.0.0.1:4269/x.dtd"><a/>',
    '<?xml version="1.0"?><!doctype a><a/>',
    '<a><!ENTITY x "y"></a>',
    '<a>&x;</a>',
    '<a b="&x;"/>',
    '<a>&#0;</a>',
    '<a>&#xd800;</a>',
    '<a><b></a></b>',
    '<a/><b/>',
    '<a b="1" b="2"/>',
    '<p:a/>',
    '<a',
    'text',
    '',
    `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`,
  ])('refuses %j', (source) => expect(() => parseXml(source)).toThrow(XmlProblem));
  it('reads what is left of it: references, CDATA, comments, namespaces', () => {
    const root = parseXml(
      '<?xml version="1.0"?><!-- x --><p:a xmlns:p="urn:p" t="&lt;&#65;"><b><![CDATA[<&]]> &amp;</b><p:__proto__/></p:a>',
    );
    expect(root).toMatchObject({ local: 'a', space: 'urn:p', attributes: { t: '<A' } });
    expect(root.children[0]).toMatchObject({ local: 'b', space: '', children: ['<&', ' &'] });
  });
  it('reads a large document in a moment', () => {
    const started = performance.now();
    parseXml(`<a>${'<b x="1">text &amp; more</b>'.repeat(100_000)}</a>`);
    expect(() => parseXml(`<a>${'<'.repeat(100_000)}`)).toThrow(XmlProblem);
    expect(() => parseXml(`<a ${' '.repeat(1_000_000)}`)).toThrow(XmlProblem);
    expect(performance.now() - started).toBeLessThan(5000);
  });
});
