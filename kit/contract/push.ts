import * as z from 'zod';

const message = <K extends string, S extends z.ZodObject>(kind: K, data: S) => z.object({ kind: z.literal(kind), data });

/** Notifications from the server to browsers. They carry no data, only that something changed; the browser then reloads it. */
export const PushMessage = z.discriminatedUnion('kind', [
  /** the number of unread messages changed */
  message('bell', z.object({ unread: z.number().int().nullable() })),
  /** the number of to-dos changed; null = ask for it */
  message('todo', z.object({ count: z.number().int().nullable() })),
  /** progress of a job */
  message('job', z.object({ id: z.string(), job: z.string(), state: z.string(), percent: z.number().int(), text: z.string() })),
  /** this session was ended; the state of the session says so as well, the message adds the reason */
  message('kicked', z.object({ reason: z.string() })),
  /** the session was locked or unlocked; derived from its state */
  message('locked', z.object({})),
  message('unlocked', z.object({})),
  /** items of a dictionary changed */
  message('dict', z.object({ code: z.string() })),
  /** menus or rights changed */
  message('menus', z.object({})),
  /** a board or screen was published: open viewers take the new version */
  message('published', z.object({ entity: z.enum(['board', 'screen']), id: z.string(), versionNo: z.number().int() })),
  /** who has a document open for editing, or what is stored of it, changed; only told to those who have it open */
  message('editors', z.object({ entity: z.enum(['chart', 'board', 'screen']), id: z.string() })),
  /** data behind data sets changed (extract finished, source synchronised): open viewers ask again */
  message('visualData', z.object({ dataSetIds: z.array(z.string()).max(200) })),
  /** the server runs another version than the page was built for; the page offers to reload */
  message('version', z.object({ version: z.string() })),
]);
export type PushMessage = z.output<typeof PushMessage>;
