import { connectOnce } from './postgres-connect.ts';
import type { Connection } from './types.ts';

/** Asks the server to stop what one of our connections does, known by its process. Throws SourceError where it cannot be reached. */
export async function cancelStatement(connection: Connection, pid: number): Promise<void> {
  const { client } = await connectOnce(connection);
  await client.query('select pg_cancel_backend($1)', [pid]).finally(() => client.end());
}
