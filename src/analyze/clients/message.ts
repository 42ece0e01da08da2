import type { CallNode } from '../../syntax/nodes.ts';
import type { Value } from '../values/values.ts';

/** Where a request's method and body are written, for changes that are more than a path. */
export interface RequestMessage {
  /** The method is the name of the called member: `axios.put(…)`. */
  readonly isVerb: boolean;
  /** The options object (`init`, config), when one is given. */
  readonly options: Value | undefined;
  /** Index of the options argument. */
  readonly optionsIndex: number;
  /** Name of the options' member that holds the body. */
  readonly bodyName: 'body' | 'json' | 'data' | 'payload';
  /** `text`: the body is `JSON.stringify(…)` and needs a content type; `object`: the library encodes it. */
  readonly encoding: 'text' | 'object';
  /** Index of a positional body argument; null when the body is in the options. */
  readonly bodyIndex: number | null;
  /** The options' member that says the content type, where that is no header. */
  readonly typeName?: string;
  /** Why nobody but a person can change it. */
  readonly obstacle?: string;
  /** Of a test double: the options are compared as a whole, so that what the request gains belongs there, too. */
  readonly isWhole?: true;
  /** An object is sent as a form, not as JSON. */
  readonly isFormByDefault?: true;
  /** The positional body, when one is given. */
  readonly positional?: Value | undefined;
  /** The body goes into a call of its own: `.send(body)`, `req.end(body)`. */
  readonly carrier?: BodyCarrier;
}

export interface BodyCarrier {
  /** The call that takes the body, or that would; null where one has to be added as `.send(…)`. */
  readonly call: CallNode | null;
  readonly body: Value | undefined;
}
