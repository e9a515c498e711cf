/** Longitude and latitude in degrees. */
export type Position = readonly [lng: number, lat: number];

export interface Polygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly Position[])[];
}
export interface MultiPolygon {
  readonly type: 'MultiPolygon';
  readonly coordinates: readonly (readonly (readonly Position[])[])[];
}
export interface MultiLineString {
  readonly type: 'MultiLineString';
  readonly coordinates: readonly (readonly Position[])[];
}

/** What is known of one area of a map. */
export interface AreaProps {
  readonly adcode: string;
  /** 浙江省 */
  readonly name: string;
  /** seat of its government: where flows end and bubbles stand; of the division table when left out */
  readonly center?: Position;
  /** point inside its largest part, far from its borders: where its name stands; the middle of that part when left out */
  readonly label?: Position;
}
export interface GeoFeature {
  readonly type: 'Feature';
  readonly properties: AreaProps;
  readonly geometry: Polygon | MultiPolygon | MultiLineString;
}
export interface FeatureCollection {
  readonly type: 'FeatureCollection';
  readonly features: readonly GeoFeature[];
}
