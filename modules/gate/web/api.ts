import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { accessRequest } from '../contract/access-request.ts';
import { authorize } from '../contract/authorize.ts';
import { classify } from '../contract/classify.ts';
import { maskKey } from '../contract/mask-key.ts';
import { maskCoverage, maskRule } from '../contract/mask-rule.ts';
import { source } from '#modules/sources/contract/source.ts';

export const api = createClient({ accessRequest, authorize, classify, maskCoverage, maskKey, maskRule, source }, send);
