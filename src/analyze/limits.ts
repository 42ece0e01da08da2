/** How far the evaluator goes. */

/** Steps that one question may take, and all questions of a run together; beyond them a value is not known. */
export const MAX_STEPS = 8_000;
/** An evaluation that begins with fewer steps left, and is cut short, is not remembered. */
export const LAST_STEPS = 500;
export const MAX_STEPS_OF_RUN = 3_000_000;

/** A call that is evaluated this often at a time is part of a circle of functions. */
export const MAX_SAME_CALL = 24;
