/** The version of this package; a test holds it equal to package.json, which a build cannot import alike from src and dist. */
export const VERSION = '1.0.0';
