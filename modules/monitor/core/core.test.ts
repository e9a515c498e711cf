import { describe, expect, it } from 'vitest';
import { accessWords, addressOf, curlText, exampleOf, operationsOf, schemaRows } from './api-docs.ts';
import { metricsText } from './prometheus.ts';
import { quantile } from './quantile.ts';

describe('quantiles of counted classes', () => {
  const bounds = [10, 100, 1000];
  it('lie inside the class they fall into', () => {
    expect(quantile(bounds, [100, 0, 0, 0], 0.5, 8)).toBe(4);
    expect(quantile(bounds, [90, 10, 0, 0], 0.95, 60)).toBe(35);
    expect(quantile(bounds, [0, 0, 0, 4], 0.5, 5000)).toBe(3000);
  });
  it('are absent without calls and never above the longest', () => {
    expect(quantile(bounds, [0, 0, 0, 0], 0.5, 0)).toBeNull();
    expect(quantile(bounds, [1, 0, 0, 0], 0.99, 3)).toBeLessThanOrEqual(3);
  });
});

describe('the text of metrics', () => {
  it('escapes what labels may hold', () => {
    expect(metricsText([{ name: 'x', help: 'a', type: 'gauge', values: [{ labels: { l: 'a"b\\c\nd' }, value: Infinity }] }])).toBe(
      '# HELP x a\n# TYPE x gauge\nx{l="a\\"b\\\\c\\nd"} +Inf\n',
    );
  });
});

const [operation] = operationsOf({
  components: { schemas: { Id: { type: 'string', pattern: '^x$' } } },
  paths: {
    '/a/{id}': {
      put: {
        operationId: 'm.0.put',
        summary: '修改',
        tags: ['m'],
        'x-access': 'perm:m:a:edit|m:a:add',
        'x-audit': '修改',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } }],
        requestBody: { content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } } },
        responses: { 200: {} },
      },
    },
  },
});

describe('the interface document', () => {
  it('reads named schemas where they are used', () => {
    expect(operation!.parameters[0]!.schema).toEqual({ type: 'string', pattern: '^x$' });
  });
  it('tells who may call', () => {
    expect(accessWords(operation!.access)).toBe('需要权限 m:a:edit 或 m:a:add');
    expect(accessWords('signedIn')).toBe('登录即可');
  });
  it('shows nested fields below their owner, with limits in words', () => {
    const rows = schemaRows({
      type: 'object',
      required: ['list'],
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { code: { type: 'string', enum: ['1', '0'], maxLength: 3 } } } },
        note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      },
    });
    expect(rows.map(({ key, depth, type, required }) => [key, depth, type, required])).toEqual([
      ['list', 0, '列表（对象）', true],
      ['list.code', 1, '文本', false],
      ['note', 0, '文本，可空', false],
    ]);
    expect(rows[1]!.note).toBe('可选 1、0；最多 3 字');
  });
  it('gives an example that fits, also of a schema that contains itself', () => {
    expect(exampleOf({ type: 'object', properties: { a: { type: 'integer', minimum: 3 }, b: { $ref: '#' }, c: { const: 'x' } } })).toEqual({
      a: 3,
      b: null,
      c: 'x',
    });
  });
  it('makes addresses and commands without ever holding the session', () => {
    const values = { path: { id: '1/2' }, query: { q: 'a b', none: '' }, body: `{"name":"it's"}` };
    expect(addressOf(operation!, values)).toBe('/a/1%2F2?q=a+b');
    const curl = curlText('http://h/sjzt-datax', operation!, values);
    expect(curl).toContain('Bearer $TOKEN');
    expect(curl).toContain(`-d '{"name":"it'\\''s"}'`);
  });
});
