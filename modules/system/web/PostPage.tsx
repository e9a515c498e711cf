import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { send } from '#kit/web/send.ts';
import { post, postFields } from '../contract/post.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ post }, send);

export default defineEntityPage({
  title: '岗位管理',
  api: api.post,
  nameField: 'postName',
  ...pageFields(postFields),
});
