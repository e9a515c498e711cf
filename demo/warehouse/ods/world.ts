import { isoDay, type Period } from '../calendar.ts';
import { type Contract, type Customer, signContracts } from '../contracts.ts';
import { deliver, type Output, type Project, projectsOf } from '../delivery.ts';
import { opportunities, type Opportunity } from '../market.ts';
import { planReceipts, type ReceiptPlan } from '../money.ts';
import { type Employee, people } from '../people.ts';
import type { Row, Table } from '../table.ts';

/** One source table, filled when it is its turn. */
export interface Load {
  table: Table;
  text: string;
  rows(): Row[];
}

/** What happened in the company: each part is worked out when the first table asks for it. */
export interface World {
  readonly period: Period;
  readonly staff: Employee[];
  readonly customers: Customer[];
  /** as they stand today: what is delivered is marked as done */
  readonly contracts: Contract[];
  readonly outputs: Output[];
  readonly projects: Project[];
  readonly plans: ReceiptPlan[];
  readonly chances: Opportunity[];
}
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
export function worldOf(period: Period): World {
  const staff = once(() => people(period));
  const book = once(() => signContracts(period, staff()));
  const outputs = once(() => deliver(book().contracts, period));
  const projects = once(() => projectsOf(book().contracts, outputs(), period));
  // billing looks at what the projects have finished
  const plans = once(() => (projects(), planReceipts(outputs(), period)));
  const contracts = once(() => (projects(), book().contracts));
  const chances = once(() => opportunities(book(), staff(), period));
  return {
    period,
    get staff() {
      return staff();
    },
    get customers() {
      return book().customers;
    },
    get contracts() {
      return contracts();
    },
    get outputs() {
      return outputs();
    },
    get projects() {
      return projects();
    },
    get plans() {
      return plans();
    },
    get chances() {
      return chances();
    },
  };
}

/** When rows were taken over from a source system. */
export function stamps(period: Period) {
  const loaded = `${isoDay(period.today)} 02:10:00+08`;
  return {
    /** the nightly load after a business day */
    night: (day: number, days = 1): string => `${isoDay(Math.min(day + days, period.today))} 02:10:00+08`,
    from: (src_system: string, etl_time = loaded) => ({ src_system, etl_time }),
  };
}
export const dayOrNull = (value: number | null): string | null => (value === null ? null : isoDay(value));
