import * as z from 'zod';

const message = <K extends string, S extends z.ZodObject>(kind: K, data: S) => z.object({ kind: z.literal(kind), data });

/** What the server tells browsers without being asked. Messages say that something changed; the browser then asks for it. */
export const PushMessage = z.discriminatedUnion('kind', [
  /** the bell has something new, or less */
  message('bell', z.object({ unread: z.number().int().nullable() })),
  /** there is more or less to do; null = ask */
  message('todo', z.object({ count: z.number().int().nullable() })),
  /** a job moved on */
  message('job', z.object({ id: z.string(), job: z.string(), state: z.string(), percent: z.number().int(), text: z.string() })),
  /** this session has ended; told by its state, a message only adds why */
  message('kicked', z.object({ reason: z.string() })),
  /** the session was locked or opened; told by its state, needs no message */
  message('locked', z.object({})),
  message('unlocked', z.object({})),
  /** items of a dictionary changed */
  message('dict', z.object({ code: z.string() })),
  /** menus or rights changed */
  message('menus', z.object({})),
  /** a board or screen was published: open viewers take the new version */
  message('published', z.object({ entity: z.enum(['board', 'screen']), id: z.string(), versionNo: z.number().int() })),
  /** data behind data sets changed (extract finished, source synchronised): open viewers ask again */
  message('visualData', z.object({ dataSetIds: z.array(z.string()).max(200) })),
  /** the server runs another version than the page was built for */
  message('version', z.object({ version: z.string() })),
]);
export type PushMessage = z.output<typeof PushMessage>;
