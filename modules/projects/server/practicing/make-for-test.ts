import { addDays, dayAt } from '../../core/expiry.ts';
import type { Db } from '#kit/server/ctx.ts';

/** What these factories need of the running test application. */
interface Running {
  readonly database: { readonly db: Db };
  readonly make: { dept(): Promise<{ id: string }> };
  admin(method: 'POST', path: string, body: unknown): Promise<{ status: number; msg: string; data: { id: string } }>;
}

let count = 0;
/** A right input for POST, different every time; `branchId` and `typeId` are needed. */
export function qualificationInput(over: Record<string, unknown> & { branchId: string; typeId: string }): Record<string, unknown> {
  const n = ++count;
  const today = dayAt(new Date());
  return {
    personName: `持证人${n}`,
    employeeNo: `E${n}`,
    certNo: `CERT-${1000 + n}`,
    registerUnit: '某单位',
    validFrom: addDays(today, -300),
    validTo: addDays(today, 700),
    registerStatus: '1',
    ...over,
  };
}

/** The id of the type with a code of the seeded tree. */
export async function typeIdOf(app: Running, code: string): Promise<string> {
  const row = await app.database.db.selectFrom('prjPracticingType').select('id').where('typeCode', '=', code).executeTakeFirstOrThrow();
  return row.id;
}

/** Makes a certificate as the administrator, in a branch of its own unless given; answers its id, throws what the server says when it refuses. */
export async function makeQualification(app: Running, over: Record<string, unknown> = {}): Promise<string> {
  const branchId = (over['branchId'] as string | undefined) ?? (await app.make.dept()).id;
  const typeId = (over['typeId'] as string | undefined) ?? (await typeIdOf(app, '1001'));
  const answer = await app.admin('POST', '/api/project/practicingQualification', qualificationInput({ ...over, branchId, typeId }));
  if (answer.status !== 200) throw new Error(answer.msg);
  return answer.data.id;
}
