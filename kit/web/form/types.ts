import type { ReactNode } from 'react';
import type { ArgsOf } from '../client.ts';
import type { EntityApi, Option, TreeOption } from '../table/types.ts';

export type Widget =
  | 'text'
  | 'area'
  | 'number'
  /** '1' / '0', or true / false where the contract says boolean */
  | 'switch'
  | 'radio'
  | 'select'
  | 'multi'
  | 'day'
  | 'time'
  | 'tree'
  /** several nodes of a tree */
  | 'trees'
  | 'password';

/** Props of a custom input. */
export interface FieldProps {
  id?: string;
  value?: any;
  onChange?: (value: any) => void;
  disabled?: boolean;
}

export interface FormField<Input> {
  field: keyof Input & string;
  label: string;
  /** text unless `dict`, `options` or `tree` say otherwise */
  widget?: Widget;
  dict?: string;
  options?: readonly Option[];
  tree?: readonly TreeOption[];
  /** reads the choices when the form opens */
  load?: () => Promise<readonly TreeOption[]>;
  placeholder?: string;
  /** below the field; a function where it depends on other fields */
  hint?: string | ((values: Partial<Input>) => string | undefined);
  /** over both columns */
  wide?: boolean;
  /** starts a section with this heading */
  section?: string;
  sectionNote?: string;
  /** only when adding, or only when editing */
  when?: 'new' | 'edit';
  /** shown, but not to be changed when editing */
  fixedOnEdit?: boolean;
  visible?: (values: Partial<Input>) => boolean;
  /** conditionally required, depending on other fields */
  required?: (values: Partial<Input>) => boolean;
  /** value of a new row; the default of the contract unless given */
  initial?: Input[keyof Input & string];
  /** a custom input; `row` is the record as loaded, null for a new one */
  render?: (props: FieldProps, values: Partial<Input>, row: Readonly<Record<string, unknown>> | null) => ReactNode;
}

/** What people fill in: the body of the create call. */
export type InputOf<A extends EntityApi> =
  NonNullable<A['create']> extends never
    ? InputOfUpdate<A>
    : ArgsOf<NonNullable<A['create']>> extends { body: infer B }
      ? B
      : InputOfUpdate<A>;
type InputOfUpdate<A extends EntityApi> = ArgsOf<NonNullable<A['update']>> extends { body: infer B } ? B : Record<string, unknown>;
