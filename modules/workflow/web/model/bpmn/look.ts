import 'bpmn-js/dist/assets/diagram-js.css';
import 'bpmn-js/dist/assets/bpmn-js.css';
import './bpmn.css';
import { translate } from './zh.ts';

/** Colours follow the theme of the page. */
export const COLOURS = {
  defaultFillColor: 'var(--c-surface)',
  defaultStrokeColor: 'var(--c-ink)',
  defaultLabelColor: 'var(--c-ink)',
};
export const TEXTS = { defaultStyle: { fontFamily: 'inherit', fontSize: 12 }, externalStyle: { fontSize: 12 } };

/** Words of the tool. */
export const OWN_PARTS = { translate: ['value', translate] };
