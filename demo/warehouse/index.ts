export { GENERATOR_VERSION, loadWarehouse, type WarehouseOptions, type WarehouseStats } from './load.ts';
export { createReader, WAREHOUSE_READER } from './roles.ts';
