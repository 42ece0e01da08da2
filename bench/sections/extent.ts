/** How much is measured: everything, or enough for a first impression. */
export interface Extent {
  readonly seed: number;
  /** Files and mean size of the product without a call. */
  readonly files: number;
  readonly bytesPerFile: number;
  /** Files with three calls each. */
  readonly callers: number;
  /** Files of the mixed project, and how many of them take part. */
  readonly mixed: number;
  readonly part: number;
  readonly rounds: number;
  /** How many files jscodeshift gets; the rest is extrapolated. */
  readonly sample: number;
  /** Seconds of list requests that the sandbox gets. */
  readonly loadSeconds: number;
  /** Endpoints that the probe asks for. */
  readonly probed: number;
}

export const FULL: Omit<Extent, 'seed'> = {
  files: 9_000,
  bytesPerFile: 5_300,
  callers: 3_000,
  mixed: 2_000,
  part: 300,
  rounds: 5,
  sample: Number.POSITIVE_INFINITY,
  loadSeconds: 4,
  probed: 40,
};

export const QUICK: Omit<Extent, 'seed'> = {
  ...FULL,
  callers: 400,
  mixed: 600,
  part: 100,
  rounds: 1,
  sample: 200,
  loadSeconds: 1,
  probed: 12,
};
