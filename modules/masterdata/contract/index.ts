import { data, dataExcel, familyData } from './data.ts';
import { facts } from './facts.ts';
import { map } from './map.ts';
import { match, merge } from './match.ts';
import { modelColumn } from './model-column.ts';
import { approvalSetting } from './model-settings.ts';
import { model } from './model.ts';
import { target } from './target.ts';

/** The calls of master data. */
export const masterdata = {
  model,
  approvalSetting,
  data: { ...data, ...dataExcel },
  familyData,
  map,
  match,
  merge,
  facts,
  modelColumn,
  target,
};
