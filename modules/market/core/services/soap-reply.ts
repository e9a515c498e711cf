import type { Shape } from '../../contract/service.ts';
import { ENVELOPES } from './envelope.ts';
import { childNamed, elementsIn, parseXml, textIn, XmlProblem, type XmlElement } from './xml.ts';

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const MAX_FAULT = 300;

export type SoapReply = { readonly fault: { readonly code: string; readonly text: string } } | { readonly data: unknown };

/** What an answer of a SOAP server says. Throws XmlProblem. */
export function readSoapReply(source: string, shape: Shape | null): SoapReply {
  const root = parseXml(source);
  const isEnvelope = root.local === 'Envelope' && (Object.values(ENVELOPES) as string[]).includes(root.space);
  const body = isEnvelope ? childNamed(root, 'Body', root.space) : undefined;
  if (!body) throw new XmlProblem('返回内容不是 SOAP 报文');
  const [first] = elementsIn(body);
  if (!first) return { data: null };
  if (first.local !== 'Fault' || first.space !== root.space) return { data: xmlValue(first, shape) };
  return { fault: faultOf(first, root.space) };
}

function faultOf(fault: XmlElement, space: string): { code: string; text: string } {
  const of = (...names: string[]): string => {
    let found: XmlElement | undefined = fault;
    for (const name of names) found = found && (childNamed(found, name, space) ?? childNamed(found, name, ''));
    return found ? textIn(found).replace(/\s+/g, ' ').trim().slice(0, MAX_FAULT) : '';
  };
  return { code: of('faultcode') || of('Code', 'Value'), text: of('faultstring') || of('Reason', 'Text') };
}

/** An element as a JSON value: objects by the names of its elements, lists where a name repeats or the schema says so. */
export function xmlValue(element: XmlElement, shape: Shape | null): unknown {
  const isNil = Object.entries(element.attributes).some(
    ([name, value]) => name.endsWith(':nil') && element.spaces[name.slice(0, -4)] === XSI && (value === 'true' || value === '1'),
  );
  if (isNil) return null;
  const attributes = Object.entries(element.attributes).filter(([name]) => !/^(xmlns|xsi)(:|$)/.test(name));
  const inner = elementsIn(element);
  if (inner.length === 0 && shape?.kind !== 'object') {
    const value = scalar(textIn(element), shape);
    return attributes.length === 0 ? value : { ...named(attributes), '#text': value };
  }
  const found = new Map<string, unknown[]>();
  for (const child of inner) {
    const value = xmlValue(child, fieldOf(shape, child.local));
    const before = found.get(child.local);
    // lists of many thousands are usual, so that each of their elements may cost only itself
    if (before) before.push(value);
    else found.set(child.local, [value]);
  }
  const fields = [...found].map(([name, values]): [string, unknown] => [
    name,
    values.length > 1 || fieldOf(shape, name)?.isList === true ? values : values[0],
  ]);
  const empty = (shape?.fields ?? [])
    .filter(({ name, isList }) => isList && !found.has(name))
    .map(({ name }): [string, unknown] => [name, []]);
  return { ...named(attributes), ...Object.fromEntries([...fields, ...empty]) };
}
const fieldOf = (shape: Shape | null, name: string): Shape | null => shape?.fields.find((one) => one.name === name) ?? null;
const named = (attributes: readonly [string, string][]) => Object.fromEntries(attributes.map(([name, value]) => [`@${name}`, value]));

/** Numbers that a number cannot hold exactly stay texts. */
function scalar(text: string, shape: Shape | null): unknown {
  const trimmed = text.trim();
  if (shape?.kind === 'boolean') return trimmed === 'true' || trimmed === '1';
  if (shape?.kind !== 'number') return text;
  if (trimmed === '') return null;
  const value = Number(trimmed);
  const isExact = Number.isFinite(value) && trimmed.replace(/[^0-9]/g, '').length <= 15;
  return isExact ? value : trimmed;
}
