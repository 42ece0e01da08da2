/** Where readers of a machine format find more. */
export const HOME_PAGE = 'https://www.npmjs.com/package/v1-migrate';

/** A relative path as a URI reference: readers refuse a blank or a percent sign that stands for itself. */
export function encodeUri(path: string): string {
  const wellFormed = path.replace(/\p{Surrogate}/gu, '\ufffd');
  return wellFormed.split('/').map(encodeURIComponent).join('/');
}
