import type { EventDefinition, TimerDefinition } from '../model.ts';
import { element, elementName, elements, extra, idOf, text, type Element } from './elements.ts';

/** Roots of the document by id, and references that bpmn-moddle left open because they carry a prefix. */
export interface References {
  readonly roots: ReadonlyMap<string, Element>;
  readonly open: ReadonlyMap<Element, Readonly<Record<string, string>>>;
}

function referred(event: Element, property: string, { roots, open }: References): { root: Element | null; written: string | null } {
  const root = element(event, property);
  if (root) return { root, written: idOf(root) };
  const written = open.get(event)?.[property] ?? null;
  return { root: written === null ? null : (roots.get(written.slice(written.indexOf(':') + 1)) ?? null), written };
}

function timerOf(event: Element): TimerDefinition | null {
  const [duration, date, cycle] = ['timeDuration', 'timeDate', 'timeCycle'].map((property) => text(event, property));
  if (duration) return { kind: 'duration', text: duration };
  if (date) return { kind: 'date', text: date };
  return cycle ? { kind: 'cycle', text: cycle, end: extra(element(event, 'timeCycle'), 'endDate') } : null;
}

/** What an event waits for or throws; null when this engine does not know it. */
export function eventOf(node: Element, references: References): EventDefinition | null {
  const event = elements(node, 'eventDefinitions')[0];
  if (!event) return { kind: 'none' };
  const name = (property: string): string => {
    const { root, written } = referred(event, property, references);
    return (
      text(root, 'name') ??
      (root ? idOf(root) : null) ??
      written ??
      extra(event, 'signalExpression') ??
      extra(event, 'messageExpression') ??
      ''
    );
  };
  const code = (property: string, field: string): string | null => {
    const { root, written } = referred(event, property, references);
    return text(root, field) ?? (root ? idOf(root) : null) ?? written;
  };
  switch (elementName(event)) {
    case 'timerEventDefinition': {
      const timer = timerOf(event);
      return timer && { kind: 'timer', timer };
    }
    case 'messageEventDefinition':
      return { kind: 'message', name: name('messageRef') };
    case 'signalEventDefinition':
      return { kind: 'signal', name: name('signalRef'), isLocal: isLocalSignal(referred(event, 'signalRef', references).root) };
    case 'errorEventDefinition':
      return {
        kind: 'error',
        code: code('errorRef', 'errorCode'),
        variable: extra(event, 'errorCodeVariable') ?? extra(event, 'errorVariableName'),
      };
    case 'escalationEventDefinition':
      return {
        kind: 'escalation',
        code: code('escalationRef', 'escalationCode'),
        variable: extra(event, 'escalationCodeVariable'),
      };
    case 'terminateEventDefinition':
      return {
        kind: 'terminate',
        all: extra(event, 'terminateAll') === 'true',
        multiInstance: extra(event, 'terminateMultiInstance') === 'true',
      };
    case 'linkEventDefinition':
      return { kind: 'link', name: text(event, 'name') ?? '' };
    case 'compensateEventDefinition':
      return { kind: 'compensate', activity: referred(event, 'activityRef', references).written };
    case 'cancelEventDefinition':
      return { kind: 'cancel' };
    case 'conditionalEventDefinition': {
      const condition = text(event, 'condition');
      return condition === null ? null : { kind: 'conditional', condition };
    }
    default:
      return null;
  }
}

const isLocalSignal = (signal: Element | null): boolean => extra(signal, 'scope') === 'processInstance';
