import type { WsdlOperation } from '../../contract/service.ts';
import { envelopeOf } from './envelope.ts';
import { childNamed, childrenNamed, elementsIn, parseXml, qualified, textIn, XmlProblem, type XmlElement } from './xml.ts';
import { Schemas, shapeOf, XSD, type XsdNode } from './xsd.ts';

const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
const SOAP: Readonly<Record<string, '1.1' | '1.2'>> = {
  'http://schemas.xmlsoap.org/wsdl/soap/': '1.1',
  'http://schemas.xmlsoap.org/wsdl/soap12/': '1.2',
};
const MAX_OPERATIONS = 500;
const MAX_PORTS = 200;

export interface Wsdl {
  readonly operations: readonly WsdlOperation[];
  readonly warnings: readonly string[];
}

/** What a WSDL 1.1 offers over SOAP. Throws XmlProblem with what is wrong with it. */
export function parseWsdl(source: string): Wsdl {
  const root = parseXml(source);
  if (root.space !== WSDL || root.local !== 'definitions') throw new XmlProblem('内容不是 WSDL 1.1 文档');
  const reader = new Reader(root);
  const ports = childrenNamed(root, 'service', WSDL).flatMap((service) => childrenNamed(service, 'port', WSDL));
  const operations: WsdlOperation[] = [];
  for (const port of ports.slice(0, MAX_PORTS)) operations.push(...reader.port(port, MAX_OPERATIONS - operations.length));
  if (operations.length === 0) throw new XmlProblem('WSDL 中没有 SOAP 操作');
  return { operations, warnings: reader.warnings };
}

interface Bound {
  readonly port: string;
  readonly soapVersion: '1.1' | '1.2';
  readonly address: string;
  readonly style: string;
  readonly portType: XmlElement;
}

class Reader {
  readonly #space: string;
  readonly #schemas: Schemas;
  readonly #warnings = new Set<string>();
  /** bindings, port types and messages by `message Name`: each operation asks for several */
  readonly #byName = new Map<string, XmlElement>();

  constructor(root: XmlElement) {
    this.#space = root.attributes['targetNamespace'] ?? '';
    for (const one of elementsIn(root)) {
      const key = `${one.local} ${one.attributes['name'] ?? ''}`;
      if (one.space === WSDL && !this.#byName.has(key)) this.#byName.set(key, one);
    }
    const types = childNamed(root, 'types', WSDL);
    this.#schemas = new Schemas(types ? childrenNamed(types, 'schema', XSD) : []);
    if (childNamed(root, 'import', WSDL)) this.#warnings.add('WSDL 引用的其他文件没有读取，请合并为一个文件');
  }
  get warnings(): string[] {
    return [...this.#warnings, ...this.#schemas.warnings];
  }

  #named(local: string, name: string): XmlElement | undefined {
    return this.#byName.get(`${local} ${name}`);
  }

  /** The operations of a port, so many at most. */
  port(port: XmlElement, most: number): WsdlOperation[] {
    const address = elementsIn(port).find(({ local, space }) => local === 'address' && SOAP[space] !== undefined);
    const binding = this.#named('binding', qualified(port, port.attributes['binding'] ?? '').local);
    const soap = binding && elementsIn(binding).find(({ local, space }) => local === 'binding' && SOAP[space] !== undefined);
    if (!address || !binding || !soap) return [];
    const portType = this.#named('portType', qualified(binding, binding.attributes['type'] ?? '').local);
    if (!portType) throw new XmlProblem('WSDL 的绑定没有对应的 portType');
    const bound: Bound = {
      port: port.attributes['name'] ?? '',
      soapVersion: SOAP[soap.space]!,
      address: address.attributes['location'] ?? '',
      style: soap.attributes['style'] ?? 'document',
      portType,
    };
    return childrenNamed(binding, 'operation', WSDL)
      .slice(0, most)
      .map((operation) => this.#operation(operation, bound));
  }

  #operation(operation: XmlElement, bound: Bound): WsdlOperation {
    const name = operation.attributes['name'] ?? '';
    const soap = elementsIn(operation).find(({ local, space }) => local === 'operation' && SOAP[space] !== undefined);
    const abstract = childrenNamed(bound.portType, 'operation', WSDL).find((one) => one.attributes['name'] === name);
    if (!abstract) throw new XmlProblem(`WSDL 的操作“${name.slice(0, 100)}”没有定义`);
    const style = soap?.attributes['style'] ?? bound.style;
    const input = this.#message(operation, abstract, { direction: 'input', style, name });
    const output = this.#message(operation, abstract, { direction: 'output', style, name: `${name}Response` });
    const { soap: template, params } = envelopeOf(input, bound.soapVersion);
    const note = childNamed(abstract, 'documentation', WSDL);
    return {
      name: name.slice(0, 200),
      port: bound.port,
      soapVersion: bound.soapVersion,
      soapAction: soap?.attributes['soapAction'] ?? '',
      address: bound.address,
      targetNamespace: this.#space,
      soap: template,
      params,
      shape: output ? shapeOf(output) : null,
      note: note ? textIn(note).trim().slice(0, 300) : null,
    };
  }

  /** The element that the body of a message holds; null for an empty body. */
  #message(
    operation: XmlElement,
    abstract: XmlElement,
    { direction, style, name }: { direction: 'input' | 'output'; style: string; name: string },
  ): XsdNode | null {
    const bound = childNamed(operation, direction, WSDL);
    const body = bound && elementsIn(bound).find(({ local, space }) => local === 'body' && SOAP[space] !== undefined);
    if (bound && elementsIn(bound).some(({ local, space }) => local === 'header' && SOAP[space] !== undefined))
      this.#warnings.add('操作要求 SOAP 头，请在报文模板里补充');
    const abstractMessage = childNamed(abstract, direction, WSDL);
    const message =
      abstractMessage && this.#named('message', qualified(abstractMessage, abstractMessage.attributes['message'] ?? '').local);
    const parts = message ? childrenNamed(message, 'part', WSDL) : [];
    if (style === 'rpc') {
      const fields = parts.map((part) =>
        this.#schemas.ofType(part.attributes['name'] ?? '', qualified(part, part.attributes['type'] ?? '')),
      );
      const space = body?.attributes['namespace'] ?? this.#space;
      return { name, space, type: '1', isList: false, isOptional: false, note: null, fields };
    }
    const [part] = parts;
    const element = part?.attributes['element'];
    if (!part || element === undefined) return null;
    const found = this.#schemas.element(qualified(part, element));
    if (!found) this.#warnings.add(`报文元素“${element.slice(0, 100)}”没有定义，请在报文模板里补充`);
    return found;
  }
}
