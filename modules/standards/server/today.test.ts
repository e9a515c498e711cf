import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { wallDay } from '#kit/core/text/wall-clock.ts';
import { startApp } from '#kit/test/app.ts';
import { codesOfType } from './codes.ts';
import { itemsOf } from './items-in-force.ts';

const app = startApp();
// 26 hours lie between these zones, so that one of them has another day than China at any time
const ZONES = ['Etc/GMT+12', 'Etc/GMT-14'];

describe('the day on which standards are in force', () => {
  it.each(ZONES)('is that of China, whatever the zone of the database (%s)', async (zone) => {
    const gbTypeCode = `Q_TODAY_${ZONES.indexOf(zone)}`;
    const typeId = (await app.admin('POST', '/data/standard/types', { gbTypeCode, gbTypeName: '今日代码' })).data.id;
    const today = wallDay(new Date());
    const item = { typeId, gbCode: '1', gbName: '当日有效', validFrom: today, validTo: today };
    expect((await app.admin('POST', '/data/standard/dicts', item)).status).toBe(200);
    await app.database.db.transaction().execute(async (db) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(db);
      expect([...(await codesOfType(db, typeId))]).toEqual(['1']);
      expect(await itemsOf(db, typeId)).toMatchObject([{ gbCode: '1', state: 'inForce' }]);
    });
  });
});
