import type { ExecuteConfig, ResParam } from '../contract/api.ts';

interface Named {
  readonly executeConfig: Pick<ExecuteConfig, 'configType' | 'fieldParams'>;
  readonly resParams: readonly ResParam[];
}

/** What the answer consists of where fields are ticked: the returned columns, under their names. */
export const outputsOf = (
  config: Pick<ExecuteConfig, 'fieldParams'>,
  resParams: readonly ResParam[],
): { column: string; name: string }[] => {
  const aliases = new Map(resParams.map(({ fieldName, fieldAliasName }) => [fieldName, fieldAliasName || fieldName]));
  return config.fieldParams
    .filter(({ resable }) => resable === '1')
    .map(({ columnName }) => ({ column: columnName, name: aliases.get(columnName) ?? columnName }));
};

/** Names of the answer in their order; those of a script are what it was found to give. */
export const outputNames = ({ executeConfig, resParams }: Named): string[] =>
  executeConfig.configType === '2'
    ? [...new Set(resParams.map((one) => one.fieldAliasName || one.fieldName))]
    : outputsOf(executeConfig, resParams).map(({ name }) => name);
