import { seconds, when, type Case, type Outcome } from './case.ts';
import { People } from './people.ts';
import { Site } from './site.ts';

const CALLERS = 40;

export const serializable: Case = {
  name: 'serializable',
  what: `PostgreSQL with default_transaction_isolation = serializable: first start of two nodes at once, then mixed writes of ${CALLERS} callers who never ask again`,
  bar: '0 failed, lost and doubled',
  run: (size) =>
    Site.run({ settings: { default_transaction_isolation: 'serializable' } }, async (site): Promise<Outcome> => {
      const people = new People({ port: site.port, token: site.token, word: '串行', lanes: CALLERS, isPatient: false });
      await people.more(size.writes);
      await people.stop();
      const audit = await people.audit();
      const [server] = await site.database.query<{ level: string }>(
        'app',
        "select current_setting('default_transaction_isolation') as level",
      );
      return {
        work: `${people.acknowledged} writes`,
        failed: people.failures.length,
        lost: audit.lost,
        doubled: audit.doubled,
        longest: `${seconds(people.longestMs)} (one write)`,
        notes: [],
        missed: when(
          [server?.level !== 'serializable', `the level of the server was ${server?.level}`],
          [people.failures.length > 0, `failed: ${people.failures[0]}`],
          [audit.lost + audit.doubled > 0, audit.examples.join(', ')],
        ),
      };
    }),
};
