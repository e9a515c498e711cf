import { expect, it } from 'vitest';
import { cutEvents } from './events.ts';

it('cuts whole events, leaves heartbeats out and keeps what is not complete', () => {
  const text = 'retry: 3000\n\nid: 7\nevent: line\ndata: {"text":"a: b"}\n\n: beat\n\nevent: end\ndata: {}\n\nid: 8\nevent: li';
  expect(cutEvents(text)).toEqual({
    events: [
      { event: 'line', data: { text: 'a: b' }, id: '7' },
      { event: 'end', data: {}, id: null },
    ],
    rest: 'id: 8\nevent: li',
  });
});
