import type { FlowScope, FlowServiceParam } from '#kit/server/flow.ts';
import type { EngineEvent } from '../../core/engine/state.ts';
import { filledJson, filledPath, filledText } from '../../core/places.ts';
import { peopleOfSources, type Facts } from '../approvers.ts';
import { findNode } from '../definitions-of.ts';
import type { Working } from '../step.ts';
import { serviceOf } from '../types.ts';

/** What the outbox keeps of a service node until it is done. */
export interface Kept {
  readonly service: string;
  readonly node: { readonly id: string; readonly name: string };
  readonly people: readonly string[];
  readonly params: Readonly<Record<string, string>>;
  /** variable that receives the answer, which the node waits for */
  readonly result?: string;
}

/** Puts the fields of the record in the places of what a service asks for. */
function filled(params: readonly FlowServiceParam[], texts: Kept['params'], values: Readonly<Record<string, unknown>>) {
  const fill = (text: string, places: FlowServiceParam['places']) => {
    if (places === 'json') return filledJson(text, values);
    return places === 'path' ? filledPath(text, values) : filledText(text, values);
  };
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, fill(text, params.find((param) => param.name === name)?.places)]),
  );
}
/** Stores the work of the service nodes that a step has passed, in its transaction: it is done once the step holds. */
export async function keepServices(scope: FlowScope, work: Working, events: readonly EngineEvent[], facts: Facts): Promise<void> {
  const rows = [];
  for (const event of events) {
    const node = event.type === 'delegate' ? findNode(work.definitions, event.node) : null;
    if (node?.kind !== 'passTask' || !node.service) continue;
    const { service: code, params, who, result } = node.service;
    const service = serviceOf(scope.app, code);
    // the engine has done it in the step
    if (service && !service.run) continue;
    const values = { ...work.record.snapshot, ...facts.variables, requestTitle: work.row.title };
    const kept: Kept = {
      service: code,
      node: { id: node.id, name: node.name },
      people: who ? await peopleOfSources(scope, node.id, who, facts) : [],
      params: filled(service?.params ?? [], params, values),
      ...(result !== undefined && { result }),
    };
    rows.push({
      id: scope.app.ids.next(),
      instanceId: work.row.id,
      rev: work.rev,
      kind: `service:${rows.length}`,
      work: JSON.stringify(kept),
      nextTime: scope.now,
      createTime: scope.now,
    });
  }
  if (rows.length > 0) await scope.db.insertInto('flowOutbox').values(rows).execute();
}
