/** Statistics of a sample. They accept any order and do not change the sample. */
export interface Spread {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** The value that this share of the sample does not exceed (nearest rank); NaN of an empty sample. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = [...sample].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);

export const spread = (sample: readonly number[]): Spread => ({
  p50: percentile(sample, 0.5),
  p95: percentile(sample, 0.95),
  p99: percentile(sample, 0.99),
});

export const sum = (sample: readonly number[]): number => sample.reduce((total, value) => total + value, 0);
