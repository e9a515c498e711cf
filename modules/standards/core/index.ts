export { formatLimit, lengthLimit, rangeLimit, valueProblem, type ElementLimits, type LengthLimit } from './limits.ts';
