/** What the account number of a supplier is sealed for. */
export const bankPurpose = (id: string) => `project.supplier.bank:${id}`;
