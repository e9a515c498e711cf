/** A service of orders over SOAP 1.1 and 1.2, as a vendor would describe it. */
export const ORDER_WSDL = `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:tns="urn:orders"
  targetNamespace="urn:orders">
  <wsdl:types>
    <xs:schema targetNamespace="urn:orders" elementFormDefault="qualified">
      <xs:complexType name="Base"><xs:sequence><xs:element name="tenant" type="xs:string"/></xs:sequence></xs:complexType>
      <xs:simpleType name="Grade"><xs:restriction base="xs:int"/></xs:simpleType>
      <xs:complexType name="Query">
        <xs:complexContent><xs:extension base="tns:Base"><xs:sequence>
          <xs:element name="orderId" type="xs:long"><xs:annotation><xs:documentation>订单编号</xs:documentation></xs:annotation></xs:element>
          <xs:element name="since" type="xs:date" minOccurs="0"/>
          <xs:element name="state" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
        </xs:sequence></xs:extension></xs:complexContent>
      </xs:complexType>
      <xs:element name="GetOrder"><xs:complexType><xs:sequence><xs:element name="query" type="tns:Query"/></xs:sequence></xs:complexType></xs:element>
      <xs:complexType name="Line"><xs:sequence>
        <xs:element name="sku" type="xs:string"/><xs:element name="amount" type="xs:decimal"/>
        <xs:element name="grade" type="tns:Grade"/><xs:element name="line" type="tns:Line" minOccurs="0"/>
      </xs:sequence></xs:complexType>
      <xs:element name="GetOrderResponse"><xs:complexType><xs:sequence>
        <xs:element name="line" type="tns:Line" minOccurs="0" maxOccurs="unbounded"/><xs:element name="isPaid" type="xs:boolean"/>
        <xs:element name="mobile" type="xs:string"/>
      </xs:sequence></xs:complexType></xs:element>
    </xs:schema>
  </wsdl:types>
  <wsdl:message name="In"><wsdl:part name="parameters" element="tns:GetOrder"/></wsdl:message>
  <wsdl:message name="Out"><wsdl:part name="parameters" element="tns:GetOrderResponse"/></wsdl:message>
  <wsdl:message name="RpcIn"><wsdl:part name="code" type="xs:int"/></wsdl:message>
  <wsdl:message name="RpcOut"><wsdl:part name="text" type="xs:string"/></wsdl:message>
  <wsdl:portType name="Orders">
    <wsdl:operation name="GetOrder"><wsdl:documentation>按编号查询订单</wsdl:documentation>
      <wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:portType name="Names">
    <wsdl:operation name="NameOf"><wsdl:input message="tns:RpcIn"/><wsdl:output message="tns:RpcOut"/></wsdl:operation>
  </wsdl:portType>
  <wsdl:binding name="Orders11" type="tns:Orders">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="GetOrder"><soap:operation soapAction="urn:orders/GetOrder"/>
      <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:binding name="Orders12" type="tns:Orders">
    <soap12:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="GetOrder"><soap12:operation soapAction="urn:orders/GetOrder"/>
      <wsdl:input><soap12:body use="literal"/></wsdl:input><wsdl:output><soap12:body use="literal"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:binding name="Names11" type="tns:Names">
    <soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
    <wsdl:operation name="NameOf"><soap:operation soapAction=""/>
      <wsdl:input><soap:body use="literal" namespace="urn:names"/></wsdl:input>
      <wsdl:output><soap:body use="literal" namespace="urn:names"/></wsdl:output></wsdl:operation>
  </wsdl:binding>
  <wsdl:service name="OrderService">
    <wsdl:port name="P11" binding="tns:Orders11"><soap:address location="http://soap.partner.example:8080/orders"/></wsdl:port>
    <wsdl:port name="P12" binding="tns:Orders12"><soap12:address location="http://soap.partner.example:8080/orders12"/></wsdl:port>
    <wsdl:port name="PN" binding="tns:Names11"><soap:address location="http://soap.partner.example:8080/names"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>`;

export const orderReply = (space = 'http://schemas.xmlsoap.org/soap/envelope/'): string =>
  `<s:Envelope xmlns:s="${space}"><s:Body><GetOrderResponse xmlns="urn:orders"><line><sku>A1</sku><amount>12.50</amount><grade>2</grade></line>` +
  `<isPaid>true</isPaid><mobile>13812345678</mobile></GetOrderResponse></s:Body></s:Envelope>`;
