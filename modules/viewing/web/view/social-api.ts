import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { comment } from '../../contract/comment.ts';
import { subscription } from '../../contract/subscription.ts';

export const commentApi = createClient(comment, send);
export const subscriptionApi = createClient(subscription, send);
