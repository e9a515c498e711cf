import { describe, expect, test } from 'vitest';
import { robotProblem, robotRequests, type RobotMessage } from './request.ts';

const message: RobotMessage = { event: 'quality.alert', title: '数据质量不通过：a*b', lines: ['【不通过】a*b（ods.t，高）：12 行'] };
const at = 1_764_000_000_000;
const robotRequest = (...of: Parameters<typeof robotRequests>) => robotRequests(...of)[0]!;

describe('a request to a robot', () => {
  test('of 钉钉 carries moment and signature in its address', () => {
    const { path, body } = robotRequest('dingtalk', { path: '/robot/send?access_token=x', secret: 'SEC1', at }, message);
    const query = new URLSearchParams(path.split('?')[1]);
    expect(query.get('access_token')).toBe('x');
    expect(query.get('timestamp')).toBe(String(at));
    // openssl: printf '1764000000000\nSEC1' | openssl dgst -sha256 -hmac SEC1 -binary | base64
    expect(query.get('sign')).toBe('0FBbrD7E+5NgojOw3zN/IQ8e6t5g8vwniXZWkQElJfk=');
    expect(JSON.parse(body)).toEqual({
      msgtype: 'markdown',
      markdown: { title: message.title, text: '### 数据质量不通过：a\\*b\n- 【不通过】a\\*b（ods.t，高）：12 行' },
    });
  });
  test('writes names of tables as they are, and signs that mean something with an escape', () => {
    const { body } = robotRequest(
      'wecom',
      { path: '/cgi-bin/webhook/send?key=x', secret: null, at },
      { ...message, title: '_对账_', lines: ['ods_scm_supplier：[1](http://a)'] },
    );
    expect(JSON.parse(body).markdown.content).toBe('### \\_对账\\_\n- ods_scm_supplier：\\[1\\](http://a)');
  });
  test('of 飞书 carries them in its body', () => {
    const { path, body } = robotRequest('feishu', { path: '/open-apis/bot/v2/hook/x', secret: 'SEC1', at }, message);
    expect(path).toBe('/open-apis/bot/v2/hook/x');
    // openssl: printf '' | openssl dgst -sha256 -hmac "$(printf '1764000000\nSEC1')" -binary | base64
    expect(JSON.parse(body)).toMatchObject({
      timestamp: '1764000000',
      sign: 'vPke1PbGdJVs9OG77dAHWpeLzeNMQCu50ayRc/8SWM0=',
      msg_type: 'post',
    });
  });
  test('without a secret is not signed, and a plain one is signed over its body', () => {
    expect(robotRequest('dingtalk', { path: '/r', secret: null, at }, message).path).toBe('/r');
    expect(JSON.parse(robotRequest('wecom', { path: '/r', secret: null, at }, message).body).msgtype).toBe('markdown');
    const { headers, body } = robotRequest('json', { path: '/r', secret: 'k', at }, message);
    expect(headers['x-databrain-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(JSON.parse(body)).toEqual({ time: new Date(at).toISOString(), ...message });
  });
  test('leads to its page, and brings files where a robot takes some', () => {
    const picture = { name: 'a.png', type: 'image/png', bytes: Buffer.from('png') };
    const more = { ...message, url: 'https://x.example/view/1', files: [picture, { ...picture, name: 'a.pdf', type: 'application/pdf' }] };
    const all = (kind: 'dingtalk' | 'wecom' | 'feishu' | 'json') => robotRequests(kind, { path: '/r', secret: null, at }, more);
    expect(all('dingtalk')).toHaveLength(1);
    expect(JSON.parse(all('dingtalk')[0]!.body).markdown.text).toContain('[打开查看](https://x.example/view/1)');
    const [, image, ...none] = all('wecom');
    expect(none).toEqual([]);
    expect(JSON.parse(image!.body)).toEqual({
      msgtype: 'image',
      image: { base64: 'cG5n', md5: 'bff139fa05ac583f685a523ab3d110a0' },
    });
    const { content } = JSON.parse(all('feishu')[0]!.body).content.post.zh_cn;
    expect(content.at(-1)).toEqual([{ tag: 'a', text: '打开查看', href: 'https://x.example/view/1' }]);
    const plain = JSON.parse(all('json')[0]!.body);
    expect([plain.url, plain.attachments.length, plain.attachments[0].data]).toEqual(['https://x.example/view/1', 2, 'cG5n']);
  });
});

test.each([
  ['dingtalk', 200, '{"errcode":0,"errmsg":"ok"}', null],
  ['dingtalk', 200, '{"errcode":310000,"errmsg":"sign not match"}', '机器人拒绝：sign not match'],
  ['feishu', 200, '{"code":19021,"msg":"sign match fail"}', '机器人拒绝：sign match fail'],
  ['feishu', 200, '{"code":0}', null],
  ['wecom', 200, '<html>', '机器人没有返回可识别的结果'],
  ['json', 204, '', null],
  ['json', 500, '', '机器人返回 HTTP 500'],
] as const)('%s that answers %i %s', (kind, status, body, problem) => {
  expect(robotProblem(kind, status, body)).toBe(problem);
});
