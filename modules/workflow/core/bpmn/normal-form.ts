/** Forms of XML that mean the same, brought to the one that the reader of elements knows. */

/** Namespaces of Flowable and its relatives, whatever prefix a document gives them. */
const NAMESPACES = /^https?:\/\/(?:flowable\.org\/bpmn|activiti\.org\/bpmn|(?:www\.)?camunda\.(?:org\/schema\/1\.0\/bpmn|com\/fox))\/?$/;
const DECLARATION = /xmlns:([\w.-]+)\s*=\s*["']([^"']*)["']/g;
const KNOWN: ReadonlySet<string> = new Set(['flowable', 'activiti', 'camunda']);
/** Blanks around the equals sign of an attribute. */
const LOOSE = /(\s[\w:.-]+)(?:\s+=\s*|=\s+)(?=["'])/g;

/** Calls the namespace of a foreign prefix by the prefix `flowable`. */
function renamed(xml: string, prefix: string): string {
  const name = prefix.replaceAll('.', String.raw`\.`);
  const isTaken = /xmlns:flowable\s*=/.test(xml);
  return xml
    .replace(new RegExp(String.raw`\sxmlns:${name}\s*=\s*(["'])[^"']*\1`), isTaken ? '' : ' xmlns:flowable="http://flowable.org/bpmn"')
    .replaceAll(new RegExp(String.raw`(<\/?)${name}:(?=[\w.-])`, 'g'), '$1flowable:')
    .replaceAll(new RegExp(String.raw`(\s)${name}:(?=[\w.-]+\s*=\s*["'])`, 'g'), '$1flowable:');
}

export function normalForm(xml: string): string {
  let text = xml.replaceAll(LOOSE, '$1=');
  for (const [, prefix = '', uri = ''] of xml.matchAll(DECLARATION))
    if (!KNOWN.has(prefix) && NAMESPACES.test(uri)) text = renamed(text, prefix);
  return text;
}
