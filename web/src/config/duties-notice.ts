/** For parcels that cross a border. */
export const DUTIES_NOTICE =
  'Duties and import taxes are not included in our prices. Your country may charge them when the parcel arrives.';
