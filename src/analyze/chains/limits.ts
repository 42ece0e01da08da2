/** How far the ways from a request outwards are followed. */

/** Ways from one request outwards; more are not followed and reported. */
export const MAX_CHAINS_PER_SINK = 20_000;

/** What they may take together (a plain wrapper: 6 for each way), so that one request does not use up the steps of all others. */
export const MAX_STEPS_PER_SINK = 1_000_000;

/** What the ways of one request may take together beyond the steps of their questions. */
export const MAX_STEPS_OF_SECOND_TRIES = 256_000;

/** Where so many of them use up the steps of their question, the others do, too. */
export const MAX_CUT_SHORT = 16;

/** With more ways than this, the clients on which one path is called are no longer told apart. */
export const MAX_WAYS_TOLD_APART = 2_000;
