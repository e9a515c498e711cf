/** One server-sent event as it was read. */
export interface ReadEvent {
  event: string;
  data: unknown;
  id: string | null;
}

/** Cuts what has been read of an event stream into whole events; what is not complete yet is the rest. */
export function cutEvents(text: string): { events: ReadEvent[]; rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const events = blocks.flatMap((block): ReadEvent[] => {
    const field = (name: string) =>
      block
        .split('\n')
        .find((line) => line.startsWith(`${name}: `))
        ?.slice(name.length + 2);
    const [event, data] = [field('event'), field('data')];
    return event === undefined || data === undefined ? [] : [{ event, data: JSON.parse(data) as unknown, id: field('id') ?? null }];
  });
  return { events, rest };
}
