import { done, ENDED, type ExecutionCase } from './case.ts';
import { boundary, call, end, error, eventSub, path, process, start, tasks } from './notation.ts';
import { caughtOn, failing, failingProcess } from './throwing-models.ts';

const EVENT_SUB = 'FlowableTest.ErrorEventSubProcessTest';

export const ERRORS_IN_EVENT_SUB_PROCESSES: readonly ExecutionCase[] = [
  {
    name: 'an event sub-process is preferred to a boundary',
    after: `${EVENT_SUB}#testEventSubprocessTakesPrecedence`,
    models: [
      caughtOn(
        failing('a', error('e1'), eventSub('onError', start('os', error('e1')), tasks('inside'), end('oe'), path('os > inside > oe'))),
        boundary('on', 'a', error('e1')),
        path('on > escalated'),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'inside'],
      [done('inside'), 'normal'],
      [done('normal'), ENDED],
    ],
  },
  {
    name: 'an event sub-process with the code is preferred to one without',
    after: `${EVENT_SUB}#testErrorCodeTakesPrecedence`,
    models: [
      process(
        start(),
        failing(
          'a',
          error('e1'),
          eventSub('any', start('s1', error()), tasks('afterAny'), path('s1 > afterAny')) +
            eventSub('one', start('s2', error('e1')), tasks('afterOne'), path('s2 > afterOne')),
        ),
        path('start > a'),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'afterOne'],
      [done('afterOne'), ENDED],
    ],
  },
  {
    name: 'thrown inside a sub-process is caught in an event sub-process of the process',
    after: `${EVENT_SUB}#testCatchErrorThrownByScriptTaskInsideSubProcessInTopLevelProcess`,
    models: [
      process(
        start(),
        failing('a', error('e1')),
        tasks('next'),
        path('start > a > next'),
        eventSub('onError', start('os', error('e1')), tasks('handle'), end('oe'), path('os > handle > oe')),
      ),
    ],
    begins: 'aTask',
    steps: [
      [done('aTask'), 'handle'],
      [done('handle'), ENDED],
    ],
  },
  {
    name: 'thrown in a called process is caught in an event sub-process of the caller',
    after: `${EVENT_SUB}#testThrowErrorInScriptTaskInsideCallActivitiCatchInTopLevelProcess`,
    models: [
      process(
        start(),
        call('a', 'child'),
        tasks('next'),
        path('start > a > next'),
        eventSub('onError', start('os', error('e1')), tasks('handle'), end('oe'), path('os > handle > oe')),
      ),
      failingProcess(error('e1')),
    ],
    begins: 'work',
    steps: [
      [done('work'), 'handle'],
      [done('handle'), ENDED],
    ],
  },
  {
    name: 'thrown in an event sub-process is not caught by itself',
    after: `${EVENT_SUB}#testMultipleRethrowEvents`,
    models: [
      caughtOn(
        failing('a', error('e1'), eventSub('onError', start('os', error('e1')), end('again', error('e1')), path('os > again'))),
        boundary('on', 'a', error('e1')),
        path('on > escalated'),
      ),
    ],
    begins: 'aTask',
    steps: [[done('aTask'), 'escalated']],
  },
];
