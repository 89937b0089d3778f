/** What a sentence names: kept as it is, in no language. Lists are named one after another. */
export type Placeholders = Readonly<Record<string, string | number | readonly string[]>>;

/** A sentence with its values filled in; `{name}` stands for one. */
export const filledIn = (sentence: string, values: Placeholders): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return placeholder;
    return Array.isArray(value) ? value.join(', ') : String(value);
  });
