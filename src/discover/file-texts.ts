import { VectorSearches } from './vector-search.ts';

/** Above this nobody writes a file by hand, and parsing it would cost more than all others together. */
const MAX_SOURCE_BYTES = 5_000_000;

/** One buffer for all files: a fresh one per file would double the time that reading takes. What fills it is too large. */
export const fileTexts = new VectorSearches(MAX_SOURCE_BYTES + 1);
