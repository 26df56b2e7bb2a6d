export const BIO_MAX = 2000;
export const LOCATION_MAX = 200;
export const INTEREST_MAX = 60;
export const INTERESTS_MAX = 20;
