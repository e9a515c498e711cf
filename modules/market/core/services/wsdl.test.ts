import { describe, expect, it } from 'vitest';
import { readSoapReply } from './soap-reply.ts';
import { fillXml } from './template.ts';
import { ORDER_WSDL, orderReply } from './test-wsdl.ts';
import { parseWsdl } from './wsdl.ts';
import { childNamed, parseXml, XmlProblem } from './xml.ts';

describe('a WSDL', () => {
  const { operations, warnings } = parseWsdl(ORDER_WSDL);

  it('lists its operations with version, action, address', () => {
    expect(operations.map(({ name, soapVersion, address }) => [name, soapVersion, address])).toEqual([
      ['GetOrder', '1.1', 'http://soap.partner.example:8080/orders'],
      ['GetOrder', '1.2', 'http://soap.partner.example:8080/orders12'],
      ['NameOf', '1.1', 'http://soap.partner.example:8080/names'],
    ]);
    expect(operations[0]).toMatchObject({ soapAction: 'urn:orders/GetOrder', note: '按编号查询订单', targetNamespace: 'urn:orders' });
    expect(warnings.join()).toContain('引用自身');
  });

  it('makes an envelope with a typed parameter for every value', () => {
    expect(operations[0]?.params).toMatchObject([
      { paramName: 'tenant', paramType: '1', nullable: '0' },
      { paramName: 'orderId', paramType: '2', nullable: '0', paramComment: '订单编号' },
      { paramName: 'since', paramType: '4', nullable: '1' },
      { paramName: 'state', paramType: '5', nullable: '1' },
    ]);
    const filled = parseXml(fillXml(operations[0]!.soap, { tenant: '<t>', orderId: 7, since: null, state: ['a', 'b'] }));
    const body = childNamed(filled, 'Body', 'http://schemas.xmlsoap.org/soap/envelope/');
    const query = body && childNamed(childNamed(body, 'GetOrder', 'urn:orders')!, 'query', 'urn:orders');
    const fields = query?.children.filter((one) => typeof one !== 'string').map((one) => [one.local, one.space, one.children[0]]);
    expect(fields).toEqual([
      ['tenant', 'urn:orders', '<t>'],
      ['orderId', 'urn:orders', '7'],
      ['state', 'urn:orders', 'a'],
      ['state', 'urn:orders', 'b'],
    ]);
  });

  it('writes calls in RPC style with their namespace and plain parts', () => {
    expect(operations[2]?.soap).toContain('<n1:NameOf>\n      <code>{{code}}</code>');
    expect(operations[2]?.soap).toContain('xmlns:n1="urn:names"');
    expect(operations[1]?.soap).toContain('http://www.w3.org/2003/05/soap-envelope');
  });

  it('fetches nothing that it names, and says so', () => {
    const imported = ORDER_WSDL.replace(
      '<xs:complexType name="Base">',
      '<xs:include schemaLocation="http://127.0.0.1:4269/x.xsd"/><xs:complexType name="Base">',
    );
    expect(parseWsdl(imported).warnings.join()).toContain('http://127.0.0.1:4269/x.xsd');
  });

  it.each([
    ['<!DOCTYPE d [<!ENTITY x SYSTEM "http://127.0.0.1:4269/">]>' + ORDER_WSDL.slice(ORDER_WSDL.indexOf('<wsdl')), 'DOCTYPE'],
    [ORDER_WSDL.replace('按编号查询订单', '&xxe;'), '实体'],
    ['<a/>', 'WSDL 1.1'],
    ['<html><body>404</body></html>', 'WSDL 1.1'],
    ['<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', '没有 SOAP 操作'],
  ])('is refused when it is none (%#)', (source, why) => {
    expect(() => parseWsdl(source)).toThrow(XmlProblem);
    expect(() => parseWsdl(source)).toThrow(why);
  });
});

/** A WSDL whose message is an element of type T. */
const typed = (types: string, operations = 1): string => {
  const each = (one: (name: string) => string) => Array.from({ length: operations }, (_, i) => one(`o${i}`)).join('');
  return `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
    <types><x:schema targetNamespace="urn:t">${types}<x:element name="E" type="t:T"/></x:schema></types>
    <message name="M"><part name="p" element="t:E"/></message>
    <portType name="P">${each((name) => `<operation name="${name}"><input message="t:M"/></operation>`)}</portType>
    <binding name="B" type="t:P"><s:binding/>${each((name) => `<operation name="${name}"><input><s:body/></input></operation>`)}</binding>
    <service name="S">${'<port name="p" binding="t:B"><s:address location="http://a/"/></port>'.repeat(3)}</service></definitions>`;
};

describe('a document that is made to cost much', () => {
  const fast = 15_000;
  it('is refused where a type extends itself many times', { timeout: fast }, () => {
    const again = '<x:complexContent><x:extension base="t:T"/></x:complexContent>'.repeat(8);
    expect(() => parseWsdl(typed(`<x:complexType name="T">${again}</x:complexType>`))).toThrow('过于复杂');
  });
  it('has as many operations read as are shown', () => {
    const { operations } = parseWsdl(typed('<x:simpleType name="T"/>', 300));
    expect(operations).toHaveLength(500);
  });
  it('is refused where every element brings a prefix to many others', { timeout: fast }, () => {
    const prefixes = Array.from({ length: 400 }, (_, i) => `xmlns:a${i}="b"`).join(' ');
    expect(() => parseXml(`<r ${prefixes}>${'<a xmlns="b"/>'.repeat(20_000)}</r>`)).toThrow('前缀过多');
    const attributes = Array.from({ length: 10_000 }, (_, i) => `a${i}="b"`).join(' ');
    expect(() => parseXml(`<r ${attributes}/>`)).toThrow('属性过多');
  });
  it('takes its time by its length: a list of a hundred thousand lines', { timeout: fast }, () => {
    const body = `<r>${'<a/>'.repeat(100_000)}</r>`;
    const text = `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>${body}</s:Body></s:Envelope>`;
    const reply = readSoapReply(text, null);
    expect('data' in reply && (reply.data as { a: unknown[] }).a).toHaveLength(100_000);
  });
});

describe('an answer', () => {
  const { shape } = parseWsdl(ORDER_WSDL).operations[0]!;
  it('becomes JSON in the form of its schema: one line is a list too, numbers are numbers', () => {
    expect(readSoapReply(orderReply(), shape)).toEqual({
      data: { line: [{ sku: 'A1', amount: 12.5, grade: 2 }], isPaid: true, mobile: '13812345678' },
    });
    const empty = '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><r/></s:Body></s:Envelope>';
    expect(readSoapReply(empty, shape)).toEqual({ data: { line: [] } });
  });
  it('without a schema repeats make lists', () => {
    const text =
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><r a="1"><x>1</x><x>2</x></r></s:Body></s:Envelope>';
    expect(readSoapReply(text, null)).toEqual({ data: { '@a': '1', x: ['1', '2'] } });
  });
  it('tells faults of both versions', () => {
    const v11 =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>订单不存在</faultstring></s:Fault></s:Body></s:Envelope>';
    expect(readSoapReply(v11, shape)).toEqual({ fault: { code: 's:Client', text: '订单不存在' } });
    const v12 =
      '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body><s:Fault><s:Code><s:Value>s:Sender</s:Value></s:Code><s:Reason><s:Text>no</s:Text></s:Reason></s:Fault></s:Body></s:Envelope>';
    expect(readSoapReply(v12, shape)).toEqual({ fault: { code: 's:Sender', text: 'no' } });
  });
  it('is refused when it is no envelope', () => {
    expect(() => readSoapReply('<html/>', null)).toThrow(XmlProblem);
  });
});

it.each([
  ['a prefix that is called like a method of objects', '<constructor:a/>'],
  ['a prefix of an attribute that nobody declares', '<a x:b="1"/>'],
  ['a control character', '<a>\u0001</a>'],
  ['two roots', '<a/><b/>'],
  ['an ampersand', '<a>a & b</a>'],
  ['an entity without a semicolon', '<a>&amp</a>'],
  ['a reference to nothing', '<a>&#0;</a>'],
  ['an entity that is called like a method of objects', '<a>&toString;</a>'],
  ['half a surrogate pair', '<a>&#xD800;</a>'],
  ['< in an attribute', '<a b="<"/>'],
])('is no XML: %s', (_what, text) => {
  expect(() => parseXml(text)).toThrow(XmlProblem);
});

it('reads prefixes and names that objects have of their own', () => {
  const read = parseXml('<__proto__:a xmlns:__proto__="u" constructor="1"><__proto__:b/></__proto__:a>');
  expect([read.space, read.attributes['constructor'], childNamed(read, 'b', 'u')?.local]).toEqual(['u', '1', 'b']);
});
