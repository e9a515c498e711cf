import { createHash } from 'node:crypto';
import * as z from 'zod';
import { elementsIn, escapeXml, parseXml, textIn, type XmlElement } from '#modules/market/core/index.ts';

/*
 * What the partner companies of the demo company answer. Every figure follows from the name that is asked for, so that the same question is
 * answered alike on every node and at any time.
 */

const STATES = ['存续', '存续', '存续', '在业', '迁出'] as const;
const SURNAMES = ['陈', '李', '王', '张', '刘', '杨', '周', '黄'] as const;
const GRADES = ['AAA', 'AA', 'A', 'BBB', 'BB'] as const;
const NS = 'urn:credit.partner.example:v1';

/** Numbers below `below` that follow from a text. */
function figures(text: string): (below: number) => number {
  const digest = createHash('sha256').update(text).digest();
  let at = 0;
  return (below) => digest.readUInt16BE((at++ * 2) % (digest.length - 1)) % below;
}

/** 工商信息 of a company. */
export function registrationOf(name: string) {
  const next = figures(name);
  return {
    name,
    status: STATES[next(STATES.length)],
    legalPerson: `${SURNAMES[next(SURNAMES.length)]}${'某'.repeat(1 + next(2))}`,
    legalMobile: `139${String(10_000_000 + next(60_000) * 1_001).slice(0, 8)}`,
    registeredCapital: (500 + next(400) * 50) * 10_000,
    foundedOn: `${1992 + next(28)}-${String(1 + next(12)).padStart(2, '0')}-${String(1 + next(28)).padStart(2, '0')}`,
    employees: 20 + next(1500),
  };
}

/** 信用评级 of a company: grade, score and its latest court cases. */
export function creditOf(name: string) {
  const next = figures(`credit ${name}`);
  const score = 60 + next(40);
  const cases = Array.from({ length: next(3) }, (_, i) => ({
    year: 2026 - i,
    caseNo: `(${2026 - i})民初${100 + next(8000)}号`,
    isClosed: i > 0,
  }));
  return { grade: GRADES[Math.min(GRADES.length - 1, Math.floor((99 - score) / 8))], score, cases };
}

/** The description of the credit service, as its vendor would publish it. */
export const creditWsdl = (origin: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="${NS}" targetNamespace="${NS}" name="CreditService">
  <wsdl:types>
    <xs:schema targetNamespace="${NS}" elementFormDefault="qualified">
      <xs:element name="QueryCredit"><xs:complexType><xs:sequence>
        <xs:element name="companyName" type="xs:string"><xs:annotation><xs:documentation>企业名称</xs:documentation></xs:annotation></xs:element>
        <xs:element name="withCases" type="xs:boolean" minOccurs="0"><xs:annotation><xs:documentation>是否返回案件</xs:documentation></xs:annotation></xs:element>
      </xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Case"><xs:sequence>
        <xs:element name="year" type="xs:int"/><xs:element name="caseNo" type="xs:string"/><xs:element name="isClosed" type="xs:boolean"/>
      </xs:sequence></xs:complexType>
      <xs:element name="QueryCreditResponse"><xs:complexType><xs:sequence>
        <xs:element name="grade" type="xs:string"/><xs:element name="score" type="xs:int"/>
        <xs:element name="case" type="tns:Case" minOccurs="0" maxOccurs="unbounded"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="QueryCreditIn"><wsdl:part name="parameters" element="tns:QueryCredit"/></wsdl:message>
  <wsdl:message name="QueryCreditOut"><wsdl:part name="parameters" element="tns:QueryCreditResponse"/></wsdl:message>
  <wsdl:portType name="Credit">
    <wsdl:operation name="QueryCredit"><wsdl:documentation>按企业名称查询信用评级</wsdl:documentation>
      <wsdl:input message="tns:QueryCreditIn"/><wsdl:output message="tns:QueryCreditOut"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="CreditSoap" type="tns:Credit">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="QueryCredit"><soap:operation soapAction="${NS}/QueryCredit"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="CreditService"><wsdl:port name="CreditSoap" binding="tns:CreditSoap"><soap:address location="${origin}/credit"/></wsdl:port></wsdl:service>
</wsdl:definitions>
`;

const SOAP = 'http://schemas.xmlsoap.org/soap/envelope/';
const envelope = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="${SOAP}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
const descendant = (element: XmlElement, local: string): XmlElement | undefined =>
  element.local === local
    ? element
    : elementsIn(element)
        .map((one) => descendant(one, local))
        .find((one) => one !== undefined);

/** The answer to a SOAP request: status and content. */
export function creditAnswer(request: string): { status: number; text: string } {
  const fault = (text: string) => ({
    status: 500,
    text: envelope(`<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${escapeXml(text)}</faultstring></soap:Fault>`),
  });
  let root: XmlElement;
  try {
    root = parseXml(request);
  } catch {
    return fault('报文不能读取');
  }
  const name = textIn(descendant(root, 'companyName') ?? root).trim();
  if (name.length < 4) return fault('企业名称至少4个字');
  const { grade, score, cases } = creditOf(name);
  const shown = textIn(descendant(root, 'withCases') ?? { ...root, children: [] }) === 'true' ? cases : [];
  const lines = shown.map(
    ({ year, caseNo, isClosed }) =>
      `<c:case><c:year>${year}</c:year><c:caseNo>${caseNo}</c:caseNo><c:isClosed>${isClosed}</c:isClosed></c:case>`,
  );
  return {
    status: 200,
    text: envelope(
      `<c:QueryCreditResponse xmlns:c="${NS}"><c:grade>${grade}</c:grade><c:score>${score}</c:score>${lines.join('')}</c:QueryCreditResponse>`,
    ),
  };
}

const Changes = z.object({ event: z.literal('masterdata.changes'), messages: z.array(z.object({ id: z.string(), version: z.string() })) });
/** How many changes of master data a call brings; null when it brings something else. The partner keeps none of them. */
export function receivedOf(body: string): number | null {
  try {
    return Changes.parse(JSON.parse(body)).messages.length;
  } catch {
    return null;
  }
}
