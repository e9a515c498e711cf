import { expect, it } from 'vitest';
import { bodyOf, missingOf, NEW_TARGET, offered, ofKind } from './target-draft.ts';
import { OWN_VALUES } from './words.ts';

const columns = new Map([['customer_name', { to: 'name', isClear: '0' as const }]]);

it('says the first thing that is missing', () => {
  expect(missingOf(NEW_TARGET)).toBe('名称');
  const named = { ...NEW_TARGET, targetName: '订单系统', modelId: 'm' };
  expect(missingOf(named)).toBe('推送地址');
  expect(missingOf({ ...named, kind: 'table', sourceId: 's', tableId: 't' })).toBe('主键字段');
  expect(missingOf({ ...named, kind: 'api', appId: 'a' })).toBe('至少一个字段');
  expect(missingOf({ ...named, kind: 'api', appId: 'a', columns })).toBeNull();
});
it('sends an address only where records are pushed', () => {
  const draft = { ...NEW_TARGET, modelId: 'm', targetName: '订单', address: 'http://x', secret: 'k', columns };
  expect(bodyOf(draft)).toMatchObject({ address: 'http://x', secret: 'k', columns: [{ from: 'customer_name', to: 'name', isClear: '0' }] });
  expect(bodyOf({ ...draft, kind: 'api' })).toMatchObject({ address: null, secret: null });
});
it('offers what every record has to tables only', () => {
  expect(offered([], OWN_VALUES, 'http')).toEqual([]);
  expect(offered([], OWN_VALUES, 'table').map(({ from }) => from)).toEqual(['$status', '$version', '$time']);
});
it('leaves out the names of messages when a table is written, and those of its fields when messages are sent', () => {
  const draft = { ...NEW_TARGET, columns };
  expect(ofKind(draft, 'table')).toEqual({ kind: 'table', columns: new Map() });
  expect(ofKind(draft, 'api')).toEqual({ kind: 'api' });
  expect(ofKind({ ...draft, kind: 'table' }, 'http')).toEqual({ kind: 'http', columns: new Map() });
});
