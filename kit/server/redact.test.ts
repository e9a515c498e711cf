import * as z from 'zod';
import { expect, it } from 'vitest';
import { secret } from '#kit/contract/fields.ts';
import { redact, redactedText } from './redact.ts';

const Source = z.object({
  name: z.string(),
  key: secret(z.string()).nullish(),
  list: z.array(z.object({ pin: secret(z.string()), n: z.number() })),
});

it('drops what the schema calls secret, at every depth', () => {
  expect(redact({ name: 'a', key: 'CANARY', list: [{ pin: 'CANARY', n: 1 }] }, Source)).toEqual({ name: 'a', list: [{ n: 1 }] });
});

it('drops what the name calls secret even without a schema', () => {
  expect(redact({ newPassword: 'CANARY', deep: { accessToken: 'CANARY', ok: 1 } })).toEqual({ deep: { ok: 1 } });
});

it('cuts long texts', () => {
  expect(redactedText({ text: 'x'.repeat(10_000) }).length).toBe(2000);
});

it('keeps the first five hundred of a long list', () => {
  expect(redact({ ids: Array.from({ length: 600 }, (_, n) => n) })).toEqual({ ids: Array.from({ length: 500 }, (_, n) => n) });
});
