/*
 * XML without document types: no DTD, no entities beyond the five of the standard, no external anything, so that a document can neither make
 * the platform fetch something nor grow while it is read. One pass, bounded in length, depth and number of elements.
 */

export interface XmlElement {
  /** as written, with its prefix */
  readonly name: string;
  /** without prefix */
  readonly local: string;
  /** namespace, empty when there is none */
  readonly space: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** prefixes in force here */
  readonly spaces: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}
export class XmlProblem extends Error {}

const MAX_CHARS = 5_000_000;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 200_000;
const MAX_ATTRIBUTES = 500;
/** An element that declares a prefix keeps a list of all that are in force: entries of all these lists together. */
const MAX_PREFIXES = 2_000_000;
const NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,199}(?::[\p{L}_][\p{L}\p{N}_.-]{0,199})?/u;
const ATTRIBUTE = /\s+([^\s=<>"'/]{1,300})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
// oxlint-disable-next-line no-control-regex -- what XML 1.0 cannot hold
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';

/** Text with its references read. Throws XmlProblem for entities that a document type would have to declare. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&\s]{0,12};?)/g, (_all, name: string) => {
    const own = name.slice(0, -1);
    const known = name.endsWith(';') && Object.hasOwn(ENTITIES, own) ? ENTITIES[own] : undefined;
    if (known !== undefined) return known;
    const [, hex, decimal] = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}));$/i.exec(name) ?? [];
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isAllowed = code === 9 || code === 10 || code === 13 || (code >= 32 && code < 0xd800) || (code > 0xdfff && code <= 0x10ffff);
    if (!isAllowed) throw new XmlProblem(`XML 中的实体“&${name}”不允许使用`);
    return String.fromCodePoint(code);
  });
}

interface Open {
  element: { -readonly [K in keyof XmlElement]: XmlElement[K] } & { children: (XmlElement | string)[] };
}

/** Reads a document and answers its root. Throws XmlProblem. */
export function parseXml(source: string): XmlElement {
  return new Reader(source).read();
}

class Reader {
  readonly #text: string;
  #at = 0;
  #count = 0;
  #prefixes = 0;
  readonly #open: Open[] = [];
  #root: XmlElement | null = null;

  constructor(source: string) {
    if (source.length > MAX_CHARS) throw new XmlProblem('XML 内容过大');
    if (CONTROL.test(source)) throw new XmlProblem('XML 含有不允许的控制字符');
    this.#text = source.replace(/^\uFEFF/, '');
  }

  read(): XmlElement {
    while (this.#at < this.#text.length) {
      const next = this.#text.indexOf('<', this.#at);
      this.#content(this.#text.slice(this.#at, next < 0 ? this.#text.length : next));
      if (next < 0) break;
      this.#at = next;
      this.#markup();
    }
    if (this.#open.length > 0 || !this.#root) throw new XmlProblem('XML 不完整');
    return this.#root;
  }

  #content(text: string): void {
    const top = this.#open.at(-1);
    if (top && text !== '') top.element.children.push(decoded(text));
    else if (!top && text.trim() !== '') throw new XmlProblem('XML 的根元素之外有内容');
  }

  #markup(): void {
    const text = this.#text;
    if (text.startsWith('<!--', this.#at)) return this.#skip('<!--', '-->');
    if (text.startsWith('<?', this.#at)) return this.#skip('<?', '?>');
    if (text.startsWith('<![CDATA[', this.#at)) return this.#cdata();
    if (text.startsWith('<!', this.#at)) throw new XmlProblem('XML 不允许包含文档类型声明（DOCTYPE）');
    return text.startsWith('</', this.#at) ? this.#end() : this.#start();
  }
  #skip(start: string, mark: string): void {
    const end = this.#text.indexOf(mark, this.#at + start.length);
    if (end < 0) throw new XmlProblem('XML 不完整');
    this.#at = end + mark.length;
  }
  #cdata(): void {
    const from = this.#at + '<![CDATA['.length;
    const end = this.#text.indexOf(']]>', from);
    const top = this.#open.at(-1);
    if (end < 0 || !top) throw new XmlProblem('XML 不完整');
    top.element.children.push(this.#text.slice(from, end));
    this.#at = end + 3;
  }
  #name(): string {
    const found = NAME.exec(this.#text.slice(this.#at, this.#at + 402));
    if (!found) throw new XmlProblem(`XML 第 ${this.#at + 1} 个字符处不正确`);
    this.#at += found[0].length;
    return found[0];
  }
  #end(): void {
    this.#at += 2;
    const name = this.#name();
    const close = /\s*>/y;
    close.lastIndex = this.#at;
    const closed = close.exec(this.#text);
    const top = this.#open.pop();
    if (!closed || top?.element.name !== name) throw new XmlProblem(`XML 的结束标签 </${name}> 没有对应的开始标签`);
    this.#at += closed[0].length;
    this.#put(top.element);
  }
  #put(element: XmlElement): void {
    const above = this.#open.at(-1);
    if (above) above.element.children.push(element);
    else if (this.#root) throw new XmlProblem('XML 只能有一个根元素');
    else this.#root = element;
  }
  #attributes(): Record<string, string> {
    const attributes: Record<string, string> = {};
    let count = 0;
    ATTRIBUTE.lastIndex = this.#at;
    for (let found = ATTRIBUTE.exec(this.#text); found; found = ATTRIBUTE.exec(this.#text)) {
      const name = found[1]!;
      if (++count > MAX_ATTRIBUTES) throw new XmlProblem('XML 元素的属性过多');
      if (Object.hasOwn(attributes, name)) throw new XmlProblem(`XML 的属性“${name}”重复`);
      Object.defineProperty(attributes, name, { value: decoded(found[2] ?? found[3] ?? ''), enumerable: true });
      this.#at = ATTRIBUTE.lastIndex;
    }
    return attributes;
  }
  #start(): void {
    if (++this.#count > MAX_ELEMENTS) throw new XmlProblem('XML 的元素过多');
    if (this.#open.length >= MAX_DEPTH) throw new XmlProblem('XML 的层级过深');
    this.#at += 1;
    const name = this.#name();
    const attributes = this.#attributes();
    const close = /\s*(\/?)>/y;
    close.lastIndex = this.#at;
    const closed = close.exec(this.#text);
    if (!closed) throw new XmlProblem(`XML 的标签 <${name}> 不正确`);
    this.#at += closed[0].length;
    const above = this.#open.at(-1)?.element.spaces ?? { xml: XML_SPACE };
    const spaces = spacesOf(above, attributes);
    if (spaces !== above && (this.#prefixes += Object.keys(spaces).length) > MAX_PREFIXES) throw new XmlProblem('XML 的命名空间前缀过多');
    const [prefix, local] = splitName(name);
    const space = spaceOf(spaces, prefix);
    for (const attribute of Object.keys(attributes)) {
      const [own] = splitName(attribute);
      if (own !== '' && own !== 'xmlns') spaceOf(spaces, own);
    }
    const element = { name, local, space, attributes, spaces, children: [] };
    if (closed[1] === '/') this.#put(element);
    else this.#open.push({ element });
  }
}

export const splitName = (name: string): [prefix: string, local: string] => {
  const at = name.indexOf(':');
  return at < 0 ? ['', name] : [name.slice(0, at), name.slice(at + 1)];
};
/** Own properties only: a prefix may be called like a method of objects. Throws XmlProblem. */
function spaceOf(spaces: Readonly<Record<string, string>>, prefix: string): string {
  if (Object.hasOwn(spaces, prefix)) return spaces[prefix]!;
  if (prefix === '') return '';
  throw new XmlProblem(`XML 的前缀“${prefix}”没有声明`);
}
function spacesOf(above: Readonly<Record<string, string>>, attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const declared = Object.entries(attributes).filter(([name]) => name === 'xmlns' || name.startsWith('xmlns:'));
  if (declared.length === 0) return above;
  return { ...above, ...Object.fromEntries(declared.map(([name, uri]) => [name === 'xmlns' ? '' : name.slice(6), uri])) };
}

export const elementsIn = (element: XmlElement): XmlElement[] => element.children.filter((one) => typeof one !== 'string');
export const childrenNamed = (element: XmlElement, local: string, space?: string): XmlElement[] =>
  elementsIn(element).filter((one) => one.local === local && (space === undefined || one.space === space));
export const childNamed = (element: XmlElement, local: string, space?: string): XmlElement | undefined =>
  childrenNamed(element, local, space)[0];
export const textIn = (element: XmlElement): string =>
  element.children.map((one) => (typeof one === 'string' ? one : textIn(one))).join('');

/** A name in a value (`tns:Order`) with the namespace that its prefix stands for. */
export function qualified(element: XmlElement, value: string): { space: string; local: string } {
  const [prefix, local] = splitName(value);
  return { space: Object.hasOwn(element.spaces, prefix) ? element.spaces[prefix]! : '', local };
}

const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex -- what XML 1.0 cannot hold
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
/** Text for content and attributes; what XML cannot hold goes away. */
export const escapeXml = (text: string): string => text.replace(FORBIDDEN, '').replace(/[&<>"\r]/g, (c) => ESCAPES[c] ?? c);

/** The element as text. */
export function writeXml(element: XmlElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const head = `<${element.name}${attributes.join('')}`;
  if (element.children.length === 0) return `${head}/>`;
  return `${head}>${element.children.map((one) => (typeof one === 'string' ? escapeXml(one) : writeXml(one))).join('')}</${element.name}>`;
}
