/**
 * How a column of the platform's own tables is called when no field has it any more: its values are kept, and no statement shows them. No
 * living column is called so.
 */
export const HIDDEN_COLUMN = /__h\d+$/;
