/** The matchers that say what a function is called with, each with which of its arguments is the first of the call. */
export const CALLED_WITH: ReadonlyMap<string, number> = new Map([
  ['toHaveBeenCalledWith', 0],
  ['toBeCalledWith', 0],
  ['toHaveBeenLastCalledWith', 0],
  ['lastCalledWith', 0],
  ['toHaveBeenCalledExactlyOnceWith', 0],
  // jasmine's
  ['toHaveBeenCalledOnceWith', 0],
  ['toHaveBeenNthCalledWith', 1],
  ['nthCalledWith', 1],
]);
