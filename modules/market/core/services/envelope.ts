import type { ServiceParam } from '../../contract/service-param.ts';
import { escapeXml } from './xml.ts';
import type { XsdNode } from './xsd.ts';

export const ENVELOPES = { '1.1': 'http://schemas.xmlsoap.org/soap/envelope/', '1.2': 'http://www.w3.org/2003/05/soap-envelope' } as const;
const MAX_PARAMS = 100;

/** The envelope of a message with a place for every value, and the parameters that fill them. */
export function envelopeOf(message: XsdNode | null, soapVersion: '1.1' | '1.2'): { soap: string; params: ServiceParam[] } {
  const writer = new Writer();
  const body = message ? writer.element(message, { depth: 2, isNeeded: true }) : '';
  const spaces = [...writer.spaces].map(([space, prefix]) => ` xmlns:${prefix}="${escapeXml(space)}"`).join('');
  const soap = [
    `<soap:Envelope xmlns:soap="${ENVELOPES[soapVersion]}"${spaces}>`,
    '  <soap:Body>',
    ...(body === '' ? [] : [body]),
    '  </soap:Body>',
    '</soap:Envelope>',
  ].join('\n');
  return { soap, params: writer.params };
}

class Writer {
  readonly spaces = new Map<string, string>();
  readonly params: ServiceParam[] = [];
  readonly #names = new Set<string>();

  element(node: XsdNode, { depth, isNeeded, above = '' }: { depth: number; isNeeded: boolean; above?: string }): string {
    const tag = this.#tag(node);
    const indent = '  '.repeat(depth);
    const needs = isNeeded && !node.isOptional;
    if (node.fields === null) {
      const name = this.#param(node, { above, needs });
      return name === null ? `${indent}<${tag}/>` : `${indent}<${tag}>{{${name}}}</${tag}>`;
    }
    if (node.fields.length === 0) return `${indent}<${tag}/>`;
    const inner = node.fields.map((field) => this.element(field, { depth: depth + 1, isNeeded: needs, above: node.name }));
    return [`${indent}<${tag}>`, ...inner, `${indent}</${tag}>`].join('\n');
  }

  #tag({ name, space }: XsdNode): string {
    if (space === '') return name;
    const prefix = this.spaces.get(space) ?? `n${this.spaces.size + 1}`;
    this.spaces.set(space, prefix);
    return `${prefix}:${name}`;
  }

  /** A parameter for a value; null when there are too many. */
  #param(node: XsdNode, { above, needs }: { above: string; needs: boolean }): string | null {
    if (this.params.length >= MAX_PARAMS) return null;
    const name = this.#free(node.name, above);
    const paramType = node.isList ? '5' : node.type;
    this.params.push({
      paramName: name,
      paramType,
      nullable: needs ? '0' : '1',
      paramComment: node.note,
      exampleValue: null,
      defaultValue: null,
    });
    return name;
  }
  #free(local: string, above: string): string {
    const safe = (text: string) =>
      text
        .replace(/[^A-Za-z0-9_]/g, '')
        .replace(/^\d+/, '')
        .slice(0, 30);
    const plain = safe(local) || 'value';
    const tries = [plain, above === '' ? plain : `${safe(above)}_${plain}`.slice(0, 40)];
    let name = tries.find((one) => !this.#names.has(one));
    for (let i = 2; name === undefined; i++) if (!this.#names.has(`${plain}${i}`)) name = `${plain}${i}`;
    this.#names.add(name);
    return name;
  }
}
