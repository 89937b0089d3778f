import type { z } from 'zod';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { OwnRequest } from '../services/call-self';

type Input = z.ZodObject<z.ZodRawShape>;

/** A tool: what it asks for, and the request of the admin API that it stands for. */
export interface Tool<Schema extends Input = Input> {
  name: string;
  title: string;
  /** For the model: what it does, and when to use it. */
  description: string;
  input: Schema;
  /** Whether it changes something. Then nothing is done before `confirm` says so. */
  acts: boolean;
  /** Who sees it: whoever may any of these; the admin API decides what is answered. */
  rights: [Right, ...Right[]];
  toRequest(args: z.infer<Schema>): Pick<OwnRequest, 'method' | 'path'> & { body?: object };
}

export interface Right {
  action: string;
  subject?: string;
}

/** A tool whose `toRequest` is held against its own input. */
export const tool = <Schema extends Input>(definition: Tool<Schema>): Tool =>
  // The schema checked what comes in before it is asked for its request.
  definition;

/** An address of the admin API: values in its path are encoded, and of the query what is defined. */
export function address(
  path: TemplateStringsArray,
  ...values: (string | number)[]
): (query?: Record<string, string | number | undefined>) => string {
  const encoded = values.map((value) => encodeURIComponent(value));
  const whole = `/${PLUGIN_ID}${String.raw({ raw: path }, ...encoded)}`;
  return (query = {}) => {
    const defined = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) defined.set(name, String(value));
    }
    return defined.size === 0 ? whole : `${whole}?${defined}`;
  };
}
