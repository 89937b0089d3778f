/** What a site wrote, without what it has to say of its database and its driver at every start. */
export const noiseOf = (output: string): string =>
  output.replace(/^.*(max_allowed_packet|DeprecationWarning|trace-deprecation).*$/gm, '');
