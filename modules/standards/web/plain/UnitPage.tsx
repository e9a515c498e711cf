import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { send } from '#kit/web/send.ts';
import { standardUnit, unitFields } from '../../contract/unit.ts';

// its own calls alone: the client of the module brings the schemas of every page
const api = createClient({ standardUnit }, send);

export default defineEntityPage({
  title: '计量单位',
  label: '计量单位',
  api: api.standardUnit,
  nameField: 'unitName',
  ...pageFields(unitFields),
});
