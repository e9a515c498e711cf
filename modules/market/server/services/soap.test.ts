import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { ORDER_WSDL, orderReply } from '../../core/services/test-wsdl.ts';
import { PATH, World, type Answer } from './test-world.ts';

const app = startApp();
const world = new World(app);
let count = 0;

describe('a SOAP service', () => {
  const soapHost = { host: 'soap.partner.example', port: 8080 };
  let hostId = '';
  beforeAll(async () => {
    hostId = await world.host(soapHost);
  });
  const parse = (body: object) => app.admin('POST', `${PATH}/wsdl/parse`, body);
  async function service(at: number, over: object = {}): Promise<string> {
    const { data } = await parse({ wsdlText: ORDER_WSDL });
    const { name, soapVersion, soapAction, address, targetNamespace, soap, params, shape } = data.operations[at];
    const webService = { url: address, soapVersion, soapAction, targetNamespace, method: name, soap, shape };
    return world.made({ serviceName: `SOAP${++count}`, serviceType: '2', webService, reqParams: params, ...over });
  }
  const soapAnswer =
    (text: string, status = 200): Answer =>
    (_request, response) =>
      void response.writeHead(status, { 'content-type': 'text/xml' }).end(text);

  it('is imported from a file or a registered host, and called in its version with JSON in and out', async () => {
    world.answer = soapAnswer(ORDER_WSDL);
    const { data } = await parse({ url: 'http://soap.partner.example:8080/orders?wsdl' });
    expect(data.operations.map(({ name }: { name: string }) => name)).toEqual(['GetOrder', 'GetOrder', 'NameOf']);
    expect(world.asked[0]?.url).toBe('/orders?wsdl');
    for (const [at, space, type] of [
      [0, 'http://schemas.xmlsoap.org/soap/envelope/', 'text/xml'],
      [1, 'http://www.w3.org/2003/05/soap-envelope', 'application/soap+xml'],
    ] as const) {
      [world.asked, world.answer] = [[], soapAnswer(orderReply(space))];
      const id = await service(at);
      expect((await world.get(id)).webService).toMatchObject({ hostId, url: null });
      const tried = (await world.run(id, { tenant: '</n1:tenant><admin/>', orderId: '7', state: ['a', 'b'] })).data;
      expect(tried).toMatchObject({ message: null, data: { line: [{ sku: 'A1', amount: 12.5 }], isPaid: true } });
      expect(world.asked[0]?.headers['content-type']).toContain(type);
      expect(world.asked[0]?.body).toContain('<n1:tenant>&lt;/n1:tenant&gt;&lt;admin/&gt;</n1:tenant>');
      expect(world.asked[0]?.body).toContain('<n1:state>a</n1:state><n1:state>b</n1:state>');
      expect(world.asked[0]?.body).not.toContain('since');
    }
    expect(world.asked[0]?.headers['soapaction']).toBeUndefined();
  });

  it('turns faults into errors of ours, whatever status they come with', async () => {
    const fault =
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><faultstring>订单不存在</faultstring></s:Fault></s:Body></s:Envelope>';
    const id = await service(0);
    for (const status of [200, 500]) {
      world.answer = soapAnswer(fault, status);
      expect((await world.run(id, { tenant: 't', orderId: 1 })).data.message).toBe('后端服务返回错误：订单不存在');
    }
    world.answer = soapAnswer('<html>bad gateway</html>', 502);
    expect((await world.run(id, { tenant: 't', orderId: 1 })).data.message).toBe('后端服务返回 HTTP 502');
  });

  it('a WSDL with a document type, with entities or from an address that is not registered is refused; nothing is fetched', async () => {
    const attack = `<!DOCTYPE d [<!ENTITY x SYSTEM "http://127.0.0.1:4269/x">]>${ORDER_WSDL.slice(ORDER_WSDL.indexOf('<wsdl'))}`;
    expect(await parse({ wsdlText: attack })).toMatchObject({ status: 400, msg: expect.stringContaining('DOCTYPE') });
    expect((await parse({ wsdlText: ORDER_WSDL.replace('按编号查询订单', '&x;') })).status).toBe(400);
    const imports = ORDER_WSDL.replace('<wsdl:types>', '<wsdl:import location="http://127.0.0.1:4269/x"/><wsdl:types>');
    expect((await parse({ wsdlText: imports })).data.warnings.join()).toContain('没有读取');
    for (const url of [
      'http://127.0.0.1:4269/x?wsdl',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
      'http://nobody.example/?wsdl',
    ])
      expect((await parse({ url })).status, url).toBeGreaterThanOrEqual(400);
    expect(world.connections).toBe(0);
  });
});

describe('addresses that are never called', () => {
  it.each([
    'http://127.0.0.1/x',
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data',
    'http://localhost:8000/',
    'http://0x7f000001/',
    'https://nobody.example/',
  ])('a service with the address %s is refused', async (url) => {
    const body = { serviceName: '攻击', serviceType: '1', httpService: { url, httpMethod: 'GET' } };
    expect((await world.save(body)).status).toBe(422);
    expect(world.connections).toBe(0);
  });

  it.each(['loop.example', 'meta.example'])('a registered name that leads to %s is refused when it is called', async (name) => {
    const id = await world.made(world.http(await world.host({ host: name })));
    expect((await world.run(id, { id: '1' })).data.message).toContain('不允许访问');
    expect(world.connections).toBe(0);
  });

  it.each(['http://127.0.0.1/', 'http://169.254.169.254/latest', 'http://api.partner.example:1/', '//loop.example/'])(
    'a redirect to %s is not followed',
    async (location) => {
      world.answer = (_request, response) => void response.writeHead(302, { location }).end();
      const id = await world.made(world.http(await world.host()));
      expect((await world.run(id, { id: '1' })).data.message).toContain('已拒绝');
      expect(world.connections).toBe(1);
    },
  );

  it('a name that is world.rebound between looking and calling is looked up once per call', async () => {
    const id = await world.made(world.http(await world.host({ host: 'rebind.example' })));
    expect((await world.run(id, { id: '1' })).data.message).toBeNull();
    expect([world.rebound, world.connections]).toEqual([1, 1]);
    expect((await world.run(id, { id: '1' })).data.message).toContain('不允许访问');
    expect(world.connections).toBe(1);
  });

  it('a host that is not open to services, or not any more, is not called', async () => {
    expect((await world.save(world.http(await world.host({ isFlowAllowed: '0' })))).status).toBe(400);
    const hostId = await world.host();
    const id = await world.made(world.http(hostId));
    const { data } = await app.admin('GET', `/system/hosts/${hostId}`);
    await app.admin('PUT', `/system/hosts/${hostId}`, { ...data, isFlowAllowed: '0' });
    expect((await world.run(id, { id: '1' })).data.message).toContain('不再允许');
    expect(world.connections).toBe(0);
  });
});
