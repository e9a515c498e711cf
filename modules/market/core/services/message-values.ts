import { ParamProblem } from '../values.ts';
import { SECRET, wholePlace } from './template.ts';
import { elementsIn, parseXml, textIn, XmlProblem, type XmlElement } from './xml.ts';

/*
 * The values of a message that a caller wrote, read at the places of the template of the service. The message itself goes nowhere: what is sent
 * is the template with these values, by their types, so that a caller changes no more of it than parameters can.
 */

const refused = (message: string): ParamProblem => new ParamProblem('soap', message);
const hasPlace = (element: XmlElement): boolean =>
  wholePlace(textIn(element)) !== null || Object.values(element.attributes).some((value) => wholePlace(value) !== null);
const isSame = (a: XmlElement, b: XmlElement): boolean => a.local === b.local && a.space === b.space;

/** Values by the names of the places of `template`. Throws ParamProblem where the message is no message of this template. */
export function messageValues(template: string, message: string): Record<string, unknown> {
  const shape = parseXml(template);
  const found = read(message);
  if (!isSame(shape, found)) throw refused(`报文的根元素应为 {${shape.space}}${shape.local}`);
  const values: Record<string, unknown> = {};
  walk(shape, found, values);
  return values;
}
function read(message: string): XmlElement {
  try {
    return parseXml(message);
  } catch (error) {
    if (error instanceof XmlProblem) throw refused(`报文不能读取：${error.message}`);
    throw error;
  }
}

function keep(values: Record<string, unknown>, place: string, value: unknown): void {
  // what is sealed is not the caller's to give
  if (!place.startsWith(SECRET)) values[place] = value;
}

function walk(shape: XmlElement, found: XmlElement, values: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(shape.attributes)) {
    const place = wholePlace(value);
    if (place !== null && Object.hasOwn(found.attributes, name)) keep(values, place, found.attributes[name]);
  }
  const shapes = elementsIn(shape);
  const children = elementsIn(found);
  const stray = children.find((child) => !shapes.some((one) => isSame(one, child)));
  if (stray) throw refused(`报文中的元素“${stray.local}”不在服务的报文模板里`);
  if (shapes.length === 0) assertText(shape, found);
  for (const one of shapes) {
    const same = children.filter((child) => isSame(one, child));
    const place = elementsIn(one).length === 0 ? wholePlace(textIn(one)) : null;
    if (place !== null && same.length > 0) keep(values, place, same.length === 1 ? valueOf(same[0]!) : same.map(valueOf));
    const [first] = same;
    if (!first) continue;
    if (place === null && same.length > 1) throw refused(`报文中的元素“${one.local}”只能出现一次`);
    if (place === null || hasPlace(one)) walk(one, first, values);
  }
}
const valueOf = (element: XmlElement): string => {
  if (elementsIn(element).length > 0) throw refused(`报文中的元素“${element.local}”应为文本`);
  return textIn(element);
};
/** What the template says itself stays as it is. */
function assertText(shape: XmlElement, found: XmlElement): void {
  const said = textIn(shape).trim();
  if (wholePlace(said) === null && textIn(found).trim() !== said) throw refused(`报文中的元素“${shape.local}”不是参数，内容应为“${said}”`);
}
