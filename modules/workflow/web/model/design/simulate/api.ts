import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { simulation } from '../../../../contract/simulation.ts';

/** The calls of 模拟运行. */
export const simulationApi = createClient({ simulation }, send).simulation;
