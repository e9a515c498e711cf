import { expect, it } from 'vitest';
import * as z from 'zod';
import { defineContract, perm, route, signedIn } from '#kit/contract/route.ts';
import { buttonsOf } from './plain-entity.ts';

it('a plain entity has a button for each permission that its calls ask for, in the order of the verbs', () => {
  const reply = z.null();
  const contract = defineContract({
    page: route.get('/x/ports/page', { summary: '', access: perm('x:port:list'), reply }),
    options: route.get('/x/ports/list', { summary: '', access: signedIn, reply }),
    remove: route.delete('/x/ports/:id', { summary: '', access: perm('x:port:remove'), params: z.object({ id: z.string() }), reply }),
    get: route.get('/x/ports/:id', {
      summary: '',
      access: perm('x:port:detail', 'x:port:edit'),
      params: z.object({ id: z.string() }),
      reply,
    }),
  });
  expect(buttonsOf(contract, '港口', 'x:port')).toEqual([
    { name: '港口修改', perms: 'x:port:edit' },
    { name: '港口详情', perms: 'x:port:detail' },
    { name: '港口删除', perms: 'x:port:remove' },
  ]);
});
