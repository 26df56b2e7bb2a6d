/** Two for each of some hundred groups, and far more blocks than anybody sets. */
export const SETTINGS_MAX = 1000;
